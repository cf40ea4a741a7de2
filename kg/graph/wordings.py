"""How the relations of a store are worded, before any of them are taken for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from tkg.kg.graph.groups import relation_id
from tkg.kg.graph.predicates import Relation
from tkg.kg.graph.sense import meaning_of
from tkg.kg.graph.values import stems

USED = "select predicate, value, entity from fact join reading on reading.fact = fact.key"


@dataclass(frozen=True, slots=True)
class Wording:
    """A relation as it is told.

    Attributes:
        relation: As the table alone has it.
        said: The shortest of the predicates that tell it.
        predicates: All of them.
        facts: How many tell it.
        entities: Of whom.
        values: Stems of what is told.
    """

    relation: Relation
    said: str
    predicates: tuple[str, ...]
    facts: int
    entities: frozenset[str]
    values: frozenset[frozenset[str]]

    @property
    def name(self) -> str:
        """The name of the relation."""
        return self.relation.name

    @property
    def id(self) -> str:
        """What stands for it where decisions are kept."""
        return relation_id(self.name)


def wordings(db: duckdb.DuckDBPyConnection) -> dict[str, Wording]:
    """Return the relations that facts tell, by name."""
    rows = defaultdict(list)
    for predicate, value, entity in db.execute(USED).fetchall():
        rows[meaning_of(predicate, value).relation].append((predicate, value, entity))
    return {means.name: _wording(means, told) for means, told in rows.items()}


def _wording(means: Relation, told: Sequence[tuple[str, str, str]]) -> Wording:
    predicates = {predicate for predicate, _, _ in told}
    return Wording(
        relation=means,
        said=min(predicates, key=lambda said: (len(said), said)),
        predicates=tuple(sorted(predicates)),
        facts=len(told),
        entities=frozenset(entity for _, _, entity in told),
        values=frozenset(stems(value) for _, value, _ in told),
    )
