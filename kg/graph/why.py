"""Where a fact comes from: who said it, who read it, what closed it, what it closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb

from tkg.kg import shapes
from tkg.kg.errors import NothingFound
from tkg.kg.graph.query import facts
from tkg.kg.model import Known, Turn
from tkg.kg.store import turns


@dataclass(frozen=True, slots=True)
class Why:
    """All that stands behind a fact.

    Attributes:
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
    row = db.execute("select entity from reading where fact = $f", {"f": fact}).fetchone()
    if row is None:
        raise NothingFound(f"There is no fact {fact}.", hint="`kg facts` shows their ids.")
    everything = facts(db, subject=None, predicate=None, as_of=now, known_at=None, past=True)
    known = next((k for k in everything if k.id == fact), None)
    if known is None:
        lead = db.execute("select lead from reading where fact = $f", {"f": fact}).fetchone()
        known = next(k for k in everything if lead and k.id == lead[0])
    closers = {k.id: k for k in everything}
    return Why(
        known=known,
        turns=tuple(turns.by_key(db, known.fact.turns)),
        closed_by=closers.get(known.closed_by or ""),
        closed=tuple(k for k in everything if k.closed_by == known.id),
    )


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
        yield f"  closes  {closed.fact.statement}"
