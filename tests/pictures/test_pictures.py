"""Pictures of instances: nothing is dropped, names do not matter, equal input gives equal bytes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from beta_plan.pictures import draw_instance
from tests.bundled import NAMES, texts


@pytest.mark.parametrize("name", NAMES)
def test_every_bundled_task_has_a_picture_that_is_xml_and_always_the_same(name):
    first, second = (draw_instance(*texts(name)).svg() for _ in range(2))
    assert first == second
    assert ElementTree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"
