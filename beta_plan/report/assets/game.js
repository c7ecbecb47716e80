/** A level that is played: keys, pointer, undo and redo, counters, hints, and help from the certificate. */

import { Board } from "./board.js";
import { button, html } from "./dom.js";
import { plural } from "./numbers.js";
import { deadSquares, isPush, isSolved, lostBoxes, pushesOf, statesOf, walk } from "./rules.js";

const KEYS = {
  ArrowUp: "u", ArrowRight: "r", ArrowDown: "d", ArrowLeft: "l", w: "u", d: "r", s: "d", a: "l",
};
const PAD = [["u", "Up", "↑"], ["l", "Left", "←"], ["d", "Down", "↓"], ["r", "Right", "→"]];
const STEP = 55;
const PAUSE = 220;

/** A game from a state; every action, a step or a whole walk, can be taken back. */
export class Game {
  #timers = [];
  #helping = false;
  #chosen = null;
  #pressed = null;

  /** `certificate` is null where no solution is known. */
  constructor(maze, start, certificate) {
    Object.assign(this, { maze, start, certificate, state: start, done: [], undone: [] });
    this.dead = deadSquares(maze);
    this.board = new Board(maze, start);
    this.counts = html("p", { class: "counts" });
    this.legend = html("p", { class: "note" }, "Small dots mark squares from which no box can reach a goal.");
    this.message = html("p", { class: "message", role: "status" });
    this.buttons = {
      undo: button("Undo", () => this.undo(), { "aria-keyshortcuts": "Z" }),
      redo: button("Redo", () => this.redo(), { "aria-keyshortcuts": "Y" }),
      restart: button("Restart", () => this.restart(), { "aria-keyshortcuts": "R" }),
      help: button("Show me", () => this.#toggleHelp()),
    };
    this.hints = html("input", { type: "checkbox", checked: true, onchange: () => this.#draw() });
    this.field = html("div", {
      class: "field", tabindex: 0, "aria-label": "Board: arrow keys move, Z undoes, R restarts",
      onpointerdown: (event) => this.#press(event), onpointerup: (event) => this.#release(event),
    }, this.board.element);
    this.element = html("div", { class: "game", onkeydown: (event) => this.#key(event) },
      this.field,
      html("div", { class: "pad" }, ...PAD.map(([letter, label, arrow]) =>
        button(arrow, () => this.move(letter), { "aria-label": label, class: `pad-${letter}` }))),
      html("div", { class: "buttons" }, ...Object.values(this.buttons), html("label", { class: "hints" }, this.hints, "Hints")),
      this.counts,
      this.message,
      this.legend,
      html("p", { class: "keys" }, "Arrow keys or WASD move, Z undoes, Y redoes, R restarts. Click a square to walk there; ",
        "click or drag a box, then choose where it should go."));
    if (certificate === null) this.buttons.help.hidden = true;
    this.#draw();
  }

  /** Takes one step, if the man can. */
  move(letter) {
    this.#stopHelp();
    this.#act(letter);
  }

  undo() {
    this.#stopHelp();
    if (!this.done.length) return;
    this.undone.push(this.done.pop());
    this.#jump(this.done.at(-1)?.after ?? this.start);
  }

  redo() {
    this.#stopHelp();
    if (!this.undone.length) return;
    this.done.push(this.undone.pop());
    this.#jump(this.done.at(-1).after);
  }

  restart() {
    this.#stopHelp();
    Object.assign(this, { done: [], undone: [] });
    this.#jump(this.start);
  }

  /** Ends whatever runs by a clock. */
  stop() {
    this.#stopHelp();
    this.#clear();
  }

  /** Carries out moves as one action, and lets the board follow them. */
  #act(moves) {
    const states = statesOf(this.maze, this.state, moves);
    if (states.length === 1) return;
    const pushes = states.slice(1).filter((after, number) => isPush(states[number], after)).length;
    this.done.push({ moves: states.length - 1, pushes, after: states.at(-1) });
    this.undone = [];
    this.state = states.at(-1);
    this.#choose(null);
    this.#follow(states.slice(1));
  }

  #jump(state) {
    this.state = state;
    this.#choose(null);
    this.#follow([state]);
  }

  #follow(states) {
    this.#clear();
    states.slice(0, -1).forEach((state, number) => {
      this.#timers.push(setTimeout(() => this.board.show(state), number * STEP));
    });
    if (states.length === 1) this.#draw();
    else this.#timers.push(setTimeout(() => this.#draw(), (states.length - 1) * STEP));
  }

  #clear() {
    this.#timers.splice(0).forEach(clearTimeout);
  }

