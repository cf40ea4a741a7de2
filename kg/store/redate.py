"""Read the times of a whole store again after the rules have changed; no model is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tkg.kg.store import spans, turns
from tkg.temporal.render import render
from tkg.temporal.span import Span

if TYPE_CHECKING:
    from tkg.kg.memory import Memory


@dataclass(frozen=True, slots=True)
class Redated:
    """One time expression that is read in another way now.

    Attributes:
        before: The old reading in words; None where the expression was not seen as a time.
        after: The new one; None where it is no longer seen as a time.
    """

    turn_id: str
    expr: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        """Return it as one line."""
        return f"{self.turn_id}\t{self.expr!r}\t{self.before or '-'} -> {self.after or '-'}"


def redate(memory: Memory, *, dry_run: bool = False) -> list[Redated]:
    """Resolve every turn again, one session a transaction, and say what changed."""
    from tkg.kg.graph.rebuild import update

    changes: list[Redated] = []
    sessions = [key for (key,) in memory.db.execute(SESSIONS).fetchall()]
    for session in sessions:
        said = turns.of_sessions(memory.db, [session])
        placed = spans.read(said)
        stored = spans.of_turns(memory.db, [t.key for t in said])
        fresh: dict[str, list[Span]] = {}
        for key, span in placed:
            fresh.setdefault(key, []).append(span)
        found = [
            change
            for t in said
            for change in _changes(t.id, stored.get(t.key, []), fresh.get(t.key, []))
        ]
        changes += found
        if found and not dry_run:
            with memory.transaction() as db:
                db.execute(DELETE, {"key": session})
                spans.insert(db, placed)
                update(db, [session])
    return changes


SESSIONS = "select key from session order by started_at nulls first, key"
DELETE = "delete from span where turn in (select key from turn where session = $key)"


def _changes(turn_id: str, before: list[Span], after: list[Span]) -> list[Redated]:
    old, new = ({_place(s): render(s) for s in spans_} for spans_ in (before, after))
    return [
        Redated(turn_id, place[1], old.get(place), new.get(place))
        for place in sorted(old.keys() | new.keys())
        if old.get(place) != new.get(place)
    ]


def _place(span: Span) -> tuple[int, str]:
    return span.offset, span.expr
