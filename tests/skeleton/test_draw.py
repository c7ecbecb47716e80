"""Rules become facts: each loop, each way to pick, and towers, with the laws that they keep."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.skeleton.draw import Drawer, Facts
from beta_plan.skeleton.toml import parse_skeleton
from beta_plan.skeleton.topology import draw_map

SEEDS = range(10)


def drawn(text: str, seed: int = 0, before: Facts | None = None, **counts: int) -> Facts:
    """Return the facts of rules over ``counts`` objects a1, a2, .. of kinds a, b, ..; ``a`` has a map, a grid."""
    objects = {name: [f"{name}{number}" for number in range(1, count + 1)] for name, count in counts.items()}
    kinds = "".join(f"{name} = {max(count, 1)}\n" for name, count in counts.items())
    maps = '[maps]\na = { topology = "grid", fixed = true }\n' if "a" in counts else ""
    rules = parse_skeleton(f"[objects]\n{kinds}{maps}{text}").init
    edges = draw_map("grid", objects.get("a", []), Random(0))
    facts = Facts(before)
    Drawer(objects, {"a": edges}, Random(seed)).apply(rules, facts)
    return facts


def atoms(text: str, seed: int = 0, **counts: int) -> list[tuple[str, ...]]:
    return [atom[1:] for atom in drawn(f"[[init]]\n{text}", seed, None, **counts).atoms]


def test_each_is_all_combinations():
    assert atoms('each = "?x - a ?y - b"\nadd = "(p ?x ?y)"', a=2, b=2) == [
        ("a1", "b1"), ("a1", "b2"), ("a2", "b1"), ("a2", "b2")
    ]  # fmt: skip
    assert atoms('add = "(p)"', a=1) == [()]


def test_chain_is_neighbours_and_pairs_are_all_in_order():
    assert atoms('chain = "?x ?y - a"\nadd = "(p ?x ?y)"', a=3) == [("a1", "a2"), ("a2", "a3")]
    assert atoms('pairs = "?x ?y - a"\nadd = "(p ?x ?y)"', a=3) == [("a1", "a2"), ("a1", "a3"), ("a2", "a3")]


def test_pairs_know_how_far_they_are_and_values_add_up():
    facts = drawn('[[init]]\npairs = "?x ?y - a"\nadd = "(= (f ?x ?y) 5+2*?length)"', a=3)
    assert list(facts.values.items()) == [(("f", "a1", "a2"), 7), (("f", "a1", "a3"), 9), (("f", "a2", "a3"), 7)]
    assert next(facts.written()) == "(= (f a1 a2) 7)"


@given(st.integers(1, 12))
@settings(deadline=None)
def test_sums_are_all_that_add_up(count):
    found = [
        tuple(int(name[1:]) - 1 for name in row)
        for row in atoms('sums = "?x ?y ?z - a"\nadd = "(p ?x ?y ?z)"', a=count)
    ]
    assert set(found) == {(i, j, i + j) for i in range(count) for j in range(count) if i + j < count}
    assert len(found) == len(set(found))


def test_zip_goes_as_far_as_the_shorter_kind():
    assert atoms('zip = "?x - a ?y - b"\nadd = "(p ?x ?y)"', a=2, b=3) == [("a1", "b1"), ("a2", "b2")]
    assert atoms('zip = "?x - b ?y - a"\nadd = "(p ?x ?y)"', a=2, b=3) == [("b1", "a1"), ("b2", "a2")]


@given(st.integers(1, 20), st.integers(1, 6))
@settings(deadline=None)
def test_parts_are_contiguous_and_equal_but_for_one(count, parts):
    found = atoms('parts = "?x - a ?y - b"\nadd = "(p ?x ?y)"', a=count, b=parts)
    assert [x for x, _ in found] == [f"a{number}" for number in range(1, count + 1)]
    order = [int(y[1:]) for _, y in found]
    assert order == sorted(order)
    sizes = Counter(order)
    assert max(sizes.values()) - min(sizes.values()) <= 1
    assert len(sizes) == min(count, parts)


def test_edges_go_both_ways_and_links_once():
    both = atoms('edges = "?x ?y - a"\nadd = "(p ?x ?y)"', a=6)
    once = atoms('links = "?x ?y - a"\nadd = "(p ?x ?y)"', a=6)
    assert len(both) == 2 * len(once) == 14
    assert set(both) == {*once, *((y, x) for x, y in once)}


def test_headings_choose_edges_and_can_be_named():
    up = atoms('edges = "?x ?y - a"\nheading = "up"\nadd = "(p ?x ?y)"', a=4)
    assert up == [("a3", "a1"), ("a4", "a2")]
    named = atoms('edges = "?x ?y - a"\nadd = "(p ?x ?y ?heading)"', a=4)
    assert [row[:2] for row in named if row[2] == "up"] == up


def test_conditions_of_the_loop_choose_what_is_looped_over():
    text = '[[init]]\nchain = "?x ?y - a"\nadd = "(next ?x ?y)"\n[[init]]\neach = "?x - a"\nwhere = {}\nadd = "(p ?x)"'

    def chosen(where):
        return [atom[1] for atom in drawn(text.format(where), a=3).atoms if atom[0] == "p"]

    assert chosen('"(next ?x *)"') == ["a1", "a2"]
    assert chosen('"(not (next * ?x))"') == ["a1"]
    assert chosen('["(next ?x *)", "(next * ?x)"]') == ["a2"]
    assert chosen('"(= ?x a3)"') == ["a3"]
    assert chosen('"(not (= ?x a3))"') == ["a1", "a2"]


def test_what_is_known_from_before_counts_in_conditions_and_is_not_repeated():
    before = drawn('[[init]]\neach = "?x - a"\nadd = "(q ?x)"', a=1)
    after = drawn('[[init]]\neach = "?x - a"\nwhere = "(q ?x)"\nadd = "(p ?x)"', before=before, a=2)
    assert list(after.atoms) == [("p", "a1")]


@pytest.mark.parametrize("seed", SEEDS)
def test_picks_keep_their_conditions_while_facts_are_added(seed):
    text = 'each = "?x - a"\npick = "?y - b"\nwhere = ["(not (p * ?y))", "(not (= ?y b1))"]\nadd = "(p ?x ?y)"'
    found = atoms(text, seed, a=3, b=4)
    assert [x for x, _ in found] == ["a1", "a2", "a3"]
    assert sorted(y for _, y in found) == ["b2", "b3", "b4"]


def test_a_loop_may_be_filtered_and_picked_for():
    text = 'each = "?x - a"\npick = "?y - b"\nwhere = "(= ?x a2)"\nadd = "(p ?x ?y)"'
    assert [x for x, _ in atoms(text, a=3, b=2)] == ["a2"]


@given(st.integers(1, 15), st.integers(1, 6), st.integers(0, 99))
@settings(deadline=None)
def test_evenly_picks_differ_by_one_at_most(count, others, seed):
    found = atoms('each = "?x - a"\npick = "?y - b"\nhow = "evenly"\nadd = "(p ?x ?y)"', seed, a=count, b=others)
    sizes = Counter(y for _, y in found)
    assert max(sizes.values()) - min(sizes[f"b{number}"] for number in range(1, others + 1)) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_once_repeats_nothing_and_ends_when_all_are_picked(seed):
    text = 'each = "?x - a"\npick = "?y - b"\nhow = "once"\nadd = "(p ?x ?y)"'
    assert len({y for _, y in atoms(text, seed, a=4, b=5)}) == 4
    with pytest.raises(IllegalTask, match=r"\[init 1\].* nothing to pick for \?x=a6 .*other numbers of objects"):
        atoms(text, seed, a=6, b=5)


@given(st.integers(1, 7), st.integers(0, 99))
@settings(deadline=None)
def test_even_picks_are_even_permutations(count, seed):
    found = atoms('each = "?x - a"\npick = "?y - b"\nhow = "even"\nadd = "(p ?x ?y)"', seed, a=count, b=count)
    order = [int(y[1:]) for _, y in found]
    assert sorted(order) == list(range(1, count + 1))
    assert sum(x > y for x, y in combinations(order, 2)) % 2 == 0


def test_all_even_permutations_come_about():
    text = 'each = "?x - a"\npick = "?y - b"\nhow = "even"\nadd = "(p ?x ?y)"'
    assert len({tuple(atoms(text, seed, a=4, b=4)) for seed in range(300)}) == 12


def test_even_picks_need_as_many_as_are_bound():
    with pytest.raises(IllegalTask, match="4 to pick for 3"):
        atoms('each = "?x - a"\npick = "?y - b"\nhow = "even"\nadd = "(p ?x ?y)"', a=3, b=4)


@given(st.integers(1, 20), st.sampled_from([0.1, 0.34, 0.5, 0.9, 1]), st.integers(0, 99))
@settings(deadline=None)
def test_a_share_is_that_much_and_never_nothing(count, share, seed):
    found = atoms(f'each = "?x - a"\nshare = {share}\nadd = "(p ?x)"', seed, a=count)
    assert len(found) == max(1, round(share * count))
    assert found == sorted(found, key=lambda row: int(row[0][1:]))


@pytest.mark.parametrize("seed", SEEDS)
def test_one_of_goes_in_turn(seed):
    facts = drawn('[[init]]\neach = "?x - a"\none_of = ["(p ?x)", "(q ?x)", "(r ?x)"]', seed, a=7)
    sizes = Counter(atom[0] for atom in facts.atoms)
    assert sorted(sizes.values()) == [2, 2, 3]
    assert [atom[1] for atom in facts.atoms] == [f"a{number}" for number in range(1, 8)]


def test_auxiliary_facts_are_known_and_not_written():
    text = (
        '[[init]]\neach = "?x - a"\nadd = "(_note ?x)"\n[[init]]\neach = "?x - a"\nwhere = "(_note ?x)"\nadd = "(p ?x)"'
    )
    assert list(drawn(text, a=1).written()) == ["(p a1)"]


TOWERS = """[[init]]
towers = "?x - a"
add = "(on ?x ?under)"
bottom = "(low ?x)"
top = "(high ?x)"
"""


@given(st.integers(1, 12), st.integers(0, 99))
@settings(deadline=None)
def test_every_thing_is_in_one_tower(count, seed):
    facts = drawn(TOWERS, seed, a=count)
    on = {atom[1]: atom[2] for atom in facts.atoms if atom[0] == "on"}
    low = {atom[1] for atom in facts.atoms if atom[0] == "low"}
    high = {atom[1] for atom in facts.atoms if atom[0] == "high"}
    things = {f"a{number}" for number in range(1, count + 1)}
    assert on.keys() | low == things
    assert not on.keys() & low
    assert len(set(on.values())) == len(on)  # nothing carries two
    assert high == things - set(on.values())
    assert len(low) == len(high)
    for thing in things:
        for _ in range(count):
            thing = on.get(thing, thing)
        assert thing in low


@given(st.integers(1, 8), st.integers(4, 6), st.integers(0, 99))
@settings(deadline=None)
def test_towers_stand_on_their_bases_and_are_not_too_high(count, bases, seed):
    text = TOWERS.replace('"(low ?x)"', '"(low ?x ?y)"') + 'base = "?y - b"\nheight = 2\n'
    facts = drawn(text, seed, a=count, b=bases)
    low = [atom[1:] for atom in facts.atoms if atom[0] == "low"]
    on = [atom[1:] for atom in facts.atoms if atom[0] == "on"]
    assert len({base for _, base in low}) == len(low)
    assert {under for _, under in on} <= {thing for thing, _ in low}
    assert len(low) + len(on) == count


def test_towers_without_room_are_refused():
    with pytest.raises(IllegalTask, match=r"no room for 5 things .more bases, or fewer things"):
        drawn(TOWERS + 'base = "?y - b"\nheight = 2\n', a=5, b=2)


def test_towers_may_pick_by_their_base():
    text = '[[init]]\nzip = "?y - b ?z - c"\nadd = "(at ?y ?z)"\n' + TOWERS.replace('"(low ?x)"', '"(low ?x ?y)"')
    text += 'base = "?y - b"\npick = "?z - c"\nwhere = "(at ?y ?z)"\n'
    facts = drawn(text.replace('add = "(on ?x ?under)"', 'add = ["(on ?x ?under)", "(in ?x ?z)"]'), a=6, b=3, c=3)
    rooms = {atom[1]: atom[2] for atom in facts.atoms if atom[0] == "in"}
    assert len(rooms) == 6
    for atom in facts.atoms:
        if atom[0] == "on":
            assert rooms[atom[1]] == rooms[atom[2]]
        elif atom[0] == "low":
            assert rooms[atom[1]] == atom[2].replace("b", "c")


def test_too_many_combinations_are_refused():
    """No other draw would have fewer, so this is no IllegalTask, after which another one is tried."""
    with pytest.raises(InputRefused, match="too many objects") as refused:
        atoms('each = "?x ?y ?z - b"\nadd = "(p ?x)"', b=101)
    assert not isinstance(refused.value, IllegalTask)


def test_of_too_many_combinations_to_pick_a_part_is_tried():
    (found,) = atoms('pick = "?x ?y ?z - b"\nadd = "(p ?x ?y ?z)"', b=60)
    assert all(name.startswith("b") for name in found)
