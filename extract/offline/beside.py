"""Kin told beside their names, whatever the parse: "my late husband Bob", "Kate, my sister,"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.kg.graph.kinship import tells_which

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

BEFORE = ("ex-", "half-", "step-", "great-", "grand-")
BEHIND = "-in-law"
SORTS = ("male", "female", "person", "animal")
FARTHEST = 4
"""Words between the owner and the kin: "my dear old friend Ines"."""
NO_NAME = ("GPE", "ORG", "DATE", "TIME", "NORP", "LOC")


@dataclass(frozen=True, slots=True)
class Beside:
    """One of somebody's kin with the name beside it.

    Attributes:
        owner: The possessive pronoun, or the noun with the sign of possession.
        noun: The kin.
        name: All words of the name.
        which: Which of several ("older"), or "".
    """

    owner: Token
    noun: Token
    name: tuple[Token, ...]
    which: str


def kin_word(noun: Token) -> str:
    """Return the word for kin that a noun is, or is part of: "ex-wife", "brother-in-law"."""
    chain = _chain(noun.doc, noun.i)
    words = [t.lemma_ if t.i == noun.i else t.text for t in chain]
    return "".join(words).lower()


def kin_sort(word: str) -> str:
    """Return what sort of one a word for kin names, or ""."""
    plain = word.removesuffix(BEHIND)
    for part in BEFORE:
        plain = plain.removeprefix(part)
    return next((sort for sort in SORTS if among(plain, sort)), "")


def beside(doc: Doc) -> Iterator[Beside]:
    """Give the kin that stand beside their names in a turn."""
    for token in doc:
        if token.tag_ not in ("PRP$", "POS") or token.i + 1 >= len(doc):
            continue
        noun = _kin_after(token)
        if noun is None:
            continue
        owner = token.head if token.tag_ == "POS" else token
        end = _chain(doc, noun.i)[-1].i + 1
        which = " ".join(t.lower_ for t in doc[token.i + 1 : noun.i] if tells_which(t.lower_))
        name = _name(doc[end:]) or _before(doc, token.i, end)
        if name:
            yield Beside(owner, noun, name, which)


def _kin_after(owner: Token) -> Token | None:
    """Return the noun for kin that an owner is followed by."""
    doc = owner.doc
    for token in doc[owner.i + 1 : owner.i + 2 + FARTHEST]:
        if token.pos_ in ("NOUN", "PROPN", "ADJ") and kin_sort(kin_word(token)):
            return token
        if token.pos_ not in ("ADJ", "ADV", "NOUN") and token.text != "-":
            return None
    return None


def _chain(doc: Doc, at: int) -> list[Token]:
    """Return the words that hyphens tie together around one."""
    first, last = at, at
    while first >= 2 and doc[first - 1].text == "-" and not doc[first - 1].whitespace_:
        first -= 2
    while last + 2 < len(doc) and doc[last + 1].text == "-" and not doc[last + 1].whitespace_:
        last += 2
    return list(doc[first : last + 1])


def _name(words: Span) -> tuple[Token, ...]:
    """Return the name that some words begin with."""
    return tuple(takewhile(_names, words))


def _names(token: Token) -> bool:
    return token.pos_ == "PROPN" and token.text[:1].isupper() and token.ent_type_ not in NO_NAME


def _before(doc: Doc, owner: int, end: int) -> tuple[Token, ...]:
    """Return the name before a comma and its kin before another: no list of several."""
    closed = end == len(doc) or doc[end].text in (",", ".", "!", ";")
    listed = end + 1 < len(doc) and doc[end + 1].lower_ in ("and", "or", "&")
    if owner < 2 or doc[owner - 1].text != "," or not closed or listed:
        return ()
    return tuple(takewhile(_names, reversed(doc[: owner - 1])))[::-1]
