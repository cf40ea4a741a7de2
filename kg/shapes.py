"""The JSON shapes of what a memory gives: what `--json` prints and tools return."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tkg.kg.model import Hit, Known
from tkg.temporal.render import render
from tkg.temporal.span import Span


def known(item: Known) -> dict[str, Any]:
    """Return a fact with what was derived from it."""
    fact = item.fact
    return {
        "id": item.id,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "value": fact.value,
        "polarity": str(fact.polarity),
        "kind": str(fact.kind),
        "change": str(fact.change),
        "statement": fact.statement,
        "said_by": fact.said_by,
        "said_at": instant(fact.said_at),
        "event": item.event and event(item.event),
        "valid_from": civil(item.valid_from),
        "valid_to": civil(item.valid_to),
        "basis": str(item.basis),
        "grain": item.grain and str(item.grain),
        "status": str(item.status),
        "closed_by": item.closed_by,
        "closed_rule": item.closed_rule or None,
        "sources": list(item.sources),
        **({"born": [civil(b) for b in item.born], "age": item.age} if item.born else {}),
    }


def event(span: Span) -> dict[str, Any]:
    """Return a span as a fact's event, with the words a person would use."""
    return {
        "expr": span.expr,
        "start": civil(span.start),
        "end": civil(span.end),
        "grain": str(span.grain),
        "kind": str(span.kind),
        "text": render(span),
    }


def span(value: Span) -> dict[str, Any]:
    """Return everything that is known of a time expression."""
    return {
        **event(value),
        "offset": value.offset,
        "approximate": value.approximate,
        "timex": value.timex,
        "rrule": value.rrule,
        "alternatives": [[civil(a), civil(b)] for a, b in value.alternatives],
        "deictic": value.deictic,
        "rule": value.rule,
    }


def hit(value: Hit) -> dict[str, Any]:
    """Return a turn that search found; its legs only where they were asked for."""
    shape: dict[str, Any] = {
        "turn_id": value.turn_id,
        "session_id": value.session_id,
        "said_at": instant(value.said_at),
        "speaker": value.speaker,
        "text": value.text,
        "score": round(value.score, 6),
    }
    if not value.legs:
        return shape
    return {
        **shape,
        "legs": dict(value.legs),
        "ranks": dict(value.ranks),
        "moved": dict(value.moved),
    }


def instant(moment: datetime | None) -> str | None:
    """Return an aware instant as ISO 8601 with its zone."""
    return moment.isoformat() if moment else None


def civil(moment: datetime | None) -> str | None:
    """Return a civil time as ISO 8601, a midnight as its day alone.

    >>> civil(datetime(2023, 5, 7))
    '2023-05-07'
    """
    if moment is None:
        return None
    whole_day = (moment.hour, moment.minute, moment.second) == (0, 0, 0)
    return moment.date().isoformat() if whole_day else moment.isoformat()
