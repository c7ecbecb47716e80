"""Pictures of instances: nothing is dropped, nothing overlaps, names do not matter, equal input gives equal bytes."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from beta_plan.certify.interpreter import interpret
from beta_plan.pddl.sexpr import Source
from beta_plan.pictures import draw_instance
from beta_plan.pictures.drawing import Drawing
from beta_plan.pictures.instance import Instance
from beta_plan.pictures.scene import Text, flattened
from tests.bundled import NAMES, front_end, texts
from tests.pictures.scenes import frames, is_inside, overlap, told

MAPS = [name for name in NAMES if name != "sokoban"]
DIRECTIONS = {"up", "right", "down", "left"}


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_xml_and_always_the_same(name):
    first, second = (draw_instance(*texts(name)).svg() for _ in range(2))
    assert first == second
    assert ElementTree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("name", MAPS)
def test_every_fluent_of_the_initial_state_is_told(name):
    lifted = front_end(name).lifted
    found = told(draw_instance(*texts(name)))
    atoms = [
        f"({' '.join([predicate, *(lifted.objects[item] for item in row)])})"
        for predicate, rows, fluent in zip(lifted.predicates, lifted.init, lifted.fluent, strict=True)
        if fluent
        for row in rows
    ]
    assert atoms
    assert [atom for atom in atoms if atom.lower() not in found] == []


@pytest.mark.parametrize("name", MAPS)
def test_every_atom_of_the_goal_is_shown_or_written(name):
    task = interpret(*(Source("", text) for text in texts(name)))
    picture = draw_instance(*texts(name))
    titles = " ".join(group.title for group in picture.groups if group.role == "goal")
    shown = " ".join([titles, *(s.text for s, _, _ in flattened(picture.groups) if isinstance(s, Text))])
    wanted, others = Instance(task, None).goals
    assert wanted
    assert not others
    for atom in wanted:
        assert all(word in shown for word in atom[1:]), atom


@pytest.mark.parametrize("name", MAPS)
def test_tokens_and_places_overlap_only_where_one_is_in_the_other(name):
    picture = draw_instance(*texts(name))
    places, tokens = frames(picture, "place"), frames(picture, "thing", "mover", "goal")
    assert not [pair for pair in combinations(places, 2) if overlap(places[pair[0]], places[pair[1]])]
    for (one, first), (other, second) in combinations(tokens.items(), 2):
        assert not overlap(first, second) or is_inside(first, second) or is_inside(second, first), (one, other)
    for token, frame in tokens.items():
        for place, card in places.items():
            assert not overlap(frame, card) or is_inside(frame, card), (token, place)


@pytest.mark.parametrize("name", ["driverlog", "logistics", "nomystery", "spanner", "transport", "zenotravel"])
def test_things_are_where_the_facts_say(name):
    picture = draw_instance(*texts(name))
    places, tokens = frames(picture, "place"), frames(picture, "thing", "mover")
    facts = re.findall(r"\(at ([^\s()]+) ([^\s()]+)\)", texts(name)[1].split("(:goal")[0])
    assert facts
    for thing, place in facts:
        assert is_inside(tokens[thing], places[place]), (thing, place)


def test_blocks_stand_on_each_other():
    tokens = frames(draw_instance(*texts("blocks")), "thing")
    for above, below in re.findall(r"\(on ([^\s()]+) ([^\s()]+)\)", texts("blocks")[1].split("(:goal")[0]):
        assert tokens[above][3] <= tokens[below][1]
        assert tokens[above][0] == tokens[below][0]


def renamed(word: str) -> str:
    """Return another name of the same width: the first letter, then the others backwards."""
    return word if word in DIRECTIONS else word[0] + word[:0:-1]


def names_of(domain: str, problem: str) -> set[str]:
    task = interpret(Source("", domain), Source("", problem))
    predicates = set(re.findall(r"\(([\w-]+)", domain.split("(:predicates")[1].split("(:action")[0]))
    return {*task.objects, *task.actions, *predicates, *(kind for own in task.objects.values() for kind in own)}


@pytest.mark.parametrize("name", MAPS)
def test_other_names_give_the_same_picture_but_for_labels(name):
    words = names_of(*texts(name)) - {"object", "total-cost"}
    rename = lambda text: re.sub(  # noqa: E731
        r"(?<![\w:?-])[\w-]+", lambda word: renamed(word[0]) if word[0] in words else word[0], text
    )
    plain = [re.sub(r";[^\n]*", "", text) for text in texts(name)]
    one, other = draw_instance(*plain), draw_instance(*map(rename, plain))
    assert one.svg() != other.svg()
    assert (one.width, one.height) == (other.width, other.height)
    shapes = [[(shape, x, y) for shape, x, y in flattened(picture.groups)] for picture in (one, other)]
    for (shape, x, y), (twin, tx, ty) in zip(*shapes, strict=True):
        assert (x, y) == (tx, ty)
        if isinstance(shape, Text) and isinstance(twin, Text):
            assert (rename(shape.text), shape.x, shape.y, shape.style) == (twin.text, twin.x, twin.y, twin.style)
        else:
            assert shape == twin


@pytest.mark.parametrize("name", ["ferry", "blocks", "rovers"])
def test_without_any_structure_all_facts_are_listed(name):
    task = interpret(*(Source("", text) for text in texts(name)))
    picture = Drawing(Instance(task, None), [task.init]).picture(0, name)
    found = told(picture)
    assert all(f"({' '.join(atom)})" in found for atom in task.init)


def test_two_maps_have_two_line_styles_and_one_way_roads_have_arrows():
    keys = [group.key for group in draw_instance(*texts("driverlog")).groups if group.role == "roads"]
    assert keys == ["roads:road", "roads:path"]
    assert 'class="bp-arrow"' in draw_instance(*texts("spanner")).svg()
    assert 'class="bp-arrow"' not in draw_instance(*texts("transport")).svg()
