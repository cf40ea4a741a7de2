"""The alias graph on disk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

import duckdb

from tkg.kg.graph.kinship import head_of
from tkg.kg.graph.node import Edge, Node

NODES = """
select id, scope, surface, shown, owner, word, under, said, speaker, proper, entity
from node where id in (select unnest($ids::text[]))
"""
INSERT_NODES = """
insert into node
select
    unnest($id::text[]), unnest($scope::text[]), unnest($surface::text[]), unnest($shown::text[]),
    unnest($owner::text[]), unnest($word::text[]), unnest($under::text[]),
    unnest($said::timestamp[]), unnest($speaker::boolean[]), unnest($proper::boolean[]),
    unnest($entity::text[])
"""
DELETE_NODES = "delete from node where id in (select unnest($ids::text[]))"
TELLERS = """
select id, scope, surface, shown, owner, word, under, said, speaker, proper, entity from node
where starts_with(scope, 'by ') and surface in (select unnest($surfaces::text[]))
"""
KIN = """
select id, under, word from node
where under in (select unnest($under::text[]))
    and regexp_extract(word, '[^ ]*$') in (select unnest($head::text[]))
"""
OF_ENTITIES = "select id from node where entity in (select unnest($entities::text[]))"
OF_OWNERS = """
select id from node
where owner in (select unnest($ids::text[])) or under in (select unnest($entities::text[]))
"""

NAMINGS = """
select node, session, shown, said, speaker, proper from naming
where session in (select unnest($sessions::text[]))
"""
INSERT_NAMINGS = """
insert into naming
select
    unnest($node::text[]), unnest($session::text[]), unnest($shown::text[]),
    unnest($said::timestamp[]), unnest($speaker::boolean[]), unnest($proper::boolean[])
"""
DELETE_NAMINGS = "delete from naming where session in (select unnest($sessions::text[]))"
LEFT = """
select
    node, arg_min(shown, (said is null, said, shown)), min(said), bool_or(speaker), bool_or(proper)
from naming where node in (select unnest($ids::text[])) group by node
"""

EDGES_OF_SESSIONS = """
select one, other, kind, said, session, turn, teller from edge
where session in (select unnest($sessions::text[]))
"""
EDGES = """
select one, other, kind, said, session, turn, teller from edge
where one in (select unnest($ids::text[])) and other in (select unnest($ids::text[]))
union all
select one, other, case verdict when 'same' then 'person' else 'different' end, null, '', '', ''
from decision
where one in (select unnest($ids::text[])) and other in (select unnest($ids::text[]))
union all
select one, other, 'model', null, '', '', '' from verdict
where same and one in (select unnest($ids::text[])) and other in (select unnest($ids::text[]))
"""
INSERT_EDGES = """
insert into edge
select
    unnest($one::text[]), unnest($other::text[]), unnest($kind::text[]),
    unnest($said::timestamp[]), unnest($session::text[]), unnest($turn::text[]),
    unnest($teller::text[])
"""
DELETE_EDGES = "delete from edge where session in (select unnest($sessions::text[]))"
DELETE_FORMAL = """
delete from edge
where session = ''
    and (one in (select unnest($ids::text[])) or other in (select unnest($ids::text[])))
"""
# All that may be joined to some nodes, directly or by way of others.
REGION = """
with recursive
pair(one, other) as (
    select one, other from edge where kind <> 'different'
    union all select one, other from decision where verdict = 'same'
    union all select one, other from verdict where same
),
link(here, there) as (select one, other from pair union all select other, one from pair),
region(id) as (
    select unnest($ids::text[])
    union select there from region join link on here = id
)
select id from region
"""
DECIDED = "select one, other from decision union all select one, other from verdict where same"
SPEAKING = """
select distinct session, speaker from turn
where $moment::timestamp is null or said_at <= $moment::timestamp
"""
ENTITIES = "select id, entity from node where id in (select unnest($ids::text[]))"


def nodes(db: duckdb.DuckDBPyConnection, ids: Iterable[str]) -> dict[str, tuple[Node, str]]:
    """Return (node, entity) of those that are stored, by id."""
    rows = db.execute(NODES, {"ids": list(ids)}).fetchall()
    return {row[0]: (Node(*row[:-1]), row[-1]) for row in rows}


def tellers(db: duckdb.DuckDBPyConnection, surfaces: Iterable[str]) -> dict[str, tuple[Node, str]]:
    """Return (node, entity) of what these names mean in one teller's mouth, by id."""
    rows = db.execute(TELLERS, {"surfaces": list(surfaces)}).fetchall()
    return {row[0]: (Node(*row[:-1]), row[-1]) for row in rows}


