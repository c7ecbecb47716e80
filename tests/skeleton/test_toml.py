"""What is read from a skeleton file, and what is refused: with the file, the table and the remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.config import TOPOLOGIES
from beta_plan.errors import InputRefused
from beta_plan.skeleton.rules import KEYS
from beta_plan.skeleton.spec import Condition, Map, Typed, Value
from beta_plan.skeleton.toml import TABLES, find_skeleton, parse_skeleton, read_skeleton, skeleton_from
from tests.bundled import DOMAINS

OBJECTS = "[objects]\nplace = 4\ncrate = 2\nrow = { count = 2, hidden = true }\n"
MAPS = '[maps]\nplace = "random"\n'


def rule(text: str, table: str = "init") -> str:
    return f"{OBJECTS}{MAPS}[[{table}]]\n{text}"


REFUSED = {
    "no TOML": ("[objects", "no TOML", "toml.io"),
    "unknown table": (OBJECTS + "[object]\nx = 1", "[object] no such table", "did you mean 'objects'?"),
    "no objects": ("metric = true", "[objects] no kinds of objects", "add place = 8"),
    "no table": ("objects = 3", "[objects] is no table", "write [objects]"),
    "name of a kind": ('[objects]\n"1 2" = 3', "is no name of a kind", "after a letter"),
    "key of a kind": ("[objects]\na = { cuont = 3 }", "[objects.a] unknown key 'cuont'", "did you mean 'count'?"),
    "number": ("[objects]\na = -3", "[objects.a] '-3' is no number of objects", 'write 8, or "2*city"'),
    "truth as number": ("[objects]\na = true", "[objects.a] 'True' is no number", "write 8"),
    "list as number": ("[objects]\na = [1]", "[objects.a]", "write 8"),
    "long number": (f"[objects]\na = {10**12}", "[objects.a]", "write 8"),
    "many objects": ("[objects]\na = 2001", "[objects.a] the number is 2001", "at most 2000"),
    "few objects": ("[objects]\na = 0", "[objects.a] the number is 0", "at least 1"),
    "unknown kind in number": ('[objects]\na = "2*b"', "[objects.a] no kind 'b'", "known: a"),
    "ring of numbers": ('[objects]\na = "b"\nb = "a"', "count by each other", "give one of them a number"),
    "type": ("[objects]\na = { count = 1, type = 3 }", "[objects.a] '3' is no type", "give its name"),
    "names": ('[objects]\na = { names = "b" }', "[objects.a] names are no list", "write names"),
    "name twice": ('[objects]\na = { names = ["b", "B"] }', "[objects.a] a name stands twice", "leave one out"),
    "first": ("[objects]\na = { count = 1, first = -1 }", "[objects.a] 'first'", "write first = 0"),
    "flag": ("[objects]\na = { count = 1, hidden = 1 }", "'hidden' is neither true nor false", "write hidden = true"),
    "group without list": (OBJECTS + '[groups]\ng = "place"', "[groups] 'g' is no list of kinds", "write both"),
    "group like a kind": (OBJECTS + '[groups]\nplace = ["crate"]', "[groups] 'place'", "one that no kind has"),
    "group of nothing": (OBJECTS + '[groups]\ng = ["plcae"]', "[groups] no kind 'plcae'", "did you mean 'place'?"),
    "map of nothing": (OBJECTS + '[maps]\nplcae = "grid"', "[maps.plcae] no kind", "did you mean 'place'?"),
    "topology": (OBJECTS + '[maps]\nplace = "torus"', "'torus' is no topology", "one of grid, ring"),
    "key of a map": (OBJECTS + '[maps]\nplace = { form = "grid" }', "unknown key 'form'", "known: topology"),
    "columns": (OBJECTS + '[maps]\nplace = { topology = "grid", columns = 3 }', "'columns'", 'columns = "column"'),
    "metric": ("metric = 1\n" + OBJECTS, "[metric] is neither true nor false", "write metric = true"),
    "no list of rules": (OBJECTS + "[init]\nadd = 3", "[init] is no list of rules", "write [[init]]"),
    "no rule": ("init = [3]\n" + OBJECTS, "[init 1] is no rule", "write [[init]]"),
    "key of a rule": (rule('eahc = "?p - place"'), "[init 1] unknown key 'eahc'", "did you mean 'each'?"),
    "two loops": (rule('each = "?p - place"\nchain = "?a ?b - place"'), "each and chain", "one of them is enough"),
    "variables": (rule('each = "p - place"'), "'each' is no list of variables", 'write each = "?a ?b - place"'),
    "variables that are no text": (rule("pick = 3"), "'pick' is no list of variables", "write pick"),
    "kind": (rule('each = "?p - plcae"'), "no kind 'plcae'", "did you mean 'place'?"),
    "variable twice": (rule('each = "?p ?p - place"\nadd = "(a ?p)"'), "stands twice", "another name"),
    "one variable of a chain": (rule('chain = "?a - place"\nadd = "(a ?a)"'), "'chain' takes 2", "?a ?b - place"),
    "kinds of a pair": (rule('pairs = "?a - place ?b - crate"\nadd = "(a ?a)"'), "of one kind", "?a ?b - place"),
    "sums of two": (rule('sums = "?a ?b - place"\nadd = "(a ?a)"'), "'sums' takes 3", "?a ?b ?c - place"),
    "zip of one": (rule('zip = "?a - place"\nadd = "(a ?a)"'), "'zip' takes 2 variables", "?b - other"),
    "no map": (rule('edges = "?a ?b - crate"\nadd = "(a ?a)"'), "'crate' has no map", 'crate = "random"'),
    "base without towers": (rule('base = "?a - place"\nadd = "(a)"'), "'base' is for towers", "leave it out"),
    "two bases": (rule('towers = "?c - crate"\nbase = "?a ?b - place"\nadd = "(a)"'), "one variable", "?s - pallet"),
    "share of towers": (rule('towers = "?c - crate"\nshare = 0.5\nadd = "(a)"'), "not for towers", "leave it out"),
    "condition of towers": (rule('towers = "?c - crate"\nwhere = "(b)"\nadd = "(a)"'), "nothing is picked", "pick"),
    "how without pick": (rule('how = "once"\nadd = "(a)"'), "nothing is picked", "write pick"),
    "how": (rule('pick = "?p - place"\nhow = "oddly"\nadd = "(a)"'), "'how' is unknown: oddly", "one of any, evenly"),
    "height": (rule('towers = "?c - crate"\nheight = 0\nadd = "(a)"'), "'height' is no number", "write height = 2"),
    "share": (rule('share = 0\nadd = "(a)"'), "'share' is no number between", "write share = 0.5"),
    "nothing to add": (rule('each = "?p - place"'), "adds nothing", "write add"),
    "headings of a free map": (rule('edges = "?a ?b - place"\nadd = "(a ?heading)"'), "no headings", "grid"),
    "heading of a free map": (rule('edges = "?a ?b - place"\nheading = "up"\nadd = "(a)"'), "no headings", "grid"),
    "heading": (rule('edges = "?a ?b - place"\nheading = "north"\nadd = "(a)"'), "north", "one of up, right"),
    "no facts": (rule("add = 3"), "'add' is neither a text nor a list", "write add"),
    "no fact": (rule('add = "at ?x"'), "'at ?x' is no fact", 'write "(at ?x ?y)"'),
    "open fact": (rule('add = "(at"'), "'(at' is no fact", "write"),
    "nested fact": (rule('add = "(not (at))"'), "no list of names and variables", "write"),
    "odd word": (rule('add = "(at ;)"'), "no list of names and variables", "write"),
    "no predicate": (rule('each = "?p - place"\nadd = "(?p ?p)"'), "'(?p ?p)' has no predicate", "write"),
    "any object in a fact": (rule('add = "(at *)"'), "'(at *)' is no fact", "* is for conditions"),
    "unbound": (rule('each = "?place - place"\nadd = "(at ?palce)"'), "nothing binds '?palce'", "mean '?place'?"),
    "unbound in condition": (rule('where = "(at ?x)"\nadd = "(a)"'), "nothing binds '?x'", "known"),
    "unbound length": (rule('add = "(= (f) ?length)"'), "nothing binds '?length'", "edges, links and pairs do"),
    "no number": (rule('add = "(= (f) x)"'), "'=' takes a function and a number", "write"),
    "equal three": (rule('where = "(= place1)"\nadd = "(a)"'), "'=' takes two objects", "write"),
    "hidden object": (rule('each = "?r - row"\nadd = "(a ?r)"'), "'row' is hidden", "begin the predicate with _"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_refused_with_place_and_remedy(name):
    text, complaint, remedy = REFUSED[name]
    with pytest.raises(InputRefused) as refused:
        parse_skeleton(text, "x/skeleton.toml")
    message = str(refused.value)
    assert message.startswith("x/skeleton.toml: ")
    assert complaint in message
    assert message.endswith(")")
    assert remedy in message.partition(complaint)[2]


def test_files_that_cannot_be_read_are_refused(tmp_path):
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    for name in ("none.toml", "bytes.toml", "."):
        with pytest.raises(InputRefused, match=r"cannot be read|no TOML"):
            read_skeleton(tmp_path / name)


def test_files_without_an_end_are_refused(tmp_path):
    (tmp_path / "long.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(InputRefused, match="longer than 1,000,000 bytes"):
        read_skeleton(tmp_path / "long.toml")


@pytest.mark.parametrize("number", ["9" * 5000, f"0x{'f' * 5000}"])
@pytest.mark.parametrize("text", ["[objects]\na = {}", "[objects]\na = 1\n[maps]\na = [{{ columns = {} }}]"])
def test_numbers_of_thousands_of_digits_are_refused(text, number):
    with pytest.raises(InputRefused, match=r"digits|too large"):
        parse_skeleton(text.format(number))


def test_the_skeleton_is_beside_the_domain_or_given(tmp_path):
    domain = DOMAINS / "logistics" / "domain.pddl"
    assert find_skeleton(domain) == domain.parent / "skeleton.toml"
    assert find_skeleton(domain, "other.toml") == Path("other.toml")
    assert find_skeleton(tmp_path / "domain.pddl") is None


def test_what_a_file_says_is_what_is_read():
    skeleton = parse_skeleton("""
