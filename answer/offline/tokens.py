"""Words and sentences of a text, with their offsets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

from tkg.answer.offline.tables import words

WORD = re.compile(
    r"""[$€£]?\d+(?:[.,:]\d+)*(?:%|st|nd|rd|th)?   # 7, 2,500, 10:30, 3rd
      | [^\W\d_]+(?:[-&+/.][^\W\d_]+)*\+*          # self-care, LGBTQ+
      | '(?:s|m|re|ve|ll|d|t)\b                    # 's
      | ["“”]                                      # quotes matter: titles stand in them
      | \S
    """,
    re.VERBOSE | re.IGNORECASE,
)
SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?=\w)[^.!?\n]*)*(?:[.!?]+[\"”')\]]*|\n|$)\s*")
MONEY = "$€£"

_stem = snowballstemmer.stemmer("english").stemWord


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign.

    Attributes:
        low: Its lower-case form, apostrophes made straight.
        stem: What inflections of it share; "" for function words and signs.
    """

    text: str
    start: int
    end: int
    low: str
    stem: str


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return what the inflections of a word share.

    >>> stem("painted") == stem("painting")
    True
    """
    return str(_stem(word.casefold()))


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the words and signs of a text in order."""
    plain = text.replace("\u2019", "'")
    return tuple(_token(match) for match in WORD.finditer(plain))


def _token(match: re.Match[str]) -> Token:
    low = match[0].casefold()
    # A sum of money begins with its sign.
    content = low.lstrip(MONEY)[:1].isalnum() and low not in words("function")
    return Token(match[0], match.start(), match.end(), low, stem(low) if content else "")


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Return where each sentence begins and ends, signs included.

    >>> sentences("Hi! I paint.")
    ((0, 3), (4, 12))
    """
    found = []
    for match in SENTENCE.finditer(text):
        inner = match[0].strip()
        if inner:
            start = match.start() + match[0].index(inner)
            found.append((start, start + len(inner)))
    return tuple(found)


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """Return the stems of the content words of a text."""
    return frozenset(t.stem for t in tokens(text) if t.stem)


def held(text: str, wanted: frozenset[str]) -> frozenset[str]:
    """Return which of some stems a text holds; only words that may have one are stemmed.

    >>> sorted(held("I painted while it rained.", stems("paint snow")))
    ['paint']
    """
    known = _initials(text)
    likely = (w for letter in {s[0] for s in wanted} for w in known.get(letter, ()))
    return frozenset(map(stem, likely)) & wanted


@lru_cache(maxsize=8192)
def _initials(text: str) -> dict[str, tuple[str, ...]]:
    """Return the content words of a text by their first letter, which their stems share."""
    found: dict[str, tuple[str, ...]] = {}
    for word in {w.casefold() for w in WORD.findall(text.replace("\u2019", "'"))}:
        if word not in words("function"):
            found[word[0]] = (*found.get(word[0], ()), word)
    return found
