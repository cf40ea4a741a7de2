"""The intervals of one entity in the order in which they held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import duckdb

from tkg.kg.graph.age import DAY
from tkg.kg.graph.calendar_reach import floor, reach
from tkg.kg.graph.lemmas import past
from tkg.kg.graph.query import facts
from tkg.kg.graph.runs import TOLD_AS_PAST
from tkg.kg.model import Basis, Known, Polarity, Status
from tkg.kg.store.instant import civil
from tkg.temporal.render import words
from tkg.temporal.span import Grain, Span


def entries(
    db: duckdb.DuckDBPyConnection,
    entity: str,
    *,
    now: datetime,
    as_of: datetime | Span | None = None,
    known_at: datetime | None = None,
    after: datetime | None = None,
    before: datetime | None = None,
) -> list[Known]:
    """Return all that is known of an entity: dated first, in order; undated last.

    Args:
        db: Where it is stored.
        entity: Any of its names.
        now: The present.
        as_of: World time; default the present.
        known_at: Leave out what was told later.
        after: Leave out what had ended by then.
        before: Leave out what began then or later.
    """
    known = facts(
        db, subject=entity, predicate=None, as_of=as_of or now, known_at=known_at, past=True
    )
    first, last = civil(after), civil(before)
    kept = [
        k
        for k in known
        if not (first and k.valid_to and k.valid_to <= first)
        and not (last and k.valid_from and k.valid_from >= last)
    ]
    return sorted(kept, key=in_world)


def in_world(item: Known) -> tuple[bool, datetime, str]:
    """Return what orders facts: those with a beginning by that, the others by when they ended."""
    edge = item.valid_from or item.valid_to or datetime.max
    return item.valid_from is None, edge, item.id


def lines(known: Sequence[Known]) -> Iterator[str]:
    """Give a timeline as text: when, what, and where it stands."""
    for item in known:
        fact = item.fact
        denied = "not " if fact.polarity is Polarity.NO else ""
        what = f"{fact.subject} {denied}{fact.predicate} {item.value}"
        note = "" if item.status in (Status.CURRENT, Status.HAPPENED) else f"  [{item.status}]"
        yield f"{when(item):<34}  {what}{note}"


def when(item: Known) -> str:
    """Return the stretch of an interval in people's words."""
    if item.status is Status.HAPPENED and item.valid_from is None:
        return f"by {item.valid_to:%-d %B %Y}" if item.valid_to else "undated"
    if item.born is not None:
        return f"born {date(item.born[0], Grain.DAY)} - {date(item.born[1] - DAY, Grain.DAY)}"
    start = date(item.valid_from, item.grain)
    if item.status is Status.HAPPENED:
        return start
    if item.valid_from is not None and item.basis is Basis.SEEN:
        start = f"at the latest since {start}"
    elif item.valid_to is None and item.grain and not past(item.fact.predicate):
        start = f"since {start}"
    if item.valid_to is None or _is_its_date(item):
        return start
    by = "" if item.end_grain else "over by "
    return f"{start} - {by}{date(item.valid_to, item.end_grain)}"


def _is_its_date(item: Known) -> bool:
    """Say whether all that is known of a stretch is the date at which it was so: "in 2012"."""
    if item.valid_from is None or item.closed_rule != TOLD_AS_PAST or item.basis is Basis.SEEN:
        return False
    return item.valid_to == reach(item.valid_from, item.grain)


def date(moment: datetime | None, grain: Grain | None) -> str:
    """Return the edge of an interval in words that are as precise as it is known."""
    if moment is None:
        return "?"
    fine = grain is None or grain in (Grain.SECOND, Grain.MINUTE, Grain.HOUR, Grain.PART_OF_DAY)
    exact = Grain.DAY if fine or grain is None else grain
    first = floor(moment, exact)
    return words(first, reach(first, exact), exact)
