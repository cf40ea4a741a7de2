"""What a process has read of entities, kept until what is derived changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import duckdb

from tkg.kg.graph import shelf
from tkg.kg.graph.groups import Groups, groups, meant
from tkg.kg.graph.names import means
from tkg.kg.graph.names_then import NamesThen, names_then, tied
from tkg.kg.graph.predicates import relation
from tkg.kg.graph.shelf import Shelf
from tkg.kg.graph.version import version

MOST_MOMENTS = 8
"""Moments of the past of which it is held what names meant."""
MOST_FACTS = 100_000
"""Facts that are held at most; those asked for longest ago go first."""


class Held:
    """The shelves of the entities that were asked for."""

    def __init__(self) -> None:
        """Hold nothing."""
        self._version = -1
        self._names: dict[str, tuple[str, ...]] = {}
        self._shelves: dict[tuple[str, ...], Shelf] = {}
        self._groups: Groups | None = None
        self._then: dict[datetime, NamesThen | None] = {}
        self._tied: dict[str, bool] = {}
        self._size = 0

    def check(self, db: duckdb.DuckDBPyConnection) -> None:
        """Let everything go that is older than the store."""
        now = version(db)
        if now != self._version:
            self.clear()
            self._version = now

    def clear(self) -> None:
        """Let everything go."""
        self._version, self._size = -1, 0
        self._names.clear()
        self._shelves.clear()
        self._groups = None
        self._then.clear()
        self._tied.clear()

    def relation(self, db: duckdb.DuckDBPyConnection, predicate: str) -> str:
        """Return the name of the relation that a predicate is about."""
        return meant(relation(predicate), self.groups(db)).name

    def groups(self, db: duckdb.DuckDBPyConnection) -> Groups:
        """Return which relations go by another one's name."""
        if self._groups is None:
            self._groups = groups(db)
        return self._groups

    def then(
        self, db: duckdb.DuckDBPyConnection, known_at: datetime, subject: str | None
    ) -> NamesThen | None:
        """Return what names meant at a moment; None where the subject, if any, is the same now."""
        if subject is not None and not self._may_differ(db, subject):
            return None
        if known_at not in self._then:
            while len(self._then) >= MOST_MOMENTS:
                self._then.pop(next(iter(self._then)))
            self._then[known_at] = names_then(db, known_at)
        return self._then[known_at]

    def _may_differ(self, db: duckdb.DuckDBPyConnection, name: str) -> bool:
        if name not in self._tied:
            self._tied[name] = tied(db, name, self.shelf(db, name).facts.values())
        return self._tied[name]

    def shelf(self, db: duckdb.DuckDBPyConnection, name: str) -> Shelf:
        """Return what is stored of whatever a name may mean."""
        if name not in self._names:
            self._names[name] = tuple(means(db, name))
        return self.held(db, self._names[name])

    def held(self, db: duckdb.DuckDBPyConnection, entities: Sequence[str]) -> Shelf:
        """Return what is stored of some entities."""
        who = tuple(entities)
        found = self._shelves.pop(who, None)
        if found is None:
            found = shelf.read(db, who)
            self._size += len(found.pairs)
        self._shelves[who] = found
        while self._size > MOST_FACTS and len(self._shelves) > 1:
            oldest = next(iter(self._shelves))
            self._size -= len(self._shelves.pop(oldest).pairs)
        return found
