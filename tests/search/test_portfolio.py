"""Portfolios are written as orderings joined by +, and read back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.config import PORTFOLIO
from beta_plan.evaluators.ordering import Ordering
from beta_plan.search.portfolio import Member, Portfolio

ORDERINGS = ("[w(PDB4),4C,PDB4]", "[w(PDB1),PDB1]", "[PDB2]", "[3C,PDB3]", "[]")
MEMBERS = st.sampled_from(ORDERINGS).map(Ordering.parse).map(Member) | st.sampled_from(["[PDB2]", "[4C]"]).map(
    lambda text: Member(Ordering.parse(text), beam=True)
)


@given(st.lists(MEMBERS, min_size=1, max_size=6, unique=True), st.sampled_from(["+", " + "]))
def test_what_is_written_is_read_back(members, plus):
    portfolio = Portfolio(tuple(members))
    assert Portfolio.parse(plus.join(map(str, members))) == portfolio
    assert Portfolio.parse(str(portfolio)) == portfolio


def test_one_ordering_is_a_portfolio():
    portfolio = Portfolio.parse("[w(PDB2), 2C, PDB2]")
    assert portfolio.members == (Member(Ordering.parse("[w(PDB2),2C,PDB2]")),)
    assert str(portfolio) == "[w(PDB2),2C,PDB2]"


def test_the_first_member_says_what_is_the_objective_and_all_what_is_needed():
    portfolio = Portfolio.parse("[w(PDB3),3C]+[PDB1]+beam[PDB5]")
    assert str(portfolio.objective) == "[3C]"
    assert portfolio.ks == (1, 2, 3, 5)


def test_the_default_begins_with_the_best_row_of_the_paper():
    portfolio = Portfolio.parse(PORTFOLIO)
    assert str(portfolio.members[0]) == "[w(PDB4),4C,PDB4]"
    assert str(portfolio) == PORTFOLIO


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PDB4", "'PDB4' is no ordering"),
        ("[PDB4]+", "'' is no ordering in"),
        ("[PDB4]+5X", "'5X' is no ordering in"),
        ("[PDB4]+[5X]", "'5X' is none of PDBk"),
        ("[PDB4]+[PDB4]", "'[PDB4]' stands twice"),
        ("beam[]", "a beam needs PDBk"),
        ("beam[w(PDB1),PDB1]", "knows no novelty"),
        ("[PDB4][PDB1]", "is none of"),
        ("", "is no ordering"),
    ],
)
def test_what_is_none_is_refused_with_the_reason(text, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        Portfolio.parse(text)
