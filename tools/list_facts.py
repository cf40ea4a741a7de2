"""The tool that lists what is known about somebody."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel

from tkg.kg import when
from tkg.kg.errors import UsageError
from tkg.kg.graph.predicates import relation
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Status
from tkg.tools.entry import Entry, entry
from tkg.tools.phrase import unknown
from tkg.tools.quotation import named

LIMIT = 60
"""Facts in one result; more of them drown a model."""
RELATIONS = 15
"""Relations that are named where the one asked for is not known."""


class Facts(BaseModel):
    """Facts about one or several subjects.

    Attributes:
        complete: Whether this is sure to be all that there is: so where a relation holds one value
            at a time and only that was asked for. Any other list may lack what was not read.
        total: How many there are, listed or not.
        truncated: Whether some of them are not listed.
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
    names = [name for name in ([subject] if isinstance(subject, str) else subject) if name.strip()]
    if not names:
        raise UsageError("Name somebody or something.", hint="Give the name as `subject`.")
    now = memory.clock()
    then = when.period(as_of, now) if as_of else None
    told = when.end_of(known_at, now) if known_at else None
    found = [
        known
        for name in names
        for known in memory.facts(name, predicate, as_of=then, known_at=told, past=include_past)
    ]
    strange = [name for name in names if memory.resolve_name(name) is None]
    if strange and not found:
        raise unknown(memory, strange[0])
    listed = found[: max(1, limit)]
    alone = _single(found, names, predicate) and not include_past
    whole = alone and len(listed) == len(found) and not strange
    notes = [f"Nothing is known by the name {named(name)!r}." for name in strange]
    if not found:
        notes.append(_nothing(memory, names, predicate))
    elif not whole:
        notes.append("Facts are read from speech and may miss some: search before counting.")
    return Facts(
        facts=[entry(known) for known in listed],
        total=len(found),
        truncated=len(listed) < len(found),
        complete=whole,
        note=" ".join(notes) or None,
    )


def _single(found: list[Known], names: list[str], predicate: str | None) -> bool:
    """Say whether the relation holds one value at a time, and everybody's stands in the list."""
    if predicate is None or not relation(predicate).single:
        return False
    return len({k.entity for k in found if k.status is Status.CURRENT}) == len(names)


def _nothing(memory: Memory, names: list[str], predicate: str | None) -> str:
    """Say what was searched, and which relations there are instead."""
    about = f" with the relation {predicate!r}" if predicate else " at that time"
    known = Counter(k.relation for name in names for k in memory.facts(name))
    others = ", ".join(named(name) for name, _ in known.most_common(RELATIONS))
    return (
        f"0 facts{about} among {known.total()} about {', '.join(map(named, names))}"
        + (f" (their relations: {others})" if others else "")
        + ". Search the history once; if that finds nothing, answer that it is not in memory."
    )
