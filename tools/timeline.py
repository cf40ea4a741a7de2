"""The tool that tells what happened to somebody, in order."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from tkg.kg.memory import Memory
from tkg.kg.model import Known
from tkg.tools.entry import Entry, entry
from tkg.tools.phrase import instant, unknown


class Timeline(BaseModel):
    """Facts about one subject."""

    subject: str
    entries: list[Entry]
    undated: list[Entry]


def timeline(
    memory: Memory, subject: str, after: str | None = None, before: str | None = None
) -> Timeline:
    """List what is known about one person or thing, oldest first.

    Use it for "when", "how long" and "what happened before" questions. A date such as "May 2023"
    is only as precise as the speaker was: do not make up the day.

    Args:
        memory: Where the facts are.
        subject: Name of the person or thing.
        after: Earliest time of interest, inclusive.
        before: First time too late, exclusive.

    Returns:
        Dated facts first, undated ones apart.

    Raises:
        NothingFound: Nothing is known by that name. The message offers the nearest names.
        UsageError: A time cannot be read.
    """
    now = memory.clock()
    first, last = _civil(instant(after, now)), _civil(instant(before, now))
    found = memory.facts(subject)
    if not found and memory.resolve_name(subject) is None:
        raise unknown(memory, subject)
    dated = sorted((k for k in found if begins(k)), key=lambda k: (begins(k), k.id))
    return Timeline(
        subject=subject,
        entries=[entry(k) for k in dated if _within(begins(k), first, last)],
        undated=[entry(k) for k in found if begins(k) is None],
    )


def begins(known: Known) -> datetime | None:
    """Return when a fact happened or began to hold."""
    return (known.event.start if known.event else None) or known.valid_from


def _civil(moment: datetime | None) -> datetime | None:
    return moment.replace(tzinfo=None) if moment else None


def _within(at: datetime | None, first: datetime | None, last: datetime | None) -> bool:
    return at is not None and (first is None or at >= first) and (last is None or at < last)
