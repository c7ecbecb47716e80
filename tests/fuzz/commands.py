"""Commands with files and options that are mostly right: each returns the words after ``beta-plan``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from beta_plan.config import AUDIENCES, PARTITIONS, SEARCHES, SELECTIONS, TOPOLOGIES
from tests.fuzz import directories, levels, pddl, skeletons, words
from tests.fuzz.damage import odd_word

BUNDLED = ("ferry", "transport", "logistics", "sokoban", "gripper")
_NAMES = ("x", "a b", "it's", '"q"', "$(id)", "-x", "ä", "\x1b[31m", "&lt;", "<script>alert(1)", "\u202e", "\udcff")
_ENDINGS = (".sok", ".xsb", ".txt", ".pddl", "")


def inspect(chance: Random, folder: Path) -> list[str]:
    """Look at a task, at a domain alone, or at a level."""
    if chance.random() < 0.3:
        files = [_level_file(chance, folder), *_some(chance, {"--level": lambda: words.number(chance)})]
    else:
        domain, problem = _task(chance, folder)
        files = [domain, *([problem] if chance.random() < 0.8 else [])]
    stages = ("normalise", "ground", "mutexes", "sas", "invariants", "causal-graph")
    options = {"--stage": lambda: chance.choice(stages), "--seed": lambda: words.number(chance), "--json": None}
    return ["inspect", *files, *_some(chance, options)]


def describe(chance: Random, folder: Path) -> list[str]:
    """Describe a domain with a skeleton that may be wrong."""
    (folder / "domain.pddl").write_text(skeletons.DOMAIN)
    (folder / "s.toml").write_bytes(skeletons.skeleton(chance))
    return ["describe", "domain.pddl", "--skeleton", "s.toml", *_some(chance, {"--json": None})]


def verify(chance: Random, folder: Path) -> list[str]:
    """Verify a directory that may be damaged."""
    return ["verify", _directory(chance, folder), *_some(chance, {"--json": None})]


def report(chance: Random, folder: Path) -> list[str]:
    """Report a directory that may be damaged."""
    return ["report", _directory(chance, folder), *_some(chance, {"--json": None})]


def play(chance: Random, folder: Path) -> list[str]:
    """Make a page of levels, or of a directory."""
    what = _directory(chance, folder) if chance.random() < 0.3 else _level_file(chance, folder)
    return ["play", what, "--no-open", "-o", "page.html", *_some(chance, {"--level": lambda: words.number(chance)})]


def draw(chance: Random, folder: Path) -> list[str]:
    """Draw a level, or a problem."""
    if chance.random() < 0.5:
        what, asked = _level_file(chance, folder), {"--level": lambda: words.number(chance)}
    else:
        what, asked = _task(chance, folder)[1], {"--step": lambda: words.number(chance)}
    ending = chance.choice(("svg", "svg", "pdf"))
    return ["draw", what, "-o", f"picture.{ending}", *_some(chance, {**asked, "--json": None})]


def solve(chance: Random, folder: Path) -> list[str]:
    """Solve levels."""
    limits = ["--overall-time-limit", "1s", "--quiet"]
    return ["solve", _level_file(chance, folder), *limits, *_some(chance, {"--level": lambda: "1", "--json": None})]


def evaluate(chance: Random, folder: Path) -> list[str]:
    """Evaluate levels, or a task."""
    files = [_level_file(chance, folder)] if chance.random() < 0.6 else list(_task(chance, folder))
    return ["evaluate", *files, "--quiet", *_some(chance, {"--json": None, "--no-fast-path": None})]


def generate(chance: Random, folder: Path) -> list[str]:
    """Generate for a task that may be wrong, with few expansions."""
    kind = chance.randrange(4)
    if kind == 0:
        files = [_level_file(chance, folder)]
    elif kind == 1:
        files = [chance.choice(BUNDLED[:1]), "--objects", "car=2,port=2"]
    elif kind == 2:
        (folder / "domain.pddl").write_text(skeletons.DOMAIN)
        (folder / "s.toml").write_bytes(skeletons.skeleton(chance))
        files = ["domain.pddl", "--skeleton", "s.toml"]
    else:
        files = list(_task(chance, folder))
    wanted: dict[str, Callable[[], str] | None] = {
        "--order": lambda: words.small_order(chance), "-n": lambda: "2", "--seed": lambda: words.number(chance),
        "--any-state": None, "--report": None, "--ptest": None, "--pddl": None,
        "--keep": lambda: words.argument(odd_word(chance)),
    }  # fmt: skip
    limits = ["--max-expansions", "20", "--overall-time-limit", "5s", "--quiet", "--select", "objective", "-o", "out"]
    return ["generate", *files, *limits, *_some(chance, wanted)]


def experiment(chance: Random, folder: Path) -> list[str]:
    """Prepare an experiment on levels; none of its jobs is run."""
    wanted: dict[str, Callable[[], str] | None] = {
        "--rows": lambda: words.rows(chance), "--mazes": lambda: words.number(chance), "--seeds": lambda: "2",
        "--time": lambda: words.duration(chance), "--memory": lambda: words.memory(chance), "--json": None,
    }  # fmt: skip
    asked = ["experiment", "table1", "--levels", _level_file(chance, folder), "--prepare", "--quiet", "-o", "exp"]
    return [*asked, *_some(chance, wanted)]


def referee(chance: Random, folder: Path) -> list[str]:
    """Show a directory, or a file, to programs that are no planners."""
    if chance.random() < 0.5:
        what = _directory(chance, folder)
    else:
        what = chance.choice((_task(chance, folder)[1], _level_file(chance, folder)))
    planners = ["--planner", "true {domain} {problem}", "--solver", "cat {level}"]
    chosen = planners[:2], planners[2:], planners, ["--planner", words.template(chance)]
    limits = ["--no-cache", "--quiet", "--overall-time-limit", "1s"]
    return ["referee", what, *chance.choice(chosen), *limits, *_some(chance, {"--json": None})]


def options(chance: Random, folder: Path) -> list[str]:
    """Give a command any options in any combination."""
    known: dict[str, Callable[[], str] | None] = {
        "--order": lambda: words.order(chance), "--split": lambda: words.split(chance),
        "--scale": lambda: words.scale(chance), "--objects": lambda: words.objects(chance),
        "--size": lambda: words.size(chance), "--series": lambda: words.number(chance),
        "-n": lambda: words.number(chance), "--seed": lambda: words.number(chance),
        "--boxes": lambda: words.number(chance), "--table-limit": lambda: words.number(chance),
        "--overall-time-limit": lambda: words.duration(chance), "--overall-memory-limit": lambda: words.memory(chance),
        "--search": lambda: chance.choice(SEARCHES), "--partitions": lambda: chance.choice(PARTITIONS),
        "--select": lambda: chance.choice(SELECTIONS), "--for": lambda: chance.choice(AUDIENCES),
        "--topology": lambda: chance.choice(TOPOLOGIES), "--referee": lambda: words.template(chance),
        "--candidates": lambda: words.number(chance), "--level": lambda: words.number(chance), "--pddl": None,
        "--any-state": None, "--no-fast-path": None, "--json": None, "--report": None, "--ptest": None,
        "--format": lambda: chance.choice(("boxoban", "jumanji", "samples", "nosuch")),
    }  # fmt: skip
    if chance.random() < 0.5:  # nothing is searched for then, and nothing drawn
        (folder / "out").mkdir()
        (folder / "out" / "stranger").touch()
    where = chance.choice((*BUNDLED, "nosuch", *_NAMES))
    limits = ["--max-expansions", "20", "--overall-time-limit", "2s"]
    return ["generate", "--quiet", "-o", "out", *_some(chance, known, 0.15), *limits, "--", where]


def _task(chance: Random, folder: Path) -> tuple[str, str]:
    """Write a task, and return the names of its files."""
    domain, problem = pddl.task(chance)
    name = chance.choice((*["p01"] * 8, *_NAMES))
    for file, data in (("domain.pddl", domain), (f"{name}.pddl", problem)):
        (folder / file).write_bytes(data)
    return "domain.pddl", f"./{name}.pddl"


def _level_file(chance: Random, folder: Path) -> str:
    name = f"{chance.choice((*['levels'] * 8, *_NAMES))}{chance.choice((*['.sok'] * 8, *_ENDINGS))}"
    (folder / name).write_bytes(levels.level_file(chance))
    return f"./{name}"


def _directory(chance: Random, folder: Path) -> str:
    name = chance.choice((*["out"] * 8, *_NAMES))
    directories.write_directory(chance, folder / name)
    return f"./{name}"


def _some(chance: Random, known: dict[str, Callable[[], str] | None], share: float = 0.3) -> list[str]:
    """Return some of the options, each with a value if it takes one."""
    chosen = [(name, value) for name, value in known.items() if chance.random() < share]
    return [word for name, value in chosen for word in ([name] if value is None else [name, value()])]