  #draw() {
    const { maze, state } = this;
    const lost = this.hints.checked ? lostBoxes(maze, this.dead, state) : [];
    const total = (what) => this.done.reduce((sum, action) => sum + action[what], 0);
    const solved = isSolved(maze, state);
    this.board.show(state, lost);
    this.board.mark(this.hints.checked ? this.dead : [], "dead");
    this.legend.hidden = !this.hints.checked || !this.dead.size;
    this.counts.textContent = `${plural(total("moves"), "move")}, ${plural(total("pushes"), "push", "pushes")}`;
    this.element.classList.toggle("solved", solved);
    this.message.textContent = solved ? this.#praise(total("pushes")) : lost.length ? lostText(lost.length) : "";
    this.buttons.undo.disabled = !this.done.length;
    this.buttons.redo.disabled = !this.undone.length;
    this.buttons.help.disabled = !this.#helping && (this.certificate === null || !this.certificate.applies(state));
    this.buttons.help.title = this.buttons.help.disabled && !solved ? "The certificate does not pass through this state: undo, or restart" : "";
  }

  #praise(pushes) {
    const known = this.certificate?.pushes.length;
    const compared = known === undefined ? "" : ` The certificate has ${known}.`;
    return `Solved with ${plural(pushes, "push", "pushes")}.${compared}`;
  }

  #toggleHelp() {
    if (this.#helping) return this.#stopHelp();
    this.#helping = true;
    this.buttons.help.textContent = "Stop";
    this.#help();
  }

  #help() {
    if (!this.certificate.applies(this.state)) return this.#stopHelp();
    const moves = this.certificate.next(this.state);
    this.#act(moves);
    this.#timers.push(setTimeout(() => this.#help(), moves.length * STEP + PAUSE));
  }

  #stopHelp() {
    if (!this.#helping) return;
    this.#helping = false;
    this.buttons.help.textContent = "Show me";
    this.#clear();
    this.#draw();
  }

  #key(event) {
    if (event.altKey || event.target === this.hints) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const commands = { z: event.shiftKey ? "redo" : "undo", Backspace: "undo", y: "redo", r: "restart" };
    if (event.ctrlKey || event.metaKey) delete commands.r;
    if (key in commands) this[commands[key]]();
    else if (key in KEYS && !event.ctrlKey && !event.metaKey) this.move(KEYS[key]);
    else if (key === "Escape") this.#choose(null);
    else return;
    event.preventDefault();
  }

  #press(event) {
    this.#pressed = this.board.squareAt(event);
    if (this.#chosen === null && this.state.boxes.includes(this.#pressed)) this.#choose(this.#pressed);
    else if (this.state.boxes.includes(this.#pressed)) this.#choose(this.#pressed === this.#chosen ? null : this.#pressed);
  }

  #release(event) {
    const square = this.board.squareAt(event);
    if (square === null || this.state.boxes.includes(square)) return;
    this.#stopHelp();
    const moves = this.#chosen === null ? walk(this.maze, this.state, square) : pushesOf(this.maze, this.state, this.#chosen).get(square);
    if (moves) this.#act(moves);
    else this.#choose(null);
  }

  #choose(box) {
    this.#chosen = box;
    this.board.choose(box);
    this.board.mark(box === null ? [] : pushesOf(this.maze, this.state, box).keys(), "target");
  }
}

function lostText(count) {
  return count === 1 ? "One box can reach no goal any more: undo." : `${count} boxes can reach no goal any more: undo.`;
}
