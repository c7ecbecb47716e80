"""Ready tokens for tarski's grammar, so that its slow lexer has nothing to do.

A tree in normal form says by position what each word is, so no name can be mistaken for a keyword, and names
that tarski's lexer would not take (``p+q``, ``1st``) are as good as others.
"""

from __future__ import annotations

from collections.abc import Sequence

from antlr4 import Token
from tarski.io._fstrips.parser.lexer import fstripsLexer as Lexer

from beta_plan.pddl.formulas import Tree


class Word:
    """A token: what ANTLR asks of one, and no more."""

    __slots__ = ("text", "tokenIndex", "type")

    channel = Token.DEFAULT_CHANNEL
    line = column = start = stop = 0
    source = (None, None)

    def __init__(self, type_: int, text: str) -> None:
        self.type, self.text, self.tokenIndex = type_, text, -1

    def __str__(self) -> str:
        return self.text


def _literal(text: str) -> int:
    return int(Lexer.literalNames.index(f"'{text}'"))


_OPEN, _CLOSE, _DASH = _literal("("), _literal(")"), _literal("-")
_PARAMETERS = _literal(":parameters")
_HEADS = {
    "and": Lexer.K_AND,
    "or": Lexer.K_OR,
    "not": Lexer.K_NOT,
    "forall": Lexer.K_FORALL,
    "exists": Lexer.K_EXISTS,
    "when": Lexer.K_WHEN,
    "=": _literal("="),
}


def formula_words(tree: Tree) -> list[Word]:
    """Return the tokens of a condition or an effect."""
    words: list[Word] = []
    _add(tree, words)
    return words


def action_words(name: str, parameters: Tree, precondition: Tree, effect: Tree) -> list[Word]:
    """Return the tokens of an action."""
    words = [Word(_OPEN, "("), Word(Lexer.K_ACTION, ":action"), Word(Lexer.NAME, name)]
    words.append(Word(_PARAMETERS, ":parameters"))
    _add_typed_list(parameters, words)
    words.append(Word(Lexer.K_PRECONDITION, ":precondition"))
    _add(precondition, words)
    words.append(Word(Lexer.K_EFFECT, ":effect"))
    _add(effect, words)
    words.append(Word(_CLOSE, ")"))
    return words


def _add(tree: Tree, words: list[Word]) -> None:
    head = tree[0]
    keyword = _HEADS.get(head)
    words.append(Word(_OPEN, "("))
    words.append(Word(Lexer.NAME if keyword is None else keyword, head))
    items = tree[1:]
    if head in ("forall", "exists"):
        _add_typed_list(tree[1], words)
        items = tree[2:]
    for item in items:
        if item.__class__ is list:
            _add(item, words)
        else:
            words.append(Word(Lexer.VARIABLE if item[0] == "?" else Lexer.NAME, item))
    words.append(Word(_CLOSE, ")"))


def _add_typed_list(typed: Tree, words: list[Word]) -> None:
    words.append(Word(_OPEN, "("))
    for variable, dash, sort in zip(typed[::3], typed[1::3], typed[2::3], strict=True):
        words.append(Word(Lexer.VARIABLE, variable))
        words.append(Word(_DASH, dash))
        words.append(Word(Lexer.OBJECT_T if sort == "object" else Lexer.NAME, sort))
    words.append(Word(_CLOSE, ")"))


class WordStream:
    """A list of tokens as the stream that an ANTLR parser reads; every token is at hand from the start."""

    tokenSource = None  # noqa: N815

    def __init__(self, words: Sequence[Word]) -> None:
        self._words = [*words, Word(Token.EOF, "<EOF>")]
        for index, word in enumerate(self._words):
            word.tokenIndex = index
        self._types = [word.type for word in self._words]
        self._last = len(words)
        self.index = 0

    def LA(self, offset: int) -> int:  # noqa: N802
        """Return the type of a token ahead (1 is the next) or behind (-1 is the last one read)."""
        at = self.index + offset - 1 if offset > 0 else self.index + offset
        return self._types[at] if at < self._last else Token.EOF

    def LT(self, offset: int) -> Word | None:  # noqa: N802
        """Return a token ahead or behind."""
        at = self.index + offset - 1 if offset > 0 else self.index + offset
        if at < 0:
            return None
        return self._words[at] if at < self._last else self._words[-1]

    def consume(self) -> None:
        """Go on to the next token."""
        self.index += 1

    def mark(self) -> int:
        """Do nothing: no token is ever dropped."""
        return -1

    def release(self, marker: int) -> None:
        """Do nothing: no token is ever dropped."""

    def seek(self, index: int) -> None:
        """Go to a token."""
        self.index = index

    def get(self, index: int) -> Word:
        """Return the token at a place."""
        return self._words[index]

    def getText(self, start: Word, stop: Word) -> str:  # noqa: N802
        """Return the text between two tokens, which messages quote."""
        return " ".join(word.text for word in self._words[start.tokenIndex : stop.tokenIndex + 1])

    @property
    def size(self) -> int:
        """Number of tokens, the end among them."""
        return len(self._words)
