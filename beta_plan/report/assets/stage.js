/** The stage: one instance at a time, with its picture, its certificate, its numbers and its files. */

import { Board, boardFigure } from "./board.js";
import { Certificate } from "./certificate.js";
import { choice, html } from "./dom.js";
import { Game } from "./game.js";
import { efforts, plural, shown, SOURCES, termsOf } from "./numbers.js";
import { Player } from "./player.js";
import { readLevel } from "./rules.js";
import { scenePlayer } from "./scene.js";

/** Shows instances, one after the other, in an element of the page. */
export class Stage {
  #running = null;

  constructor(element, runs) {
    Object.assign(this, { element, runs });
  }

  /** Shows an instance; `mode` is the view to begin with, where there are several. */
  show(instance, mode = "Certificate") {
    this.#running?.stop();
    this.view = html("div", { class: "view" });
    const facts = this.#facts(instance);
    this.element.replaceChildren(
      html("div", { class: "heading" }, html("h2", { id: "shown" }, instance.title || instance.id), this.#modes(instance, mode)),
      html("div", { class: facts ? "columns" : null }, this.view, facts));
  }

  /** Puts the keyboard on the board that is played. */
  focus() {
    this.view.querySelector(".field")?.focus({ preventScroll: true });
  }

  #modes(instance, mode) {
    if (!instance.level) {
      this.#watchScene(instance);
      return null;
    }
    const level = readLevel(instance.level.rows);
    const certificate = instance.level.moves ? new Certificate(level.maze, level.start, instance.level.moves) : null;
    const views = { Certificate: () => this.#watch(level, certificate), Play: () => this.#play(level, certificate) };
    if (certificate === null) delete views.Certificate;
    const author = this.runs[instance.run]?.source;
    if (author) views["Author’s state"] = () => this.#compare(level, author);
    const first = mode in views ? mode : Object.keys(views)[0];
    views[first]();
    if (Object.keys(views).length === 1) return null;
    return choice("View", Object.keys(views), first, (name) => {
      views[name]();
      if (name === "Play") this.focus();
    });
  }

  #put(running, ...elements) {
    this.#running?.stop();
    this.#running = running;
    this.view.replaceChildren(...elements);
  }

  #watch({ maze, start }, certificate) {
    const board = new Board(maze, start);
    const player = new Player({
      last: certificate.states.length - 1,
      noun: "move",
      slowest: 200,
      show: (frame) => board.show(certificate.states[frame]),
      caption: (frame) => plural(certificate.pushesAt[frame], "push", "pushes"),
    });
    this.#put(player, html("div", { class: "field" }, board.element), player.element);
  }

  #play({ maze, start }, certificate) {
    const game = new Game(maze, start, certificate);
    this.#put(game, game.element);
  }

  #compare(generated, author) {
    const level = readLevel(author.rows);
    const by = author.author ? `${author.title}, by ${author.author}` : author.title;
    const game = new Game(level.maze, level.start, null);
    this.#put(game,
      html("div", { class: "pair" }, boardFigure(level.maze, level.start, `The author’s state: ${by}`),
        boardFigure(generated.maze, generated.start, "The state that was generated")),
      html("details", {}, html("summary", {}, "Play the author’s state"), game.element));
  }

  #watchScene(instance) {
    if (instance.animation) {
      const { element, player } = scenePlayer(instance.animation);
      this.#put(player, element, player.element);
    } else this.#put(null, html("p", { class: "note" }, `There is no picture: ${instance.unseen}`));
  }

  #facts(instance) {
    const { metrics, files } = instance;
    const known = SOURCES.filter((source) => termsOf([instance], source).length);
    const terms = [...new Set(known.flatMap((source) => termsOf([instance], source)))];
    const isLevel = Boolean(instance.level);
    if (!terms.length && !files.length && metrics.plan_length === undefined) return null;
    return html("aside", { "aria-label": "Numbers and files" },
      metrics.plan_length === undefined ? null : html("p", { class: "lead" },
        html("span", {}, html("b", {}, shown(metrics.plan_length)), isLevel ? " moves" : " steps"),
        html("span", {}, html("b", {}, shown(metrics.plan_cost)), isLevel ? " pushes" : " cost")),
      terms.length ? html("table", { class: "facts" },
        html("thead", {}, html("tr", {}, html("td"), ...known.map((source) => html("th", { scope: "col" }, source)))),
        html("tbody", {}, ...terms.map((term) => html("tr", {}, html("th", { scope: "row" }, term),
          ...known.map((source) => html("td", {}, shown(metrics[source][term]))))))) : null,
      efforts(metrics).length ? html("p", { class: "note" }, `Expanded by the judges: ${efforts(metrics).join(", ")}`) : null,
      files.length ? html("ul", { class: "files" }, ...files.map(({ label, href }) => html("li", {}, html("a", { href }, label)))) : null);
  }
}
