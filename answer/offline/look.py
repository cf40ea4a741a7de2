"""Look a question up: search, and load what is stored about the turns that are found."""

from __future__ import annotations

from datetime import datetime

from tkg.answer.offline.asked import Asked, read
from tkg.answer.offline.evidence import HITS, Evidence, gather
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Role
from tkg.temporal.query import window


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
        before=question.known_at,
        role=Role.USER if asked.own else None,
    )
    return gather(memory, asked, hits)


def understood(memory: Memory, text: str, now: datetime) -> Asked:
    """Return a question as this memory's people would mean it."""
    return read(text, tuple(memory.speakers()), memory.owner(), window(text, now))
