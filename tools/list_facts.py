"""The tool that lists what is known about somebody."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from tkg.kg.memory import Memory
from tkg.kg.model import Known
from tkg.tools.entry import Entry, entry
from tkg.tools.phrase import close_of, span, unknown

LIMIT = 60
"""Facts in one result; more of them drown a model."""


class Facts(BaseModel):
    """Facts about one or several subjects.

    Attributes:
        complete: Whether this is sure to be all that was ever said on the matter.
        total: How many there are, listed or not.
    """

    facts: list[Entry]
    total: int
    truncated: bool
    complete: bool
    note: str | None = None


def list_facts(
    memory: Memory,
    subject: str | list[str],
    predicate: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    include_past: bool = True,
    limit: int = LIMIT,
) -> Facts:
    """List the facts that are known about a person or thing, current ones first.

    Each fact has a status: current, ended, happened, planned, lapsed, retracted. Only current
    ones hold now. Use it for "who, what, where" and for lists.

    Args:
        memory: Where the facts are.
        subject: Name of the person or thing, or several names.
        predicate: Relation to limit it to, such as "lives in"; leave out for all.
        as_of: A time in the world, such as "March 2026": only what held then.
        known_at: A time: only what had been said by then.
        include_past: Also facts that have ended or were superseded.
        limit: How many at most.

    Returns:
        The facts, and whether the list is complete.

    Raises:
        NothingFound: Nothing is known by any of the names. The message offers the nearest names.
        UsageError: A time cannot be read.
    """
    names = [subject] if isinstance(subject, str) else subject
    now = memory.clock()
    then = span(as_of, now) if as_of else None
    told = close_of(known_at, now)
    found = [
        known
        for name in names
        for known in memory.facts(name, predicate, as_of=then, known_at=told, past=include_past)
    ]
    if not found:
        _explain_nothing(memory, names)
    return _listed(memory, found, limit, now, predicate)


def _explain_nothing(memory: Memory, names: list[str]) -> None:
    for name in names:
        if memory.resolve_name(name) is None:
            raise unknown(memory, name)


def _listed(
    memory: Memory, found: list[Known], limit: int, now: datetime, predicate: str | None
) -> Facts:
    cut = len(found) > limit
    about = f" with the relation {predicate!r}" if predicate else ""
    note = (
        "Facts are read from speech and may miss some. Search the history before counting."
        if found
        else f"0 facts{about} among {memory.stats()['facts']} stored. Search the history once; "
        "if that finds nothing, answer that it is not in memory."
    )
    return Facts(
        facts=[entry(known) for known in found[:limit]],
        total=len(found),
        truncated=cut,
        complete=False,
        note=note,
    )
