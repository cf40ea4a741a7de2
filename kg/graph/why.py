"""Where a fact comes from: who said it, who read it, what closed it, what it closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb

from tkg.kg import shapes
from tkg.kg.errors import NothingFound
from tkg.kg.graph import shelf as shelves
from tkg.kg.graph.query import status_of, window_of
from tkg.kg.graph.shelf import MERGED, Entry, Shelf
from tkg.kg.model import Known, Status, Turn
from tkg.kg.store import turns

CONCERNED = """
with one as (
    select fact, closed_by from reading where fact = $fact
    union
    select fact, closed_by from reading where lead = (select lead from reading where fact = $fact)
)
select distinct entity from reading
where fact in (select fact from one)
    or fact in (select closed_by from one where closed_by is not null)
    or closed_by in (select fact from one)
order by entity
"""
"""Whose facts are needed: of the fact itself, of what closed it, and of what it closed."""


@dataclass(frozen=True, slots=True)
class Why:
    """All that stands behind a fact.

    Attributes:
        turns: Where it was said, of all tellings.
        closed: The facts whose validity it ended.
    """

    known: Known
    turns: tuple[Turn, ...]
    closed_by: Known | None
    closed: tuple[Known, ...]

    def shape(self) -> dict[str, Any]:
        """Return it as plain values, for `--json`."""
        return {
            "fact": shapes.known(self.known),
            "turns": [
                {
                    "turn_id": t.id,
                    "speaker": t.speaker,
                    "text": t.words,
                    "said_at": shapes.instant(t.said_at),
                }
                for t in self.turns
            ],
            "extractor": self.known.fact.extractor,
            "time_rule": self.known.event.rule if self.known.event else None,
            "closed_by": shapes.known(self.closed_by) if self.closed_by else None,
            "closed": [shapes.known(k) for k in self.closed],
        }


def explain(db: duckdb.DuckDBPyConnection, fact: str, *, now: datetime) -> Why:
    """Return what stands behind a fact.

    Raises:
        NothingFound: There is no such fact.
    """
    owners = [entity for (entity,) in db.execute(CONCERNED, {"fact": fact}).fetchall()]
    if not owners:
        raise NothingFound(f"There is no fact {fact}.", hint="`kg facts` shows their ids.")
    shelf = shelves.read(db, owners)
    merged = _merged(shelf)
    known = _standing(merged[fact], now)
    told = [key for key, entry in merged.items() if entry.known.id == known.id]
    closed = {e.known.id: e for e in merged.values() if e.known.closed_by in told}
    keys = dict.fromkeys(t for key in (known.id, *told) for t in shelf.facts[key].turns)
    by = merged.get(known.closed_by or "")
    return Why(
        known=known,
        turns=tuple(turns.by_key(db, list(keys))),
        closed_by=_standing(by, now) if by else None,
        closed=tuple(_standing(e, now) for key, e in closed.items() if key != known.id),
    )


def _merged(shelf: Shelf) -> Mapping[str, Entry]:
    """Return the entry that each fact is part of, by its key."""
    shown = {entry.known.id: entry for entry in shelf.entries}
    first: dict[str, Entry] = {}
    found = {}
    for _, interval in shelf.pairs:
        key = interval.lead if interval.stand in MERGED else interval.fact
        entry = shown.get(key) or shown.get(interval.fact) or first[key]
        found[interval.fact] = first[key] = entry
    return found


def _standing(entry: Entry, now: datetime) -> Known:
    """Return a fact as it stands; what is told of the future only is planned."""
    status = status_of(entry.interval, window_of(now), alone=entry.alone)
    return entry.standing(status or Status.PLANNED)


def lines(why: Why) -> Iterator[str]:
    """Give it as text."""
    yield f"{why.known.fact.statement}  [{why.known.status}]"
    for turn in why.turns:
        said = f"{turn.said_at:%Y-%m-%d %H:%M}" if turn.said_at else "undated"
        yield f"  said    {turn.id}, {said}, {turn.speaker}: {turn.words}"
    yield f"  read by {why.known.fact.extractor}"
    if why.known.event:
        yield f"  dated   {why.known.event.expr!r} by the rule {why.known.event.rule}"
    if why.known.closed_rule:
        closer = f": {why.closed_by.fact.statement}" if why.closed_by else ""
        yield f"  closed  by rule {why.known.closed_rule}{closer}"
    for closed in why.closed:
        yield f"  closes  {closed.fact.statement}  (rule {closed.closed_rule})"
