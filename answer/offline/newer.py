"""The newest word on a matter: where the same is told later with another number, that one holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.phrases import Phrase
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import sentences, stems, tokens

ALIKE = 3
"""Content words that two sentences share which tell the same."""
EARLIER = re.compile(
    r"\b(?:previous\w*|former\w*|before|used to|back then|first|initial\w*|original\w*)\b", re.I
)
"""Words of a question for what no longer holds."""
SIGNS = frozenset("$€£:%")
UNITS = frozenset(w.rstrip("s") for w in words("unit")) - {"second"}


def newest(evidence: Evidence, top: Phrase, others: Sequence[Phrase]) -> Phrase:
    """Return the likeliest phrase of the newest turn that tells the same with another number.

    Args:
        evidence: All that was found.
        top: The likeliest phrase of all.
        others: Phrases that may answer.
    """
    if evidence.asked.window or EARLIER.search(evidence.asked.text) or not numbers(top.text):
        return top
    fresh = [p for p in others if _later(p.passage, top.passage) and _same(top, p)]
    return max(fresh, key=lambda p: (*_told(p.passage), p.score), default=top)


def _same(top: Phrase, other: Phrase) -> bool:
    """Say whether two phrases give a number of the same thing."""
    if not numbers(other.text) or _measure(other) != _measure(top):
        return False
    said, told = _sentence(top), _sentence(other)
    return bool(_counted(said) & _counted(told)) or len(stems(said) & stems(told)) >= ALIKE


def _sentence(phrase: Phrase) -> str:
    """Return the sentence that a phrase stands in."""
    text = phrase.passage.turn.words
    at = text.find(phrase.text)
    return next((text[a:b] for a, b in sentences(text) if a <= at < b), phrase.text)


def _counted(text: str) -> set[str]:
    """Return the stems of the words that stand after numbers: what is counted."""
    return {after.stem for n, after in pairwise(tokens(text)) if _counts(n.low) and after.stem}


def _measure(phrase: Phrase) -> set[str]:
    """Return the signs and units of a phrase, and of the word after it: what it measures."""
    said = phrase.passage.turn.words
    after = tokens(said[said.find(phrase.text) + len(phrase.text) :])[:1]
    units = {t.low.rstrip("s") for t in (*tokens(phrase.text), *after)} & UNITS
    return set(phrase.text) & SIGNS | units


def numbers(text: str) -> frozenset[str]:
    """Return the words of a text that count or measure something.

    >>> sorted(numbers("all 3 of the four"))
    ['3', 'four']
    """
    return frozenset(t.low for t in tokens(text) if _counts(t.low))


def _counts(low: str) -> bool:
    return any(c.isdigit() for c in low) or low in words("number")


def _told(passage: Passage) -> tuple[float, int]:
    turn = passage.turn
    return (turn.said_at.timestamp() if turn.said_at else 0.0, turn.index)


def _later(passage: Passage, other: Passage) -> bool:
    return passage.turn.speaker == other.turn.speaker and _told(passage) > _told(other)
