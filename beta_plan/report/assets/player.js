/** Plays a sequence of frames: buttons, a slider, and a clock that is the page's own. */

import { button, html, svg } from "./dom.js";

const SECONDS = 30;
const SHORTEST = 40;
const ICONS = {
  first: "M5 5v10M14 5l-5 5 5 5",
  back: "M12 5l-5 5 5 5",
  play: "M6.5 4.5v11l9-5.5z",
  pause: "M7 5v10M13 5v10",
  forward: "M8 5l5 5-5 5",
  last: "M15 5v10M6 5l5 5-5 5",
};

/** Shows frames 0 to `last`, one at a time, `slowest` milliseconds each at most; `show` draws one, `caption` tells it. */
export class Player {
  #timer = null;

  constructor({ last, show, caption, noun = "step", slowest = 700 }) {
    Object.assign(this, { last, show, caption, noun, at: 0 });
    this.delay = Math.min(slowest, Math.max(SHORTEST, (1000 * SECONDS) / Math.max(last, 1)));
    this.slider = html("input", {
      type: "range", min: 0, max: last, value: 0, "aria-label": "Position", oninput: () => this.go(Number(this.slider.value)),
    });
    this.playing = iconButton("play", "Play", () => this.toggle());
    this.told = html("p", { class: "told", "aria-live": "off" });
    this.element = html("div", { class: "player" },
      html("div", { class: "buttons" },
        iconButton("first", "To the start", () => this.go(0)),
        iconButton("back", "Step back", () => this.go(this.at - 1)),
        this.playing,
        iconButton("forward", "Step forward", () => this.go(this.at + 1)),
        iconButton("last", "To the end", () => this.go(last)),
        this.slider),
      this.told);
    this.go(0);
  }

  /** Shows a frame, and stops playing. */
  go(frame) {
    this.stop();
    this.#draw(frame);
  }

  /** Begins or ends playing; at the end it begins again. */
  toggle() {
    if (this.#timer !== null) return this.stop();
    if (this.at === this.last) this.#draw(0);
    this.#timer = setInterval(() => (this.at < this.last ? this.#draw(this.at + 1) : this.stop()), this.delay);
    this.#label("pause", "Pause");
  }

  /** Stops the clock. */
  stop() {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#label("play", "Play");
  }

  #draw(frame) {
    this.at = Math.min(Math.max(frame, 0), this.last);
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `${this.noun} ${this.at} of ${this.last}`);
    this.show(this.at);
    this.told.replaceChildren(html("span", { class: "count" }, `${this.noun} ${this.at} of ${this.last}`), this.caption(this.at));
  }

  #label(icon, label) {
    this.playing.querySelector("path").setAttribute("d", ICONS[icon]);
    this.playing.querySelector("svg").setAttribute("class", icon);
    this.playing.setAttribute("aria-label", label);
    this.playing.title = label;
  }
}

function iconButton(icon, label, onclick) {
  const drawing = svg("svg", { viewBox: "0 0 20 20", class: icon, "aria-hidden": "true" }, svg("path", { d: ICONS[icon] }));
  return button(drawing, onclick, { class: "icon", "aria-label": label, title: label });
}
