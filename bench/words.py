"""Words of an answer, as benchmarks compare them."""

from __future__ import annotations

import re
import string
from functools import cache

import snowballstemmer

ARTICLES = re.compile(r"\b(?:a|an|the|and)\b")
PUNCTUATION = str.maketrans("", "", string.punctuation)
WORD = re.compile(r"\w+(?:'\w+)?")
STOP_TEXT = (
    "a an the and or but of to in on at for with from by as is are was were be been being "
    "am do does did has have had it its this that these those he she they them his her "
    "hers their theirs i me my mine you your yours we us our ours who whom which what "
    "when where there here so also than then too very not no into about over up out if "
    "some any such would will can could should because while during after before s t ve "
    "re ll d m"
)
STOP = frozenset(STOP_TEXT.split())
"""Words that carry no content of an answer."""

_stemmer = snowballstemmer.stemmer("porter")


@cache
def stem(word: str) -> str:
    """Return the Porter stem, which LoCoMo's own scorer uses."""
    return str(_stemmer.stemWord(word))


def tokens(text: str) -> list[str]:
    """Return the stems that LoCoMo's token F1 counts: no case, punctuation or articles.

    >>> tokens("The cats, and a dog!")
    ['cat', 'dog']
    """
    plain = text.lower().translate(PUNCTUATION)
    return [stem(word) for word in ARTICLES.sub(" ", plain).split()]


def content(text: str) -> frozenset[str]:
    """Return the stems of the words that carry content; of a text without any, of all its words.

    >>> sorted(content("She moved to Lisbon in May"))
    ['lisbon', 'mai', 'move']
    """
    found = [word.removesuffix("'s") for word in WORD.findall(text.lower().replace("\u2019", "'"))]
    kept = [stem(word) for word in found if word not in STOP]
    return frozenset(kept or map(stem, found))