def write_nodes(db: duckdb.DuckDBPyConnection, rows: Sequence[tuple[Node, str]]) -> None:
    """Write nodes with their entities, in place of what was stored of them."""
    if not rows:
        return
    delete_nodes(db, [node.id for node, _ in rows])
    columns = {f.name: [getattr(node, f.name) for node, _ in rows] for f in fields(Node)}
    db.execute(INSERT_NODES, {**columns, "entity": [entity for _, entity in rows]})


def delete_nodes(db: duckdb.DuckDBPyConnection, ids: Iterable[str]) -> None:
    """Delete nodes."""
    db.execute(DELETE_NODES, {"ids": list(ids)})


def region(db: duckdb.DuckDBPyConnection, ids: Iterable[str]) -> set[str]:
    """Return the ids of all that may be one with any of these."""
    return {i for (i,) in db.execute(REGION, {"ids": list(ids)}).fetchall()}


def edges(db: duckdb.DuckDBPyConnection, ids: Iterable[str]) -> list[Edge]:
    """Return the evidence between these nodes: told, decided and judged."""
    return [Edge(*row) for row in db.execute(EDGES, {"ids": list(ids)}).fetchall()]


def edges_of(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> set[Edge]:
    """Return the evidence that is stored of these sessions."""
    rows = db.execute(EDGES_OF_SESSIONS, {"sessions": sessions}).fetchall()
    return {Edge(*row) for row in rows}


def insert_edges(db: duckdb.DuckDBPyConnection, rows: Iterable[Edge]) -> None:
    """Append evidence."""
    found = list(rows)
    if found:
        columns = {f.name: [getattr(e, f.name) for e in found] for f in fields(Edge)}
        db.execute(INSERT_EDGES, columns)


def entity_of(db: duckdb.DuckDBPyConnection, ids: Iterable[str]) -> dict[str, str]:
    """Return the entity of each of these nodes that is stored."""
    return dict(db.execute(ENTITIES, {"ids": list(ids)}).fetchall())


def insert_namings(
    db: duckdb.DuckDBPyConnection, found: Sequence[tuple[str, str, str, object, bool, bool]]
) -> None:
    """Append which sessions name which nodes, and how."""
    if not found:
        return
    names = ("node", "session", "shown", "said", "speaker", "proper")
    columns = zip(*found, strict=True)
    db.execute(INSERT_NAMINGS, dict(zip(names, map(list, columns), strict=True)))


def peers(db: duckdb.DuckDBPyConnection, wanted: set[tuple[str, str]]) -> set[str]:
    """Return the nodes that are not alone in being that to their owner."""
    held: dict[tuple[str, str], set[str]] = {}
    for i, under, word in db.execute(KIN, _asked(wanted)).fetchall():
        held.setdefault((under, head_of(word)), set()).add(i)
    pairs = {(under, head_of(word)) for under, word in wanted}
    return {i for pair in pairs if len(held.get(pair, ())) > 1 for i in held[pair]}


def of_entities(db: duckdb.DuckDBPyConnection, entities: Iterable[str]) -> set[str]:
    """Return the nodes of these entities, as they are stored."""
    rows = db.execute(OF_ENTITIES, {"entities": list(entities)}).fetchall()
    return {i for (i,) in rows}


def _asked(wanted: set[tuple[str, str]]) -> dict[str, list[str]]:
    pairs = sorted(wanted)
    return {"under": [u for u, _ in pairs], "head": [head_of(w) for _, w in pairs]}


def kin(db: duckdb.DuckDBPyConnection, wanted: set[tuple[str, str]]) -> set[str]:
    """Return the nodes that are the same noun to the same owner, given (owner's entity, word)."""
    pairs = {(under, head_of(word)) for under, word in wanted}
    found = db.execute(KIN, _asked(wanted)).fetchall()
    return {i for i, under, word in found if (under, head_of(word)) in pairs}
