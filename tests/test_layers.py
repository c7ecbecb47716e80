"""Which part of beta_plan may import which: the arrows point one way."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "beta_plan"

# Part (a package, or a module beside them) -> the parts that it may import. A dotted name allows that module alone.
MAY_IMPORT: dict[str, set[str]] = {
    "__init__": {"config", "errors", "generation", "stages", "suites"},  # when they are asked for
    "__main__": {"cli"},
    "errors": set(),
    "stages": set(),
    "sas": {"errors"},
    "pddl": {"errors", "sas"},
    "front_end": {"errors", "pddl", "sas", "stages"},
    "bundled": {"errors"},
    "user_cache": set(),
    "kernel_cache": set(),
    "jit": {"kernel_cache", "user_cache"},
    "spaces": {"errors", "jit", "sas"},
    "pdbs": {"errors", "jit", "sas", "spaces"},
    "evaluators": {"jit", "pdbs", "sas", "spaces"},
    "search": {"errors", "evaluators.ordering", "jit", "sas", "spaces"},
    "fast_paths": {"pddl.lifted"},
    "sokoban": {
        "bundled",
        "certify.sokoban",  # the solver's witness
        "config",  # sizes as users write them
        "errors",
        "evaluators",
        "fast_paths",
        "jit",
        "pddl.lifted",
        "pddl.sexpr",
        "pdbs",
        "sas",
        "search.astar",
        "search.budget",
        "search.key_set",
        "search.key_set_kernels",
        "search.memory",
        "spaces",
        "user_cache",
    },
    "skeleton": {"bundled", "config", "errors", "pddl", "sokoban"},
    "splits": set(),
    "config": {"splits"},
    "metrics": set(),
    "output": {"__init__", "errors", "metrics", "splits"},
    "certify": {"errors", "output.layout", "pddl.sexpr"},  # an independent witness
    "export": {"__init__", "errors", "output"},  # boards, solutions, numbers; nothing of the search
    "bulk": {"certify.sokoban", "errors", "evaluators", "export.level", "search", "skeleton", "sokoban", "worlds"},
    "sampling": {
        "bundled",
        "config",
        "errors",
        "evaluators",
        "export.samples",
        "jit",
        "limits",
        "pipeline",
        "portfolio",
        "search",
        "stages",
        "worlds",
    },
    "pictures": {  # instances and plans as text; nothing of the search
        "certify",
        "errors",
        "pddl",
        "skeleton.groups",
        "skeleton.statics",
        "skeleton.structure",
        "sokoban.grid",
        "sokoban.level",
        "sokoban.maze",
        "sokoban.pddl_task",
        "sokoban.recognise",
        "sokoban.schema_roles",
        "sokoban.static_facts",
        "sokoban.xsb",
    },
    "referees": {
        "__init__",
        "certify",
        "errors",
        "jit",
        "output.file",
        "output.layout",
        "pddl.sexpr",
        "sokoban.xsb",
        "user_cache",
    },
    "symmetry": {"pddl.lifted", "sas"},
    "limits": {"config", "pdbs", "search.budget", "search.memory"},
    "generation": {"__init__", "config", "output"},
    "naturalise": {"evaluators", "reference", "sas", "search", "spaces"},
    "reference": {"evaluators", "sas", "search", "spaces"},
    "worlds": {
        "bundled",
        "certify",
        "config",
        "errors",
        "evaluators",
        "fast_paths",
        "front_end",
        "metrics",
        "naturalise",
        "output",
        "pddl",
        "pdbs",
        "sas",
        "search",
        "skeleton",
        "sokoban",
        "spaces",
        "stages",
        "symmetry",
    },
    "past": {"sas", "worlds.world"},
    "panel": {"sas", "search", "worlds.race_plan", "worlds.world"},
    "replayed": {"errors", "metrics", "pddl.sexpr", "search.result", "worlds.world"},
    "race": {"panel", "sas", "search", "worlds.race_plan", "worlds.world"},
    "grades": {"panel", "search", "worlds.world"},
    "fingerprint": {"pddl.sexpr"},
    "sizes": {"bundled", "config", "errors", "skeleton", "splits"},
    "found": {"generation", "past", "search.result"},
    "portfolio": {"config", "evaluators", "found", "limits", "past", "sas", "search", "splits", "worlds.world"},
    "people": {"config", "errors", "metrics", "search.result", "sokoban.human", "sokoban.solution", "worlds"},
    "rerank": {
        "config",
        "errors",
        "limits",
        "metrics",
        "output.layout",
        "pddl.sexpr",
        "referees",
        "sas.task",
        "search.result",
        "worlds.world",
    },
    "archive": {"generation", "search.snapshot"},
    "checkpoint": {"__init__", "archive", "errors", "generation", "jit", "output", "search.snapshot"},
    "pipeline": {
        "archive",
        "bundled",
        "config",
        "errors",
        "evaluators",
        "found",
        "generation",
        "grades",
        "jit",
        "limits",
        "metrics",
        "output",
        "people",
        "portfolio",
        "race",
        "replayed",
        "rerank",
        "sas",
        "search",
        "search_archive",
        "splits",
        "stages",
        "worlds",
    },
    "report": {
        "__init__",
        "errors",
        "output.file",
        "output.layout",
        "pddl.sexpr",
        "pictures",
        "sokoban.level",
        "sokoban.solution",
        "sokoban.xsb",
    },
    "play": {"errors", "output.layout", "pddl.sexpr", "sokoban.level", "sokoban.solution", "sokoban.xsb"},
    "search_archive": {
        "archive",
        "errors",
        "evaluators",
        "found",
        "generation",
        "limits",
        "search.result",
        "search.snapshot",
    },
    "suite_archive": {"archive", "config", "generation", "metrics", "output"},
    "suites": {
        "archive",
        "bundled",
        "config",
        "errors",
        "fingerprint",
        "generation",
        "jit",
        "output",
        "pipeline",
        "search.budget",
        "sizes",
        "stages",
        "suite_archive",
        "worlds.open",
    },
    "evaluation": {"bundled", "config", "errors", "evaluators", "limits", "metrics", "stages", "worlds"},
    "experiments": {
        "__init__",
        "bundled",
        "config",
        "errors",
        "jit",  # where the kernels of a machine are
        "metrics",
        "output.file",
        "output.lock",
        "pddl.sexpr",
        "referees.verdict",
        "skeleton.toml",  # what these are drawn from
        "sokoban.level",
        "sokoban.xsb",
        "stages",
        "worlds.drawn",  # reference tasks
        "worlds.world",
    },
    "up": {  # the plug-in for unified-planning; nobody imports it
        "certify",
        "config",
        "errors",
        "evaluators",
        "limits",
        "metrics",
        "pddl.sexpr",
        "pipeline",
        "sas.task",
        "search",
        "stages",
        "worlds",
    },
    "cli": {
        "__init__",
        "archive",
        "bulk",
        "bundled",
        "certify",
        "checkpoint",
        "config",
        "errors",
        "evaluation",
        "evaluators.ordering",
        "experiments",
        "export",
        "front_end",
        "generation",
        "jit",
        "metrics",
        "output.exchange",
        "output.file",
        "output.layout",
        "output.ptest",
        "output.write",
        "play",
        "pddl.domain",
        "pddl.sexpr",
        "pictures",
        "pipeline",
        "referees",
        "report",
        "sampling",
        "sas",
        "search.budget",
        "search.portfolio",
        "skeleton",
        "sokoban.level",
        "sokoban.solver",
        "sokoban.xsb",
        "splits",
        "stages",
        "suites",
        "worlds.open",
    },
}

# Libraries that only some places may import: a part, or the ending of a file's name.
KEPT_TO: dict[str, tuple[str, ...]] = {
    "tarski": ("pddl/",),
    "clingo": ("pddl/", "sas/"),
    "numba": ("kernels.py", "dispatch.py", "jit.py", "kernel_cache.py"),
    "click": ("cli/",),
    "rich": ("cli/",),
    "PIL": ("png.py",),
    "pyarrow": ("parquet.py",),
    "distributed": ("experiments/executors/",),
    "dask": ("experiments/executors/",),
    "dask_jobqueue": ("experiments/executors/",),
    "unified_planning": ("up/",),  # others look for it by name, in processes of their own or when asked
}


def imported_modules(tree: ast.AST, file: Path) -> Iterator[str]:
    """Yield the full names of what a file imports, wherever in it the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = ["beta_plan", *file.parent.parts]
            base = parents[: len(parents) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def violations(package: Path) -> Iterator[str]:
    """Yield a sentence for every import that the tables do not allow."""
    for path in sorted(package.rglob("*.py")):
        file = path.relative_to(package)
        part = file.parts[0].removesuffix(".py")
        if part not in MAY_IMPORT:
            yield f"{file}: say in MAY_IMPORT what {part} may import"
            continue
        allowed = MAY_IMPORT[part] | {part}
        for module in imported_modules(ast.parse(path.read_text(encoding="utf-8")), file):
            library, _, inside = module.partition(".")
            if library in KEPT_TO and not any(_is_in(file, place) for place in KEPT_TO[library]):
                yield f"{file}: only {' and '.join(KEPT_TO[library])} may import {library}"
            if library == "beta_plan":
                target = inside.split(".")[0]
                target = target if (package / target).is_dir() or (package / f"{target}.py").exists() else "__init__"
                if target not in allowed and not any(f"{inside}.".startswith(f"{name}.") for name in allowed):
                    yield f"{file}: {part} must not import {target}"


def _is_in(file: Path, place: str) -> bool:
    return file.as_posix().startswith(place) if place.endswith("/") else file.name.endswith(place)


def test_imports_follow_the_arrows():
    assert list(violations(PACKAGE)) == []


@pytest.mark.parametrize(
    ("file", "line", "complaint"),
    [
        ("sas/x.py", "from beta_plan.pddl.read import ReadTask", "sas/x.py: sas must not import pddl"),
        ("sas/x.py", "from beta_plan import pddl", "sas/x.py: sas must not import pddl"),
        ("sas/x.py", "from ..pddl import read", "sas/x.py: sas must not import pddl"),
        ("sas/x.py", "from beta_plan import __version__", "sas/x.py: sas must not import __init__"),
        ("pddl/x.py", "import beta_plan.cli.main", "pddl/x.py: pddl must not import cli"),
        ("sas/x.py", "def f():\n    import tarski.io", "sas/x.py: only pddl/ may import tarski"),
        ("sas/x.py", "import PIL", "sas/x.py: only png.py may import PIL"),
        ("novel/x.py", "", "novel/x.py: say in MAY_IMPORT what novel may import"),
    ],
)
def test_a_planted_violation_is_found(tmp_path, file, line, complaint):
    for part in ("cli", "pddl", "sas"):
        (tmp_path / part).mkdir()
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(line)
    assert list(violations(tmp_path)) == [complaint]


def test_allowed_imports_pass(tmp_path):
    (tmp_path / "errors.py").write_text("")
    (tmp_path / "sas").mkdir()
    (tmp_path / "sas" / "x.py").write_text("from . import y\nfrom beta_plan.sas import y\nfrom beta_plan import errors")
    (tmp_path / "sas" / "kernels.py").write_text("import numba")
    assert list(violations(tmp_path)) == []
