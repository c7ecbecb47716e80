/** The way of a solution through the zones of a maze: tells from any state on it what comes next. */

import { isPush, statesOf, walk, zoneKey } from "./rules.js";

/** Knows the pushes of a solution, how many come before each frame, and after how many of them a state stands. */
export class Certificate {
  constructor(maze, start, moves) {
    this.maze = maze;
    this.states = statesOf(maze, start, moves);
    this.moves = moves.slice(0, this.states.length - 1);
    this.pushes = [];
    this.pushesAt = [0];
    this.place = new Map([[zoneKey(maze, start), 0]]);
    for (let number = 1; number < this.states.length; number += 1) {
      const [before, after] = [this.states[number - 1], this.states[number]];
      if (isPush(before, after)) {
        this.pushes.push({ from: before.man, letter: this.moves[number - 1] });
        this.place.set(zoneKey(maze, after), this.pushes.length);
      }
      this.pushesAt.push(this.pushes.length);
    }
  }

  /** Returns whether the solution can be followed from a state: the same boxes, and a walk to its man. */
  applies(state) {
    return (this.place.get(zoneKey(this.maze, state)) ?? this.pushes.length) < this.pushes.length;
  }

  /** Returns the moves up to the next push from a state to which the solution applies. */
  next(state) {
    const push = this.pushes[this.place.get(zoneKey(this.maze, state))];
    return walk(this.maze, state, push.from) + push.letter;
  }
}
