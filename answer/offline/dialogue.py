"""What was said around a turn: a detail is told right after its topic, often when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tkg.answer.offline.asked import Kind, kind
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.tokens import sentences, stems
from tkg.kg.model import Turn

AROUND = (-1, -2, 1, 2)
"""Turns beside one whose search scores are looked at."""
OPENING = 10
"""Turns after which a session is under way."""
OF_SUBJECT = {3: 2, 5: 4, 7: 6, 15: 14}
"""Columns that count only where the subject speaks, and what they are else."""

Place = tuple[str, int]


def columns(
    evidence: Evidence, passage: Passage, scores: Mapping[Place, float], subject: float
) -> list[float]:
    """Return what the turns around a turn say of the question.

    Args:
        evidence: All that was found.
        passage: The turn.
        scores: Search scores of all turns that were found.
        subject: 1 where the one asked about speaks.
    """
    before = stems(passage.before.words) if passage.before else frozenset()
    earlier = stems(passage.earlier.words) if passage.earlier else frozenset()
    kinds, wanted = questions(passage.before)
    same = float(evidence.asked.kind in kinds)
    led, put = evidence.weight(before | earlier), evidence.weight(wanted)
    beside = _beside(passage.turn, scores)
    return [
        evidence.weight(earlier),
        evidence.weight(stems(passage.turn.words) | before | earlier),
        led,
        led * subject,
        same,
        same * subject,
        put,
        put * subject,
        same * put,
        same * led,
        *beside,
        max(beside[:2]),
        max(beside[:2]) * subject,
        min(passage.turn.index, OPENING) / OPENING,
    ]


def _beside(turn: Turn, scores: Mapping[Place, float]) -> list[float]:
    return [scores.get((turn.session, turn.index + step), 0.0) for step in AROUND]


def questions(turn: Turn | None) -> tuple[frozenset[Kind], frozenset[str]]:
    """Return the kinds of answer that a turn asks for, and the stems of its questions."""
    return _questions(turn.text) if turn else (frozenset(), frozenset())


@lru_cache(maxsize=4096)
def _questions(text: str) -> tuple[frozenset[Kind], frozenset[str]]:
    put = [text[a:b] for a, b in sentences(text) if text[a:b].endswith("?")]
    return frozenset(map(kind, put)), frozenset().union(*map(stems, put))
