"""Every phrase of the evidence that could be an answer, as columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import MONEY, Token, sentences, tokens

LONGEST = 18
"""Words in a phrase. Longer answers are sentences, and sentences are cut at this."""
Ints = NDArray[np.int64]
CLASSES = (
    "start", "sign", "quote", "preposition", "conjunction", "determiner", "auxiliary", "pronoun",
    "filler", "number", "other", "function", "content",
)  # fmt: skip
CLASS = {name: n for n, name in enumerate(CLASSES)}
TABLES = ("preposition", "determiner", "auxiliary", "pronoun", "conjunction", "filler", "number")


@dataclass(frozen=True, slots=True)
class Pool:
    """All words of the passages one after the other, and the phrases among them.

    Attributes:
        words: Every word and sign.
        classes: Class of each word.
        passage: Which passage a word stands in.
        sentence: Which sentence it stands in, counted through all passages.
        first: First word of each phrase.
        last: Last word of each phrase.
    """

    passages: tuple[Passage, ...]
    words: tuple[Token, ...]
    classes: Ints
    passage: Ints
    sentence: Ints
    first: Ints
    last: Ints

    def text(self, phrase: int) -> str:
        """Return a phrase as it stands in its turn."""
        first, last = int(self.first[phrase]), int(self.last[phrase])
        spoken = self.passages[int(self.passage[first])].turn.words
        return spoken[self.words[first].start : self.words[last].end]

    def source(self, phrase: int) -> Passage:
        """Return the passage that a phrase stands in."""
        return self.passages[int(self.passage[int(self.first[phrase])])]


def pool(evidence: Evidence) -> Pool:
    """Return every phrase of the passages."""
    passages = evidence.passages
    flat: list[Token] = []
    passage: list[int] = []
    sentence: list[int] = []
    for number, found in enumerate(passages):
        for start, end in sentences(found.turn.words):
            inside = [t for t in tokens(found.turn.words) if start <= t.start and t.end <= end]
            flat += inside
            passage += [number] * len(inside)
            sentence += [sentence[-1] + 1 if sentence else 0] * len(inside)
    classes = np.array([_class(t) for t in flat], dtype=np.int64)
    first, last = _phrases(flat, classes, np.array(sentence, dtype=np.int64))
    return Pool(
        passages=passages,
        words=tuple(flat),
        classes=classes,
        passage=np.array(passage, dtype=np.int64),
        sentence=np.array(sentence, dtype=np.int64),
        first=first,
        last=last,
    )


def _class(token: Token) -> int:
    if token.text in '"“”':
        return CLASS["quote"]
    if not token.low[0].isalnum() and token.low[0] not in "'$€£":
        return CLASS["sign"]
    for name in TABLES:
        if token.low in words(name):
            return CLASS[name]
    if token.low.lstrip(MONEY)[:1].isdigit():
        return CLASS["number"]
    return CLASS["content"] if token.stem else CLASS["function"]


def _phrases(flat: Sequence[Token], classes: Ints, sentence: Ints) -> tuple[Ints, Ints]:
    """Return the first and last words of all runs that begin and end at a word that may."""
    signs = (CLASS["sign"], CLASS["quote"], CLASS["filler"])
    dangling = (*signs, CLASS["preposition"], CLASS["conjunction"], CLASS["determiner"])
    begins = ~np.isin(classes, signs)
    ends = ~np.isin(classes, (*dangling, CLASS["auxiliary"]))
    firsts, lasts = [], []
    for length in range(min(LONGEST, len(flat))):
        first = np.arange(len(flat) - length)
        last = first + length
        keep = begins[first] & ends[last] & (sentence[first] == sentence[last])
        firsts.append(first[keep])
        lasts.append(last[keep])
    if not firsts:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    return np.concatenate(firsts), np.concatenate(lasts)
