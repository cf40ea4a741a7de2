"""The tool that tells what happened to somebody, in order."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from tkg.kg import when
from tkg.kg.counted import counted
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Status
from tkg.kg.store.instant import civil
from tkg.tools.entry import Entry, entry
from tkg.tools.phrase import unknown

LIMIT = 60
"""Facts in one result."""


class Timeline(BaseModel):
    """Facts about one subject.

    Attributes:
        entries: Dated ones, in the order in which they began.
        total: Dated ones in the window, listed or not.
        outside: Dated ones that the window leaves out.
    """

    subject: str
    entries: list[Entry]
    undated: list[Entry]
    total: int
    outside: int
    note: str | None = None


def timeline(
    memory: Memory,
    subject: str,
    after: str | None = None,
    before: str | None = None,
    limit: int = LIMIT,
) -> Timeline:
    """List what is known about one person or thing, oldest first.

    Use it for "when", "how long" and "what happened before" questions. A date such as "May 2023"
    is only as precise as the speaker was: do not make up the day.

    Args:
        memory: Where the facts are.
        subject: Name of the person or thing.
        after: Earliest time of interest, inclusive.
        before: First time too late, exclusive. What began earlier and still held then is listed.
        limit: How many at most; the latest are kept.

    Returns:
        Dated facts first, undated ones apart.

    Raises:
        NothingFound: Nothing is known by that name. The message offers the nearest names.
        UsageError: A time cannot be read.
    """
    now = memory.clock()
    first = civil(when.start_of(after, now)) if after else None
    last = civil(when.start_of(before, now)) if before else None
    found = memory.facts(subject)
    if not found and memory.resolve_name(subject) is None:
        raise unknown(memory, subject)
    dated = sorted((k for k in found if begins(k)), key=lambda k: (begins(k), k.id))
    within = [k for k in dated if _overlaps(k, first, last)]
    undated = [k for k in found if begins(k) is None]
    most = max(1, limit)
    return Timeline(
        subject=subject,
        entries=[entry(k) for k in within[-most:]],
        undated=[entry(k) for k in undated[:most]],
        total=len(within),
        outside=len(dated) - len(within),
        note=_note(len(within), len(dated), most),
    )


def _note(within: int, dated: int, most: int) -> str | None:
    if not within:
        return f"Nothing dated in this window; {counted(dated, 'dated fact')} outside it."
    return f"The latest {most} of {within}." if within > most else None


def begins(known: Known) -> datetime | None:
    """Return when a fact happened or began to hold."""
    return (known.event.start if known.event else None) or known.valid_from


def ends(known: Known) -> datetime | None:
    """Return when a fact was over; None for what still holds."""
    event = known.event.end if known.event else None
    return (event or known.valid_to) if known.status is Status.HAPPENED else known.valid_to


def _overlaps(known: Known, first: datetime | None, last: datetime | None) -> bool:
    """Say whether a fact happened or held at any time in a window."""
    start, end = begins(known), ends(known)
    return (last is None or (start is not None and start < last)) and (
        first is None or end is None or end > first
    )
