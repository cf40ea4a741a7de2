"""Who was who by what had been said at a moment: a name learned later is not known yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

import duckdb

from tkg.kg.graph import alias_rows as rows
from tkg.kg.graph.denials import standing
from tkg.kg.graph.form import form
from tkg.kg.graph.names import Names, likeliest, valued
from tkg.kg.graph.node import DIFFERENT, NICKNAME, Edge, Node
from tkg.kg.graph.settle import ROUNDS, talking
from tkg.kg.model import Fact
from tkg.kg.store.instant import to_row

# A speaker is named by every turn, and the row of that has no time of its own.
NAMED = """
select node.id, node.scope, node.surface,
    arg_min(naming.shown, (naming.said is null, naming.said, naming.shown)),
    node.owner, node.word, '', min(naming.said), bool_or(naming.speaker), bool_or(naming.proper)
from naming join node on node.id = naming.node
where naming.said <= $moment or (
    naming.said is null and naming.speaker
    and naming.session in (select session from turn where said_at <= $moment)
)
group by node.id, node.scope, node.surface, node.owner, node.word
order by node.id
"""
TIED = """
select exists (from edge) or exists (from decision) or exists (from verdict),
    (select max(said_at) from turn)
"""
# A name of its own that nothing ties to another one has always meant itself.
TIES = """
select count(*) filter (surface = $name) = 0 or bool_or(
    owner <> '' or scope <> '' or exists (
        from (from edge select one, other union all from decision select one, other
              union all from verdict select one, other)
        where node.id in (one, other)
    )
)
from node where surface = $name or surface in (select unnest($values::text[]))
"""
NOW = """
select distinct entity from node where surface in (select unnest($surfaces::text[])) order by all
"""


@dataclass(frozen=True)
class NamesThen:
    """What names meant at a moment.

    Attributes:
        nodes: Everything that was named by then, with its entity.
    """

    nodes: Sequence[tuple[Node, str]]

    @cached_property
    def names(self) -> Names:
        """What the subjects and tellers of facts meant."""
        return Names({(n.surface, n.scope): entity for n, entity in self.nodes})

    def means(self, name: str, owner: str) -> list[str]:
        """Return every entity that a name may have meant; `owner` is who "my" is."""
        return likeliest(self, name, owner)

    def of_surface(self, surface: str) -> list[tuple[str, str, str]]:
        """Return (id, entity, scope) of every node of this surface, the widest scope first."""
        found = [(n, entity) for n, entity in self.nodes if n.surface == surface]
        found.sort(key=lambda f: (f[0].scope != "", f[0].said or datetime.max, f[0].id))
        return [(n.id, entity, n.scope) for n, entity in found]

    def of_kin(self, under: Sequence[str], word: str) -> list[str]:
        """Return the entities that are this to one of these entities."""
        return sorted({e for n, e in self.nodes if n.under in under and n.word == word})

    def of_id(self, node: str) -> list[str]:
        """Return the entity of a node, where it was named by then."""
        return [entity for n, entity in self.nodes if n.id == node]

    def today(self, db: duckdb.DuckDBPyConnection, entities: Iterable[str]) -> list[str]:
        """Return the entities of now that hold the facts of these of then."""
        wanted = set(entities)
        surfaces = {n.surface for n, entity in self.nodes if entity in wanted}
        return [e for (e,) in db.execute(NOW, {"surfaces": sorted(surfaces)}).fetchall()]


def names_then(db: duckdb.DuckDBPyConnection, known_at: datetime) -> NamesThen | None:
    """Return what names meant at a moment; None where they mean the same now for certain."""
    moment, _ = to_row(known_at)
    tied, last = db.execute(TIED).fetchall()[0]
    if not tied or (last is not None and moment is not None and last <= moment):
        return None
    nodes = [Node(*row) for row in db.execute(NAMED, {"moment": moment}).fetchall()]
    return NamesThen(_entities(db, nodes, moment))


def tied(db: duckdb.DuckDBPyConnection, name: str, facts: Iterable[Fact]) -> bool:
    """Say whether a name, or one that facts about it name, may once have meant another one."""
    values = {valued(fact.value, fact.said_by) for fact in facts}
    asked = {"name": form(name).surface, "values": sorted(values)}
    return bool(db.execute(TIES, asked).fetchall()[0][0])


def _entities(
    db: duckdb.DuckDBPyConnection, nodes: Sequence[Node], moment: datetime | None
) -> list[tuple[Node, str]]:
    """Return the nodes with their entities; owners are settled before what they own."""
    from tkg.kg.graph.entities import entities

    edges = standing(_edges(db, nodes, moment), nodes)
    same = [e for e in edges if e.kind != DIFFERENT]
    decided = [(e.one, e.other) for e in edges if e.kind == DIFFERENT and not e.session]
    told = [(e.one, e.other) for e in edges if e.kind == DIFFERENT and e.session]
    apart = [*told, *talking(db, nodes, moment)]
    entity: dict[str, str] = {}
    for _ in range(ROUNDS):
        under = [replace(n, under=entity.get(n.owner, n.owner)) for n in nodes]
        found = entities(under, same, apart, decided)
        if found.entity == entity:
            break
        entity = found.entity
    return [(n, found.entity[n.id]) for n in found.nodes]


def _edges(
    db: duckdb.DuckDBPyConnection, nodes: Sequence[Node], moment: datetime | None
) -> list[Edge]:
    """Return what had been told of who is who; what a person decided holds at any time."""
    proper: dict[str, bool] = defaultdict(bool, ((n.id, n.proper) for n in nodes))
    return [
        e
        for e in rows.edges(db, [n.id for n in nodes])
        if (moment is not None and e.said is not None and e.said <= moment)
        or (not e.session and (e.kind != NICKNAME or (proper[e.one] and proper[e.other])))
    ]
