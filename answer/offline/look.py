"""Look a question up: search, and load what is stored about the turns that are found."""

from __future__ import annotations

from datetime import datetime

from tkg.answer.offline.asked import Asked, Kind, read
from tkg.answer.offline.evidence import HITS, Evidence, gather
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Role
from tkg.temporal.query import window
from tkg.temporal.span import Span

DATED = frozenset({Kind.WHEN, Kind.HOW_LONG, Kind.HOW_LONG_AGO})
"""Questions for a time."""


def look(memory: Memory, question: Question, text: str | None = None) -> Evidence:
    """Return the evidence for a question, or for another text in the same frame."""
    return looked(memory, understood(memory, text or question.text, question.now), question)


def looked(memory: Memory, asked: Asked, question: Question) -> Evidence:
    """Return the evidence for a question that has been read."""
    hits = memory.search(
        asked.text,
        k=HITS,
        explain=True,
        now=question.now,
        before=_heard(asked, question),
        role=Role.USER if asked.own else None,
    )
    return gather(memory, asked, hits)


def _heard(asked: Asked, question: Question) -> datetime | None:
    """Return until when turns are read.

    A phrase tells of the time when it was said: for another present, later ones do not count. When
    something was may have been told at any time since.
    """
    as_of = question.as_of
    moment = as_of.end if isinstance(as_of, Span) else as_of
    if moment is None or asked.kind in DATED:
        return question.known_at
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=question.now.tzinfo)
    return min(moment, question.known_at or moment)


def understood(memory: Memory, text: str, now: datetime) -> Asked:
    """Return a question as this memory's people would mean it."""
    return read(text, tuple(memory.speakers()), memory.owner(), window(text, now))
