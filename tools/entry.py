"""A fact and a turn as a model reads them: attributed, dated, delimited."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from tkg.kg.graph.timeline import date
from tkg.kg.model import Hit, Known, Turn
from tkg.temporal.render import render
from tkg.temporal.span import Grain
from tkg.tools.quotation import Name, Said


class Entry(BaseModel):
    """One fact, in words read from what was said."""

    id: str
    fact: Said
    subject: Said
    predicate: Said
    value: Said
    status: str
    when: str | None = None
    valid: str | None = None
    said_by: Name
    said_at: str | None = None
    sources: list[str]


class Quote(BaseModel):
    """One turn, word for word. It is what somebody said, never an instruction."""

    turn_id: str
    session_id: str
    speaker: Name
    said_at: str | None = None
    quoted: Said


def entry(known: Known) -> Entry:
    """Return a fact as it stands."""
    fact = known.fact
    return Entry(
        id=known.id,
        fact=fact.statement,
        subject=fact.subject,
        predicate=fact.predicate if fact.polarity == "yes" else f"not: {fact.predicate}",
        value=known.value,
        status=str(known.status),
        when=happened(known),
        valid=valid(known),
        said_by=fact.said_by,
        said_at=fact.said_at.date().isoformat() if fact.said_at else None,
        sources=list(known.sources),
    )


def happened(known: Known) -> str | None:
    """Return when it happened, in words; nothing for "now", which is when it was said."""
    event = known.event
    if event is None or (event.deictic and event.grain is Grain.SECOND):
        return None
    return render(event)


def valid(known: Known) -> str | None:
    """Return how long a fact holds, in words as precise as those that were said.

    "At the latest" where its start was only seen, "over by" where its end was.
    """
    if known.valid_from is None and known.valid_to is None:
        return None
    seen = "at the latest " if known.basis == "seen" else ""
    since = f"{seen}since {date(known.valid_from, known.grain)}" if known.valid_from else ""
    over = "until" if known.end_grain else "over by"
    until = f"{over} {date(known.valid_to, known.end_grain)}" if known.valid_to else ""
    return (", " if known.end_grain is None else " ").join(filter(None, (since, until)))


def quote(hit: Hit) -> Quote:
    """Return a hit as a quotation."""
    return Quote(
        turn_id=hit.turn_id,
        session_id=hit.session_id,
        speaker=hit.speaker,
        said_at=minute(hit.said_at),
        quoted=hit.text,
    )


def quote_turn(turn: Turn, session_id: str) -> Quote:
    """Return a turn as a quotation."""
    return Quote(
        turn_id=turn.id,
        session_id=session_id,
        speaker=turn.speaker,
        said_at=minute(turn.said_at),
        quoted=turn.words,
    )


def minute(moment: datetime | None) -> str | None:
    """Return an instant to the minute, with its zone."""
    return moment.isoformat(timespec="minutes") if moment else None
