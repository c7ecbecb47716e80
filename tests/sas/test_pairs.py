"""Facts about the same thing that exclude each other: what an author could not have written is not legal."""

import pytest

from beta_plan.front_end import load_text
from beta_plan.pddl.spell import static_atoms
from beta_plan.sokoban.to_pddl import level_to_pddl
from tests.bundled import DOMAINS, front_end
from tests.sas.test_encode import backward_states, spelled
from tests.sokoban.levels import level


def parsed(name):
    """Yield states that backward search meets, each as a list of split atoms, with the static atoms of the task."""
    task = front_end(name)
    static = [atom.strip("()").split() for atom in static_atoms(task.lifted)]
    for state in backward_states(name, limit=400):
        yield static, [atom.strip("()").split() for atom in spelled(task.sas, state)]


def test_a_stored_box_stands_on_a_target():
    met = set()
    for static, atoms in parsed("sokoban"):
        targets = {a[1] for a in static if a[0] == "target"}
        place = {a[1]: a[2] for a in atoms if a[0] == "at" and a[1].startswith("box")}
        stored = {a[1] for a in atoms if a[0] == "stored"}
        assert stored == {box for box, square in place.items() if square in targets}
        met.add(frozenset(stored))
    assert len(met) > 1


def test_a_crate_is_where_the_pallet_below_it_is():
    checked = 0
    for static, atoms in parsed("depots"):
        place = {a[1]: a[2] for a in [*static, *atoms] if a[0] == "at"}
        pallets = {a[1] for a in atoms if a[0] == "at" and a[1].endswith("pallet")}
        for _, upper, lower in (a for a in atoms if a[0] == "stacked" and a[2] in pallets):
            checked += 1
            assert place[upper] == place[lower]
    assert checked > 100


def test_a_robot_is_in_no_locked_room_and_on_no_unvisited_cell():
    for _, atoms in parsed("grid"):
        assert not {a[1] for a in atoms if a[0] == "robot"} & {a[1] for a in atoms if a[0] == "locked"}
    for _, atoms in parsed("visitall"):
        assert {a[1] for a in atoms if a[0] == "here"} <= {a[1] for a in atoms if a[0] == "seen"}


def test_a_robot_is_on_no_unvisited_cell_of_two():
    head = "(define (problem two) (:domain visitall) (:objects a b - cell)"
    problem = f"{head} (:init (adjacent a b) (adjacent b a) (here b) (seen b)) (:goal (seen a)))"
    sas = load_text((DOMAINS / "visitall" / "domain.pddl").read_text(encoding="utf-8"), problem).sas
    number = {sas.atoms[atom]: atom for atom in range(len(sas.atoms))}
    for cell in "ab":
        state = sas.encode([number[f"(here {cell})"], number["(seen b)"]])
        assert state is not None
        assert sas.is_legal(state) == (cell == "b")


@pytest.mark.parametrize("town", ["ayr", "bath", "cork", "dover"])
def test_a_full_tank_ties_the_van_to_no_town(town):
    sas = front_end("nomystery").sas
    assert sas.init is not None
    atoms = {sas.atoms[a] for a in sas.decode(sas.init)} - {"(at van ayr)"} | {f"(at van {town})"}
    state = sas.encode([a for a in range(len(sas.atoms)) if sas.atoms[a] in atoms])
    assert state is not None
    assert sas.is_legal(state)


def test_a_box_may_begin_where_none_is_pushed_to_though_the_reference_has_none_there():
    """The square below the goal is entered by no push; the reference has it clear."""
    sas = load_text(*level_to_pddl(level("#######\n#@   .#\n# $## #\n#     #\n#######\n"))).sas
    assert sas.init is not None
    pushes = [name for i in range(len(sas.actions)) if (name := sas.actions.names[i]).startswith("push")]
    assert any(" s25 s15 " in push for push in pushes)
    assert "s25" not in {push.split()[5] for push in pushes}
    atoms = {sas.atoms[a] for a in sas.decode(sas.init)} - {"(at box1 s22)", "(clear s25)"}
    atoms |= {"(at box1 s25)", "(clear s22)"}
    state = sas.encode([a for a in range(len(sas.atoms)) if sas.atoms[a] in atoms])
    assert state is not None
    assert sas.is_legal(state)
    atoms |= {"(stored box1)"}
    state = sas.encode([a for a in range(len(sas.atoms)) if sas.atoms[a] in atoms])
    assert state is None or not sas.is_legal(state)
