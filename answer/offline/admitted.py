"""Which phrases can answer a question of this kind at all."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tkg.answer.offline.asked import Kind
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.pool import Pool
from tkg.answer.offline.relatives import astray
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import Token

Flags = NDArray[np.bool_]

DOER = re.compile(r"(?:er|or|ist|ian|man|men|mate)s?$")
"""Ends of what people are called by what they do."""
PRICED = re.compile(r"\bhow much (?:money|did|does|do|is|was|were|are|has|have)\b", re.I)
REMINDS = frozenset({"when", "that", "i"})
"""Words after "remember" that bring what was so: "remember when I got a raise?"."""


def admitted(evidence: Evidence, pool: Pool) -> Pool:
    """Return the phrases that stand in no question and hold the sort of thing asked for."""
    if not len(pool.first):
        return pool
    keep = ~_questions(pool)[pool.sentence[pool.first]] & ~_astray(evidence, pool)
    if evidence.asked.kind is Kind.HOW_MANY:
        # What something costs is no day; how much time it takes may be told in days.
        priced = PRICED.search(evidence.asked.text)
        keep &= _holding(pool, _numbers(pool) & ~_timed(pool) if priced else _numbers(pool))
    elif evidence.asked.kind is Kind.HOW_LONG:
        keep &= _holding(pool, _lengths(pool))
    elif evidence.asked.kind is Kind.WHO:
        keep &= _holding(pool, _persons(pool))
    elif evidence.asked.kind is Kind.WHERE:
        keep &= _holding(pool, _content(pool) & ~_timed(pool))
    return replace(pool, first=pool.first[keep], last=pool.last[keep])


def _questions(pool: Pool) -> Flags:
    """Say which sentences ask something: who asks does not tell, but who reminds does."""
    asks = np.zeros(int(pool.sentence[-1]) + 1, dtype=bool)
    reminds = asks.copy()
    before = ""
    for number, word in zip(pool.sentence.tolist(), pool.words, strict=True):
        asks[number] = word.low == "?"
        reminds[number] |= before == "remember" and word.low in REMINDS
        before = word.low
    return asks & ~reminds


def _astray(evidence: Evidence, pool: Pool) -> Flags:
    """Say which phrases stand in what is told of a relative of the one asked about."""
    begins = np.array([w.start for w in pool.words])[pool.first]
    stands = pool.passage[pool.first]
    found = np.zeros(len(begins), dtype=bool)
    for number, passage in enumerate(pool.passages):
        for start, end in astray(evidence.asked, passage):
            found |= (stands == number) & (begins >= start) & (begins < end)
    return found


def _numbers(pool: Pool) -> Flags:
    """Say which words count something; what a photo shows is not what somebody has."""
    ends = [len(p.turn.text) for p in pool.passages]
    said = [w.start < ends[n] for w, n in zip(pool.words, pool.passage.tolist(), strict=True)]
    return np.array([s and _counts(w) for s, w in zip(said, pool.words, strict=True)], dtype=bool)


def _lengths(pool: Pool) -> Flags:
    """Say which words tell how long something was."""
    lasting, units, dated = words("lasting"), words("unit"), words("dating")
    before = ["", *(word.low for word in pool.words)]
    return np.array(
        [
            word.low in lasting or (word.low in units and last not in dated)
            for last, word in zip(before, pool.words, strict=False)
        ],
        dtype=bool,
    )


def _timed(pool: Pool) -> Flags:
    """Say which words stand in an expression of time."""
    times = [[(s.offset, s.offset + len(s.expr)) for s in p.spans] for p in pool.passages]
    row = zip(pool.words, pool.passage.tolist(), strict=True)
    return np.array([any(a <= w.start < b for a, b in times[n]) for w, n in row], dtype=bool)


def _content(pool: Pool) -> Flags:
    return np.array([bool(w.stem) or w.low in words("place") for w in pool.words], dtype=bool)


def _persons(pool: Pool) -> Flags:
    """Say which words may tell who: names, and words for people, that are no time."""
    people = words("person") | words("kinship") | words("people")
    said = [
        bool(w.stem) and (w.text[0].isupper() or w.low in people or bool(DOER.search(w.low)))
        for w in pool.words
    ]
    return np.array(said, dtype=bool) & ~_timed(pool)


def _counts(word: Token) -> bool:
    return any(c.isdigit() for c in word.low) or word.low in words("number") | words("quantity")


def _holding(pool: Pool, marks: Flags) -> Flags:
    total = np.concatenate([[0], np.cumsum(marks)])
    return np.asarray(total[pool.last + 1] > total[pool.first])
