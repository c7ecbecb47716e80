"""One name, one kernel for each type of tables."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from beta_plan.jit import kernel
from beta_plan.sas.rows import Ints
from beta_plan.spaces.dispatch import implements, kernel_protocol


class Squares(NamedTuple):
    side: Ints


class Circles(NamedTuple):
    radius: Ints


class Lines(NamedTuple):
    length: Ints


@kernel_protocol
def extent(tables, number):
    """Return how large a figure is."""
    raise NotImplementedError


@implements(extent, Squares)
@kernel
def extent_of_square(tables, number):
    return tables.side[number] ** 2


@implements(extent, Circles)
@kernel
def extent_of_circle(tables, number):
    return 3 * tables.radius[number] ** 2


@kernel
def twice(tables, number):
    return 2 * extent(tables, number)


SQUARES, CIRCLES = (kind(np.array([2, 5], dtype=np.int32)) for kind in (Squares, Circles))


def test_python_finds_the_kernel_by_type():
    assert (extent(SQUARES, 0), extent(CIRCLES, 0)) == (4, 12)


def test_a_kernel_finds_the_kernel_by_type():
    assert (twice(SQUARES, 1), twice(CIRCLES, 1)) == (50, 150)


def test_a_protocol_keeps_its_name_and_docstring():
    assert (extent.__name__, extent.__doc__) == ("extent", "Return how large a figure is.")


def test_tables_without_a_kernel_are_refused_by_name():
    with pytest.raises(TypeError, match="extent is not implemented for Lines"):
        extent(Lines(np.array([1], dtype=np.int32)), 0)