metric = true
[objects]
place = { count = "2*row", type = "location", least = "row", most = 9 }
row = { count = 2, hidden = true }
level = { names = ["none", "some"] }
[groups]
all = ["place", "level"]
[maps]
place = { topology = "grid", columns = "row", fixed = true }
all = "tree"
[[static]]
edges = "?a ?b - place"
heading = "up"
where = ["(not (= ?a ?b))", "(at * ?b)"]
add = ["(next ?a ?b)", "(= (far ?a ?b) 2*?length+1)"]
""")
    assert (skeleton.metric, skeleton.free_map) == (True, "all")
    place, level = skeleton.kinds["place"], skeleton.kinds["level"]
    assert (place.type, place.count, place.least, place.most, place.fixed) == ("location", "2*row", "row", "9", False)
    assert (level.names, level.count, level.fixed) == (("none", "some"), "2", True)
    assert skeleton.maps == {"place": Map("grid", True, "row"), "all": Map("tree")}
    (rule,) = skeleton.static
    assert (rule.loop, rule.over, rule.heading) == ("edges", (Typed("?a", "place"), Typed("?b", "place")), "up")
    assert rule.where == (Condition(("=", "?a", "?b"), False), Condition(("at", "*", "?b"), True))
    assert rule.add == (("next", "?a", "?b"), Value(("far", "?a", "?b"), "2*?length+1"))


def test_conditions_are_of_the_loop_unless_they_speak_of_what_is_picked():
    text = rule('each = "?c - crate"\npick = "?p - place"\nwhere = ["(a ?c)", "(b ?c ?p)"]\nadd = "(at ?c ?p)"')
    of_loop, of_pick = parse_skeleton(text).init[0].split_where()
    assert [condition.atom for condition in of_loop] == [("a", "?c")]
    assert [condition.atom for condition in of_pick] == [("b", "?c", "?p")]


WORDS = st.sampled_from(
    [
        *KEYS, *TABLES, *TOPOLOGIES, "a", "b", "a b", "?a - a", "?a ?b - a", "?a - a ?b - b", "(p ?a)", "(", "((a))",
        "(= (f ?a) ?length)", "(not (p ?a *))", "(= ?a ?b)", "2*a", "a - 1", "a+b", "count", "type", "names", "even",
    ]
)  # fmt: skip
SCALARS = WORDS | st.text(max_size=6) | st.integers(-2, 12) | st.floats() | st.booleans()
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8
)
RULES = st.lists(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5), max_size=2)
FILES = st.fixed_dictionaries(
    {},
    optional={
        "objects": st.fixed_dictionaries({}, optional={"a": VALUES | st.just(3), "b": VALUES | st.just(2)}) | VALUES,
        "groups": st.dictionaries(WORDS, VALUES, max_size=2) | VALUES,
        "maps": st.dictionaries(WORDS, VALUES, max_size=2) | VALUES,
        "metric": VALUES,
        "static": RULES | VALUES,
        "init": RULES | VALUES,
        "goal": RULES | VALUES,
    },
)
FEW = st.fixed_dictionaries({"objects": st.just({"a": 3, "b": 2}), "maps": st.just({"a": "ring"}), "init": RULES})


@settings(max_examples=400, deadline=None)
@given(FILES | FEW)
def test_arbitrary_tables_are_read_or_refused(found):
    refused = ""
    try:
        skeleton = skeleton_from(found, "x.toml")
    except InputRefused as error:
        refused = str(error)
    assert refused.startswith("x.toml: ") if refused else skeleton.kinds


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_texts_that_are_no_toml_are_refused(text):
    with pytest.raises(InputRefused):
        parse_skeleton(f"{text}\n= 1")
