"""Count what several facts of one relation tell: no best turn holds the number."""

from __future__ import annotations

from tkg.answer.answer import Answer
from tkg.answer.offline import slots
from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.listed import members
from tkg.answer.offline.tokens import stems
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status
from tkg.temporal.span import Span

COUNTED = frozenset({Status.CURRENT, Status.HAPPENED, Status.ENDED, Status.UNDATED})
FEWEST = 2
"""One fact is a turn that may say a number of its own ("three cats")."""


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return how many there are, and which; None where the facts do not say all that is asked."""
    if asked.kind is not Kind.HOW_MANY or not asked.subject or not asked.head or asked.other:
        return None
    facts = memory.facts(asked.subject, known_at=question.known_at)
    fitting = [k for k in facts if _fits(k, asked) and _within(k, asked.window)]
    once = list({k.fact.value.casefold(): k for k in members(fitting)}.values())
    return slots.told(memory, once, f"{len(once)}: ") if len(once) >= FEWEST else None


def _fits(known: Known, asked: Asked) -> bool:
    relation = stems(known.relation) | stems(known.fact.predicate)
    value = stems(known.fact.value)
    one = known.fact.polarity is Polarity.YES and known.status in COUNTED
    whole = asked.stems <= relation | value and bool(asked.stems & relation - asked.head)
    return one and whole and asked.head <= value and not any(c.isdigit() for c in known.fact.value)


def _within(known: Known, window: Span | None) -> bool:
    """Say whether it happened in the time asked about; when it was told stands in for no date."""
    if window is None:
        return True
    said = known.fact.said_at.replace(tzinfo=None) if known.fact.said_at else None
    start = known.event.start if known.event else known.valid_from or said
    after = window.start is None or (start is not None and start >= window.start)
    return after and (window.end is None or (start is not None and start < window.end))
