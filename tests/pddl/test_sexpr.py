"""The s-expression reader: nesting, spelling, places, and what it refuses."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.errors import InputRefused
from beta_plan.pddl.sexpr import MAX_DEPTH, Node, SList, Source, decode, load, parse, show


def parsed(text: str) -> SList:
    return parse(Source("f", text))


def refusal(text: str) -> InputRefused:
    with pytest.raises(InputRefused) as caught:
        parsed(text)
    assert caught.value.exit_code == 41
    assert "\n" not in str(caught.value)
    return caught.value


def test_words_and_lists_nest_as_in_the_text():
    assert parsed("(define (domain d) (:predicates (on ?x ?y)))") == [
        "define",
        ["domain", "d"],
        [":predicates", ["on", "?x", "?y"]],
    ]


def test_words_are_lower_case_and_the_spelling_is_kept():
    source = Source("f", "(Define (DOMAIN Big)) ; Big")
    root = parse(source)
    assert root == ["define", ["domain", "big"]]
    inner = root[1]
    assert isinstance(inner, SList)
    assert source.spelling(inner) == ["DOMAIN", "Big"]
    assert not source.is_lower


def test_letters_outside_ascii_keep_their_place():
    source = Source("f", "(İI (Ä A))")
    root = parse(source)
    assert root == ["İi", ["Ä", "a"]]
    assert [source.text[a:b] for a, b in source.spans(root)] == ["İI", "(Ä A)"]


def test_comments_end_at_any_line_end_and_at_the_end_of_the_file():
    assert parsed("(a ;)(\r b ; (\n\r\n c) ; last") == ["a", "b", "c"]


def test_a_variable_may_follow_without_a_blank():
    assert parsed("(at?x?y (p ?z)?w)") == ["at", "?x", "?y", ["p", "?z"], "?w"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_count_lines_and_columns_from_one(end):
    source = Source("f", f"(a{end}  (b c){end};x{end} d)")
    root = parse(source)
    inner = root[1]
    assert isinstance(inner, SList)
    assert [source.place(begin) for begin, _ in source.spans(root)] == ["f:1:2", "f:2:3", "f:4:2"]
    assert [source.place(begin) for begin, _ in source.spans(inner)] == ["f:2:4", "f:2:6"]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path):
    file = tmp_path / "f"
    file.write_bytes(b"\xef\xbb\xbf(a b)")
    assert parse(load(file)) == ["a", "b"]


def test_bytes_that_are_no_utf8_are_taken_one_by_one():
    assert decode("; größe\n(a)".encode("latin-1")) == "; größe\n(a)"
    assert decode("(größe)".encode()) == "(größe)"


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "empty", "f:1:1"),
        (" ; only a comment\n", "empty", "f:1:1"),
        ("(a\n (b (c d) e", "this parenthesis is never closed", "f:2:2"),
        ("(a (b) (", "this parenthesis is never closed", "f:1:8"),
        ("(a))", "an unmatched ')' after the end", "f:1:4"),
        ("(a)\n(b)", "'(' after the end", "f:2:1"),
        ("(a) b", "'b' after the end", "f:1:5"),
        ("a (b)", "expected '(define ...)', found 'a'", "f:1:1"),
        (")", "expected '(define ...)', found an unmatched ')'", "f:1:1"),
        ("(a \x00)", "not a text file", "f:1:4"),
        ("PK\x03\x04", "not a text file", "f:1:3"),
        ("(" * (MAX_DEPTH + 1), f"deeper than {MAX_DEPTH}", f"f:1:{MAX_DEPTH + 1}"),
    ],
)
def test_refused_texts(text, message, place):
    error = refusal(text)
    assert message in error.message
    assert error.place == place


def test_the_deepest_nesting_is_read():
    node: Node = parsed("(" * MAX_DEPTH + ")" * MAX_DEPTH)
    for _ in range(MAX_DEPTH):
        assert isinstance(node, SList)
        node = node[0] if node else ""
    assert node == ""


@pytest.mark.parametrize("name", ["missing.pddl", ".", "bad\0name", "new\nline"])
def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path, name):
    with pytest.raises(InputRefused, match="cannot be read") as caught:
        load(f"{tmp_path}/{name}")
    assert "\n" not in str(caught.value)
    assert str(tmp_path) in caught.value.place


@pytest.mark.parametrize(
    "text",
    ["(" * 10_000_000, ")" * 10_000_000, "()" * 5_000_000, "(" + "()" * 5_000_000, "(a" + "(b)" * 3_000_000],
    ids=["open", "close", "pairs", "flat", "words"],
)
def test_megabytes_of_parentheses_are_refused_in_seconds(text):
    begin = time.process_time()
    refusal(text)
    assert time.process_time() - begin < 10  # two on an idle machine


def test_half_a_megabyte_is_read_in_a_moment():
    text = f"(:init {'(connected City-Loc-1 City-Loc-2)' * 15_000})"
    begin = time.process_time()
    assert len(parsed(text)) == 15_001
    assert time.process_time() - begin < 2  # a tenth on an idle machine


words = st.text("abcXYZ019-_+.=<>:@#'", min_size=1, max_size=6)
trees = st.recursive(words, lambda inner: st.lists(inner, max_size=4), max_leaves=20)
blanks = st.sampled_from([" ", "\n", "\t ", "\r\n", " ;c (\n", ""])


def written(tree: object, draw: st.DataObject) -> str:
    if isinstance(tree, str):
        return f" {tree} "
    assert isinstance(tree, list)
    return "(" + "".join(written(part, draw) + draw.draw(blanks) for part in tree) + ")"


def lowered(tree: object) -> object:
    return tree.lower() if isinstance(tree, str) else [lowered(part) for part in tree]  # type: ignore[attr-defined]


@settings(deadline=None)
@given(st.lists(trees, max_size=4), st.data())
def test_what_is_written_is_what_is_read(tree, data):
    text = written(tree, data)
    source = Source("f", text)
    root = parse(source)
    assert root == lowered(tree)
    pending = [root]
    while pending:
        node = pending.pop()
        assert text[node.start] + text[node.end - 1] == "()"
        for child, (begin, end) in zip(node, source.spans(node), strict=True):
            if isinstance(child, SList):
                assert (begin, end) == (child.start, child.end)
                pending.append(child)
            else:
                assert text[begin:end].lower() == child


def test_show_is_short():
    assert show(parsed("(a (b c) ())")) == "(a (b c) ())"
    assert len(show(parsed(f"(a {'b ' * 1000})"))) <= 40
