"""All that is stored of one entity, read once: its facts, and what was derived for them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import duckdb

from tkg.kg.graph import readings
from tkg.kg.graph.age import Birth
from tkg.kg.graph.place import Place
from tkg.kg.graph.seen import seen, span_of
from tkg.kg.graph.told import Interval, Stand, Told
from tkg.kg.model import Fact, Known, Status
from tkg.kg.store import facts as words
from tkg.kg.store import spans
from tkg.temporal.span import Span

MERGED = (Stand.HELD, Stand.EVENT, Stand.BORN)
"""Facts that stand so and have one lead are one."""
SHOWN = "select key, id from turn where key in (select unnest($keys::text[]))"

Pair = tuple[Place, Interval]


@dataclass(frozen=True, slots=True)
class Entry:
    """Facts that tell the same, as one.

    Attributes:
        interval: That of the fact that leads.
        alone: Nothing else is known in its slot.
        known: As it is shown, its status left open.
    """

    interval: Interval
    alone: bool
    known: Known
    _as: dict[Status, Known] = field(default_factory=dict)

    @property
    def relation(self) -> str:
        """What it is about."""
        return self.known.relation

    def standing(self, status: Status) -> Known:
        """Return it with a status; asked again, the same."""
        found = self._as.get(status)
        if found is None:
            found = self._as[status] = replace(self.known, status=status)
        return found


@dataclass(frozen=True)
class Shelf:
    """What is stored of an entity, or of everybody.

    Attributes:
        pairs: Where each fact belongs, and what was derived for it.
        facts: Their words, by key.
        shown: Shown ids of the turns they rest on, by key.
        placed: Time expressions, by the key of their turn.
    """

    pairs: Sequence[Pair]
    facts: Mapping[str, Fact]
    shown: Mapping[str, str]
    placed: Mapping[str, list[Span]]
    _told: dict[str, Told] = field(default_factory=dict)

    def told(self, db: duckdb.DuckDBPyConnection) -> Mapping[str, Told]:
        """Return what the derivation sees of the facts."""
        if not self._told:
            self._told.update(seen(db, self.facts))
        return self._told

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """What is known, as it is stored."""
        return self.entries_of(self.pairs)

    def entries_of(self, pairs: Iterable[Pair]) -> list[Entry]:
        """Return one entry for all facts that tell the same."""
        groups: dict[str, list[Pair]] = defaultdict(list)
        for place, interval in pairs:
            key = interval.lead if interval.stand in MERGED else interval.fact
            groups[key].append((place, interval))
        sizes = Counter(group[0][0].slot for group in groups.values())
        return [
            self._entry(lead, group, alone=sizes[group[0][0].slot] == 1)
            for lead, group in sorted(groups.items())
        ]

    def _entry(self, lead: str, group: Sequence[Pair], *, alone: bool) -> Entry:
        place, interval = next(((p, i) for p, i in group if i.fact == lead), group[0])
        fact = self.facts[interval.fact]
        told = [fact]
        if len(group) > 1:
            others = (self.facts[i.fact] for _, i in group)
            told += sorted(others, key=lambda f: (str(f.said_at), f.index, f.place))
        shown = self.shown
        born = _born(interval)
        known = Known(
            id=interval.fact,
            fact=fact,
            entity=place.entity,
            slot=place.slot,
            relation=place.relation,
            status=Status.UNDATED,
            event=next((s for f in told if (s := span_of(f, self.placed))), None),
            valid_from=None if born else interval.begins,
            valid_to=None if born else interval.ends,
            basis=interval.basis,
            grain=None if born else interval.grain,
            born=born,
            closed_by=interval.closed_by,
            closed_rule=interval.closed_rule,
            end_grain=interval.end_grain,
            sources=tuple(dict.fromkeys(shown[t] for f in told for t in f.turns if t in shown)),
        )
        return Entry(interval, alone, known)


def _born(interval: Interval) -> Birth | None:
    if interval.stand is not Stand.BORN or interval.begins is None or interval.ends is None:
        return None
    return interval.begins, interval.ends


def read(db: duckdb.DuckDBPyConnection, entities: Sequence[str] | None) -> Shelf:
    """Return what is stored of some entities; None is of everybody."""
    pairs = readings.selected(db, entities)
    stored = words.by_key(db, [i.fact for _, i in pairs])
    keys = sorted({t for f in stored.values() for t in f.turns})
    timed = sorted({f.time.turn for f in stored.values() if f.time})
    return Shelf(
        pairs=[(p, i) for p, i in pairs if i.fact in stored],
        facts=stored,
        shown=dict(db.execute(SHOWN, {"keys": keys}).fetchall()),
        placed=spans.of_turns(db, timed) if timed else {},
    )
