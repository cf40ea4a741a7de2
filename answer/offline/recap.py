"""Say what was talked about at a time, where a question asks for no more."""

from __future__ import annotations

from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.evidence import Evidence, Passage, gather
from tkg.answer.offline.found import Found
from tkg.answer.offline.tokens import sentences
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Role, Turn

TURNS = 50
"""Turns of the time that are looked through."""
SESSIONS = 3
"""Sessions that are named; the opening of each says what it was about."""
ASKING = frozenset({Kind.WHAT, Kind.WHICH})


def wanted(asked: Asked) -> bool:
    """Say whether a question names a time and nothing else ("What did we discuss in May?")."""
    bounded = asked.window is not None and asked.window.start is not None
    return bounded and not asked.stems and asked.kind in ASKING


def found(memory: Memory, asked: Asked, question: Question) -> Found | None:
    """Return how each session of that time began; None where nobody spoke then."""
    evidence = _then(memory, asked, question)
    openings: dict[str, Passage] = {}
    for passage in sorted(evidence.passages, key=lambda p: (str(p.turn.said_at), p.turn.index)):
        if passage.turn.role is not Role.ASSISTANT:
            openings.setdefault(passage.turn.session, passage)
    kept = tuple(openings.values())[:SESSIONS]
    if not kept:
        return None
    text = " ".join(_opening(p.turn) for p in kept)
    return Found(text=text, passages=kept, why="how each talk of that time began")


def _then(memory: Memory, asked: Asked, question: Question) -> Evidence:
    window, zone = asked.window, question.now.tzinfo
    assert window is not None and window.start is not None
    end = window.end.replace(tzinfo=zone) if window.end else None
    limits = [limit for limit in (end, question.known_at) if limit]
    hits = memory.search(
        asked.text,
        k=TURNS,
        explain=True,
        now=question.now,
        after=window.start.replace(tzinfo=zone),
        before=min(limits, default=None),
    )
    return gather(memory, asked, hits)


def _opening(turn: Turn) -> str:
    """Return the first sentence of a turn."""
    start, end = next(iter(sentences(turn.text)), (0, len(turn.text)))
    return turn.text[start:end]
