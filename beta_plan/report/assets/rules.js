/**
 * The rules of Sokoban, on plain values.
 *
 * A maze has squares numbered row by row; `neighbours[square]` are the squares above, right, below and left of it,
 * WALL where there is none. A state is the man's square and the boxes' squares, ascending; states never change.
 */

export const WALL = -1;
export const LETTERS = "urdl";
const OFFSETS = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/** Returns the maze of a level's rows, and the state that they show. */
export function readLevel(rows) {
  const width = Math.max(...rows.map((row) => row.length));
  const at = (row, column) => rows[row]?.[column] ?? "#";
  const neighbours = Array.from({ length: rows.length * width }, (_, square) => {
    const [row, column] = [Math.floor(square / width), square % width];
    return OFFSETS.map(([down, right]) => (at(row + down, column + right) === "#" ? WALL : square + down * width + right));
  });
  const found = { goals: [], boxes: [], men: [], walls: [] };
  for (const [square] of neighbours.entries()) {
    const symbol = at(Math.floor(square / width), square % width);
    if (".+*".includes(symbol)) found.goals.push(square);
    if ("$*".includes(symbol)) found.boxes.push(square);
    if ("@+".includes(symbol)) found.men.push(square);
    if (symbol === "#" && square % width < rows[Math.floor(square / width)].length) found.walls.push(square);
  }
  const { goals, walls, boxes, men } = found;
  const inner = reached(neighbours, [...men, ...goals, ...boxes], new Set());
  return { maze: { width, height: rows.length, neighbours, goals: new Set(goals), walls, inner }, start: { man: men[0], boxes } };
}

/** Returns the state after a step in a direction, or null where the man cannot take it. */
export function step(maze, state, direction) {
  const to = maze.neighbours[state.man][direction];
  if (to === WALL) return null;
  if (!state.boxes.includes(to)) return { man: to, boxes: state.boxes };
  const beyond = maze.neighbours[to][direction];
  if (beyond === WALL || state.boxes.includes(beyond)) return null;
  const boxes = state.boxes.map((box) => (box === to ? beyond : box)).sort((a, b) => a - b);
  return { man: to, boxes };
}

/** Returns whether a step between two states has pushed a box. */
export function isPush(before, after) {
  return before.boxes !== after.boxes;
}

/** Returns all states that moves, as letters of either case, lead through, the first one included. */
export function statesOf(maze, state, moves) {
  const states = [state];
  for (const letter of moves) {
    const next = step(maze, states.at(-1), LETTERS.indexOf(letter.toLowerCase()));
    if (next === null) break;
    states.push(next);
  }
  return states;
}

/** Returns whether every box is on a goal. */
export function isSolved(maze, state) {
  return state.boxes.every((box) => maze.goals.has(box));
}

/** Returns the moves of a shortest walk without pushing, or null where there is none. */
export function walk(maze, state, target) {
  const came = new Map([[state.man, null]]);
  const blocked = new Set(state.boxes);
  for (const square of came.keys()) {
    if (square === target) return traced(maze, came, target);
    for (const [direction, next] of maze.neighbours[square].entries()) {
      if (next !== WALL && !blocked.has(next) && !came.has(next)) came.set(next, direction);
    }
  }
  return null;
}

/** Returns the squares that the man can walk to. */
export function zone(maze, state) {
  return reached(maze.neighbours, [state.man], new Set(state.boxes));
}

/** Returns a text that is equal for states between which the man can walk. */
export function zoneKey(maze, state) {
  return `${state.boxes.join(" ")}|${Math.min(...zone(maze, state))}`;
}

/** Returns, for each square to which one box can be pushed while the others stay, moves with the fewest pushes. */
export function pushesOf(maze, state, box) {
  const others = state.boxes.filter((each) => each !== box);
  const found = new Map();
  const seen = new Set();
  const waiting = [{ box, man: state.man, moves: "" }];
  for (const { box: at, man, moves } of waiting) {
    const now = { man, boxes: [...others, at] };
    const around = zone(maze, now);
    for (let direction = 0; direction < 4; direction += 1) {
      const behind = maze.neighbours[at][(direction + 2) % 4];
      const to = maze.neighbours[at][direction];
      if (to === WALL || others.includes(to) || !around.has(behind) || seen.has(4 * to + direction)) continue;
      seen.add(4 * to + direction);
      const further = moves + walk(maze, now, behind) + LETTERS[direction];
      if (!found.has(to) && to !== box) found.set(to, further);
      waiting.push({ box: to, man: at, moves: further });
    }
  }
  return found;
}

/** Returns the squares from which a box, alone in the maze, can be pushed to no goal. */
export function deadSquares(maze) {
  const live = new Set(maze.goals);
  for (const square of live) {
    for (let direction = 0; direction < 4; direction += 1) {
      const there = maze.neighbours[square][direction];
      if (there !== WALL && maze.neighbours[there][direction] !== WALL) live.add(there);
    }
  }
  return new Set([...maze.inner].filter((square) => !live.has(square)));
}

/** Returns boxes that will never reach a goal: on dead squares, or in a block of four that nobody can move. */
export function lostBoxes(maze, dead, state) {
  const boxes = new Set(state.boxes);
  const lost = state.boxes.filter((box) => dead.has(box));
  const walls = new Set(maze.walls);
  const isFixed = (square) => boxes.has(square) || walls.has(square);
  for (let square = 0; square + maze.width + 1 < maze.neighbours.length; square += 1) {
    const block = [square, square + 1, square + maze.width, square + maze.width + 1];
    const stuck = block.filter((each) => boxes.has(each) && !maze.goals.has(each));
    if ((square + 1) % maze.width && stuck.length && block.every(isFixed)) lost.push(...stuck);
  }
  return [...new Set(lost)];
}

function reached(neighbours, from, blocked) {
  const found = new Set(from);
  for (const square of found) {
    for (const next of neighbours[square]) if (next !== WALL && !blocked.has(next)) found.add(next);
  }
  return found;
}

function traced(maze, came, end) {
  let moves = "";
  for (let square = end; came.get(square) !== null; square = maze.neighbours[square][(came.get(square) + 2) % 4]) {
    moves = LETTERS[came.get(square)] + moves;
  }
  return moves;
}
