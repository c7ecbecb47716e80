"""Levels as PDDL, over the bundled Sokoban domain: walking is free, each push costs one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from beta_plan.bundled import bundled_domain
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import WALL, Maze
from beta_plan.sokoban.solution import Step

DIRECTION_NAMES = ("up", "right", "down", "left")
"""The directions of ``beta_plan.sokoban.maze.DIRECTIONS`` as objects of the domain."""

_WIDTH = 116


def domain_bytes() -> bytes:
    """Return the domain file that all problems are written for."""
    return bundled_domain("sokoban").read_bytes()


def level_to_pddl(level: Level, name: str = "sokoban-p01", comment: str = "") -> tuple[str, str]:
    """Return the texts of domain and problem; a level without a full state raises IllegalTask.

    Only the inner squares are written: square sRC is in row R, column C, from zero, as many digits for each as the
    largest needs. Box 1 stands on the first square in reading order, and so on. Lines of ``comment`` come first.
    """
    boxes, man = level.require_state()
    squares = square_names(level.maze)
    head = [*comment.splitlines(), *([""] if comment else []), *(f"  {row}" for row in level.rows())]
    lines = [
        *(f"; {line}".rstrip() for line in head),
        f"(define (problem {name})",
        "  (:domain sokoban)",
        "  (:objects",
        *_filled([*squares, "- square"]),
        "    up down left right - direction",
        "    man - man",
        *_filled([*box_names(boxes), "- box)"]),
        "  (:init",
        *_statics(level.maze, squares),
        *_state(level.maze, squares, boxes, man),
        "    (= (total-cost) 0))",
        *_filled(["(:goal (and", *_facts("stored", box_names(boxes), end="))")], indent=2),
        "  (:metric minimize (total-cost)))",
    ]
    return domain_bytes().decode(), "".join(f"{line}\n" for line in lines)


def square_names(maze: Maze) -> list[str]:
    """Return the object of each square.

    >>> square_names(Maze.of([(1, 1), (1, 2)], [(1, 2)])), square_names(Maze.of([(9, 10)], [(9, 10)]))
    (['s11', 's12'], ['s0910'])
    """
    digits = max(len(str(number)) for place in maze.places for number in place)
    return [f"s{row:0{digits}}{column:0{digits}}" for row, column in maze.places]


def box_names(boxes: Iterable[int]) -> list[str]:
    """Return an object for each box, in the order of their squares."""
    return [f"box{number}" for number, _ in enumerate(boxes, 1)]


def steps_to_pddl(level: Level, steps: Iterable[Step]) -> Iterator[str]:
    """Yield the actions of a plan, without parentheses, that carry out the moves of a solution."""
    boxes, _ = level.require_state()
    squares, goals = square_names(level.maze), set(level.maze.goals)
    box_at = dict(zip(boxes, box_names(boxes), strict=True))
    for step in steps:
        man = f"{squares[step.start]} {squares[step.to]}"
        direction = DIRECTION_NAMES[step.direction]
        if step.is_push:
            box = box_at[step.box_to] = box_at.pop(step.to)
            kind = "push-to-target" if step.box_to in goals else "push-to-plain"
            yield f"{kind} man {box} {man} {squares[step.box_to]} {direction}"
        else:
            yield f"walk man {man} {direction}"


def _statics(maze: Maze, squares: list[str]) -> Iterator[str]:
    """Yield lines with the facts that no action changes: a line of neighbours to each square, then the targets."""
    for square, around in enumerate(maze.neighbours):
        facts = [
            f"(next {squares[square]} {squares[there]} {DIRECTION_NAMES[direction]})"
            for direction, there in enumerate(around)
            if there != WALL
        ]
        if facts:
            yield f"    {' '.join(facts)}"
    goals = set(maze.goals)
    yield from _filled(_facts("target", [squares[goal] for goal in maze.goals]))
    yield from _filled(_facts("plain", [name for square, name in enumerate(squares) if square not in goals]))


def _state(maze: Maze, squares: list[str], boxes: tuple[int, ...], man: int) -> Iterator[str]:
    """Yield lines with the facts of man, boxes and squares without either."""
    names = box_names(boxes)
    where = [f"{name} {squares[box]}" for name, box in zip(names, boxes, strict=True)]
    stored = [name for name, box in zip(names, boxes, strict=True) if box in set(maze.goals)]
    yield from _filled(_facts("at", [f"man {squares[man]}", *where]))
    yield from _filled(_facts("stored", stored))
    yield from _filled(_facts("clear", [name for square, name in enumerate(squares) if square not in {man, *boxes}]))


def _facts(predicate: str, arguments: Iterable[str], end: str = "") -> list[str]:
    """Return a fact for each of some arguments, ``end`` after the last one."""
    facts = [f"({predicate} {each})" for each in arguments]
    return [*facts[:-1], facts[-1] + end] if facts else []


def _filled(words: Iterable[str], indent: int = 4) -> list[str]:
    """Return words, or facts, on as few lines as they need; a fact is never broken."""
    joined = " ".join(word.replace(" ", "\0") if word.startswith("(") else word for word in words)
    lines = wrap(joined, _WIDTH - indent, break_long_words=False, break_on_hyphens=False)
    return [" " * indent + line.replace("\0", " ") for line in lines]
