"""What the derivation sees of stored facts: their spans looked up, whose voice tells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import duckdb

from tkg.kg.graph.names import Names, known
from tkg.kg.graph.sense import meaning_of
from tkg.kg.graph.told import ASSISTANT, OTHER, PERSON, Told, told
from tkg.kg.model import Fact
from tkg.kg.store import spans
from tkg.temporal.span import Span

NEAR = 12
"""Characters that time words may begin before the expression that was resolved in them."""


def seen(
    db: duckdb.DuckDBPyConnection, facts: Mapping[str, Fact], names: Names | None = None
) -> dict[str, Told]:
    """Return what the derivation sees of facts, by key.

    Args:
        db: Where they are stored.
        facts: Their words, by key.
        names: What names mean; what they mean now where None.
    """
    who = names or known(db, facts.values())
    turns = {w.turn for f in facts.values() for w in (f.time, f.end_time) if w}
    placed = spans.of_turns(db, sorted(turns)) if turns else {}
    return {key: _told(key, fact, placed, who) for key, fact in facts.items()}


def _told(key: str, fact: Fact, placed: Mapping[str, list[Span]], who: Names) -> Told:
    means = meaning_of(fact.predicate, fact.value)
    when = span_of(fact, placed), end_of(fact, placed)
    seen_as = told(fact, key, *when, _voice(fact, who), means, names=who.value(fact))
    return replace(seen_as, denies=not seen_as.denies) if means.denies else seen_as


def _voice(fact: Fact, who: Names) -> int:
    if fact.by_assistant:
        return ASSISTANT
    own = fact.said_by == fact.subject or who.teller(fact) == who.of(fact)
    return PERSON if own else OTHER


def span_of(fact: Fact, placed: Mapping[str, list[Span]]) -> Span | None:
    """Return the span at a fact's time words."""
    return _at(placed, fact.time.turn, fact.time.offset) if fact.time else None


def end_of(fact: Fact, placed: Mapping[str, list[Span]]) -> Span | None:
    """Return the span at the words for a fact's end."""
    return _at(placed, fact.end_time.turn, fact.end_time.offset) if fact.end_time else None


def _at(placed: Mapping[str, list[Span]], turn: str, offset: int) -> Span | None:
    near = [s for s in placed.get(turn, ()) if s.offset <= offset < s.until]
    near = near or [s for s in placed.get(turn, ()) if offset <= s.offset < offset + NEAR]
    return near[0] if near else None
