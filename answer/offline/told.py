"""Put facts into an answer: their values once each, with the turns that tell them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from tkg.answer.answer import Answer, Citation, Event
from tkg.answer.offline.roots import roots
from tkg.answer.offline.tokens import tokens
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Status
from tkg.temporal.render import render

BESIDE = re.compile(
    r",\s+(?:which|who|whom|whose|where|after|before|when|while|since|because)\b.*$", re.DOTALL
)
"""What is said besides of a value."""
CITED = 20
"""Facts that are cited; a list of more is cited in part."""


def told(memory: Memory, known: Sequence[Known], opening: str = "") -> Answer:
    """Return the values of some facts as an answer that cites them."""
    turns = [(k, memory.turn(k.fact.turns[0])) for k in known[:CITED]]
    return Answer(
        answer=opening + ", ".join(_values(known)),
        reason="; ".join(f"{k.fact.statement} ({k.status})" for k in known[:3]),
        citations=tuple(
            Citation(t.id, memory.session_id(t), t.said_at, t.speaker, t.words, k.id)
            for k, t in turns
            if t
        ),
        event=Event.of(known[0].event) if len(known) == 1 and known[0].event else None,
        confidence=0.9,
        trace=tuple(_line(k) for k in known),
    )


def _values(known: Sequence[Known]) -> list[str]:
    said = [value(k) for k in known if k.fact.value]
    # Two events may be of two things: a boat that was painted, and a big boat later.
    return distinct(said, fuller=not all(k.status is Status.HAPPENED for k in known))


def value(known: Known) -> str:
    """Return the value of a fact without what is said besides of it."""
    return BESIDE.sub("", known.fact.value)


def distinct(values: Sequence[str], *, fuller: bool = True) -> list[str]:
    """Return each value once, and the parts of a list for the list.

    Args:
        values: In their order.
        fuller: Whether the fuller wording stands for a shorter one of the same.

    >>> distinct(["a lock", "a bike", "a bike and a lock", "a red kite", "a kite"])
    ['a bike', 'a lock', 'a red kite']
    """
    lists = {v: parts for v in values if (parts := _parts(v, values))}
    first = {part: parts for parts in lists.values() for part in parts}
    row = [part for v in values for part in lists.get(v) or first.get(v) or (v,)]
    shorter = {v for v in row if fuller and any(_fuller(other, v) for other in row)}
    same: dict[frozenset[str], str] = {}
    for said in row:
        if said not in shorter:
            same.setdefault(roots(said) or frozenset((said,)), said)
    return list(same.values())


def _fuller(one: str, other: str) -> bool:
    """Say whether one wording says all of another, of the same thing: "a red bike" of "a bike"."""
    return roots(other) < roots(one) and _last(one) == _last(other)


def _last(said: str) -> str:
    return next((t.low for t in reversed(tokens(said)) if t.stem), "")


def _parts(said: str, values: Sequence[str]) -> tuple[str, ...]:
    """Return the other values that a value is no more than a list of, in its order."""
    low = said.casefold()
    inside = {v for v in values if roots(v) < roots(said) and v.casefold() in low}
    parts = sorted(
        (v for v in inside if not any(v != o and v in o for o in inside)),
        key=lambda v: low.find(v.casefold()),
    )
    whole = frozenset[str]().union(*map(roots, parts)) >= roots(said)
    return tuple(parts) if whole and len(parts) > 1 else ()


def when_told(known: Known) -> tuple[datetime, str]:
    """Return when it was so, or else when it was told, to put facts in order."""
    said = known.fact.said_at.replace(tzinfo=None) if known.fact.said_at else None
    start = known.event.start if known.event else None
    return (start or known.valid_from or said or datetime.min, known.id)


def _line(known: Known) -> str:
    when = f", {render(known.event)}" if known.event else ""
    return f"{known.id} {known.fact.statement} ({known.status}{when})"
