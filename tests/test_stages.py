import pytest

from beta_plan.stages import Stages


def test_stages_are_recorded_in_order_with_their_sizes():
    stages = Stages()
    with stages("ground") as note:
        note(atoms=3)
        note(actions=5)
    with stages("sas"):
        pass
    assert [(stage.name, stage.sizes) for stage in stages.finished] == [
        ("ground", {"atoms": 3, "actions": 5}),
        ("sas", {}),
    ]
    assert all(stage.seconds >= 0 for stage in stages.finished)


def test_a_stage_that_raises_is_not_recorded():
    stages = Stages()
    with pytest.raises(ValueError, match="no"), stages("ground"):
        raise ValueError("no")
    assert stages.finished == []


def test_seconds_of_a_repeated_stage_add_up():
    stages = Stages()
    for name in ("read", "ground", "read"):
        with stages(name):
            pass
    first, ground, second = (stage.seconds for stage in stages.finished)
    assert stages.seconds == {"read": first + second, "ground": ground}
