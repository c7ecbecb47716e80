/** Draws a Sokoban board as SVG: what stands still once, boxes and man where a state has them. */

import { html, svg } from "./dom.js";

/** Draws one maze; `show` moves boxes and man to where a state has them. */
export class Board {
  constructor(maze, state) {
    this.maze = maze;
    this.marks = svg("g", { class: "marks" });
    this.boxes = state.boxes.map((at) => ({ at, drawing: boxDrawing() }));
    this.man = svg("g", { class: "man" }, svg("circle", { r: 0.31 }), svg("circle", { class: "eye", r: 0.11 }));
    this.element = svg(
      "svg",
      { class: "board", viewBox: `0 0 ${maze.width} ${maze.height}`, role: "img" },
      squaresPath(maze, maze.inner, "floor"),
      squaresPath(maze, maze.walls, "walls"),
      ...[...maze.goals].map((goal) => svg("circle", { class: "goal", r: 0.17, ...this.#centre(goal) })),
      this.marks,
      ...this.boxes.map((box) => box.drawing),
      this.man,
    );
    this.element.style.setProperty("--columns", maze.width);
    this.element.style.setProperty("--rows", maze.height);
    this.show(state);
  }

  /** Shows a state; a box that has moved keeps its drawing, so that it glides. */
  show(state, lost = []) {
    const left = this.boxes.filter((box) => !state.boxes.includes(box.at));
    const entered = state.boxes.filter((at) => !this.boxes.some((box) => box.at === at));
    left.forEach((box, number) => (box.at = entered[number]));
    for (const { at, drawing } of this.boxes) {
      this.#place(drawing, at);
      drawing.classList.toggle("home", this.maze.goals.has(at));
      drawing.classList.toggle("lost", lost.includes(at));
    }
    this.#place(this.man, state.man);
    const home = state.boxes.filter((box) => this.maze.goals.has(box)).length;
    this.element.setAttribute("aria-label", `Sokoban board, ${home} of ${state.boxes.length} boxes on goals`);
  }

  /** Marks some squares; `kind` is a class of the style sheet. */
  mark(squares, kind) {
    for (const old of this.marks.querySelectorAll(`.${kind}`)) old.remove();
    this.marks.append(...[...squares].map((square) => svg("circle", { class: kind, r: 0.08, ...this.#centre(square) })));
  }

  /** Draws a frame around a box that is chosen, or around none. */
  choose(box) {
    for (const { at, drawing } of this.boxes) drawing.classList.toggle("chosen", at === box);
  }

  /** Returns the square under a pointer, or null beside the maze. */
  squareAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    const [row, column] = [Math.floor(point.y), Math.floor(point.x)];
    const square = row * this.maze.width + column;
    return column >= 0 && column < this.maze.width && this.maze.inner.has(square) ? square : null;
  }

  #centre(square) {
    return { cx: (square % this.maze.width) + 0.5, cy: Math.floor(square / this.maze.width) + 0.5 };
  }

  #place(drawing, square) {
    const { cx, cy } = this.#centre(square);
    drawing.style.transform = `translate(${cx}px, ${cy}px)`;
  }
}

/** Returns a small board that nobody plays on. */
export function boardFigure(maze, state, caption) {
  const board = new Board(maze, state);
  return html("figure", { class: "still" }, board.element, caption ? html("figcaption", {}, caption) : null);
}

function boxDrawing() {
  return svg("g", { class: "box" }, svg("rect", { x: -0.38, y: -0.38, width: 0.76, height: 0.76, rx: 0.1 }),
    svg("path", { d: "M-.2 -.2 L.2 .2 M-.2 .2 L.2 -.2" }));
}

function squaresPath(maze, squares, kind) {
  const drawn = [...squares].map((square) => `M${square % maze.width} ${Math.floor(square / maze.width)}h1v1h-1z`);
  return svg("path", { class: kind, d: drawn.join("") });
}
