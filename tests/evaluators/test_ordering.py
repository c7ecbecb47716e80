from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.evaluators.ordering import KINDS, Ordering, Term

TERMS = st.builds(Term, st.sampled_from(KINDS), st.integers(2, 9))
ORDERINGS = st.lists(TERMS, unique=True, max_size=5).map(lambda terms: Ordering(tuple(terms)))


@given(ORDERINGS)
def test_an_ordering_is_read_back_from_its_text(ordering):
    assert Ordering.parse(str(ordering)) == ordering


@given(ORDERINGS)
def test_codes_point_into_the_ks(ordering):
    codes = ordering.codes()
    assert codes.shape == (len(ordering.terms), 3)
    for term, (kind, k, below) in zip(ordering.terms, codes.tolist(), strict=True):
        assert (KINDS[kind], ordering.ks[k]) == (term.kind, term.k)
        assert ordering.ks[below] == term.k - 1 if term.kind == "C" else below == -1


@pytest.mark.parametrize(
    "text",
    ["[w(PDB4),4C,PDB4]", " [ w( PDB4 ) , 4C,\tPDB4 ] ", "[w(h^PDB4), 4C, h^PDB4]", "[ w(h^PDB04),4C,PDB4 ]"],
)
def test_blanks_and_the_spelling_of_the_paper_are_welcome(text):
    ordering = Ordering.parse(text)
    assert ordering.terms == (Term("w", 4), Term("C", 4), Term("PDB", 4))
    assert str(ordering) == "[w(PDB4),4C,PDB4]"


def test_ks_are_all_that_is_needed():
    assert Ordering.parse("[PDB1]").ks == (1,)
    assert Ordering.parse("[4C,PDB4]").ks == (3, 4)
    assert Ordering.parse("[2C,w(PDB7),PDB5]").ks == (1, 2, 5, 7)


def test_the_objective_is_the_ordering_without_novelty():
    assert str(Ordering.parse("[w(PDB2),2C,PDB2]").objective) == "[2C,PDB2]"
    assert str(Ordering.parse("[w(PDB2)]").objective) == "[]"


def test_the_empty_ordering_is_breadth_first():
    for text in ("[]", "[ ]"):
        ordering = Ordering.parse(text)
        assert (ordering.terms, ordering.ks, str(ordering)) == ((), (), "[]")
        assert ordering.codes().shape == (0, 3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[5X]", "'5X' is none of PDBk, kC, w(PDBk) in '[5X]'"),
        ("[PDB1,]", "'' is none of PDBk, kC, w(PDBk) in '[PDB1,]'"),
        ("[w(2C)]", "'w(2C)' is none of PDBk, kC, w(PDBk) in '[w(2C)]'"),
        ("[w(PDB4]", "'w(PDB4' is none of PDBk, kC, w(PDBk) in '[w(PDB4]'"),
        ("[PDB]", "'PDB' is none of PDBk, kC, w(PDBk) in '[PDB]'"),
        ("[PDB-1]", "'PDB-1' is none of PDBk, kC, w(PDBk) in '[PDB-1]'"),
        ("[PDB٣]", "'PDB٣' is none of PDBk, kC, w(PDBk) in '[PDB٣]'"),
        ("[pdb1]", "'pdb1' is none of PDBk, kC, w(PDBk) in '[pdb1]'"),
        ("[1C]", "k must be at least 2 in '1C' of '[1C]'"),
        ("[PDB0]", "k must be at least 1 in 'PDB0' of '[PDB0]'"),
        ("[w(PDB0)]", "k must be at least 1 in 'w(PDB0)' of '[w(PDB0)]'"),
        ("[PDB2,2C,PDB2]", "'PDB2' stands twice in '[PDB2,2C,PDB2]'"),
        ("PDB1", "'PDB1' is no ordering: write it in brackets, for example [w(PDB4),4C,PDB4]"),
        ("[", "'[' is no ordering: write it in brackets, for example [w(PDB4),4C,PDB4]"),
        ("", "'' is no ordering: write it in brackets, for example [w(PDB4),4C,PDB4]"),
        ("[[PDB1]]", "'[PDB1]' is none of PDBk, kC, w(PDBk) in '[[PDB1]]'"),
    ],
)
def test_what_is_no_ordering_is_refused_in_one_line(text, complaint):
    with pytest.raises(ValueError, match=re.escape(complaint)) as refused:
        Ordering.parse(text)
    assert str(refused.value) == complaint


@given(st.text(alphabet="[]wPDBC(),h^ 0124x", max_size=12))
def test_any_text_is_read_or_refused(text):
    try:
        ordering = Ordering.parse(text)
    except ValueError:
        return
    assert Ordering.parse(str(ordering)) == ordering
