"""Work out again which of some nodes are one, and follow what changes to whatever they own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import duckdb

from tkg.kg.graph import alias_rows as rows
from tkg.kg.graph.node import DIFFERENT, NAME, OWNED, Edge, Node
from tkg.kg.graph.surface import surface

ROUNDS = 8
"""How deep owners may own: "Ana's sister's dog's vet" is three."""

Stored = dict[str, tuple[Node, str]]


def settle(db: duckdb.DuckDBPyConnection, touched: set[str]) -> set[str]:
    """Bring the entities of some nodes up to date, and of all that depends on them.

    Returns:
        The entities, as they were, of whatever belongs to another one now.
    """
    had: set[str] = set()
    for _ in range(ROUNDS):
        if not touched:
            break
        moved, were = _settle(db, touched)
        had |= were
        touched = {i for (i,) in db.execute(rows.OF_OWNERS, {"ids": list(moved)}).fetchall()}
    return had


def _settle(db: duckdb.DuckDBPyConnection, touched: set[str]) -> tuple[set[str], set[str]]:
    """Settle once; return the nodes that have another entity now, and the entities they had."""
    from tkg.kg.graph.entities import entities

    stored = _region(db, touched)
    shared = rows.tellers(db, {n.surface for n, _ in stored.values() if n.level == NAME})
    edges = rows.edges(db, stored)
    nodes = [n for n, _ in stored.values() if n.id not in shared]
    same = [e for e in edges if e.kind != DIFFERENT]
    now = entities(nodes, same, _apart(db, nodes, edges))
    before = {**stored, **shared}
    found = {n.id: (n, now.entity[n.id]) for n in now.nodes}
    rows.delete_nodes(db, shared.keys() - found.keys())
    written = rows.nodes(db, found)
    rows.write_nodes(db, [f for i, f in found.items() if written.get(i) != f])
    moved = {i for i in found.keys() | shared.keys() if _entity(before, i) != _entity(found, i)}
    names = {found[i][0].surface for i in moved if i in found and i not in before}
    were = {before[i][1] for i in moved if i in before}
    # A name that means another one in somebody's mouth now: their facts were the name's own.
    were |= {entity for n, entity in stored.values() if n.surface in names}
    return moved, were


def _entity(nodes: Stored, node: str) -> str:
    return nodes[node][1] if node in nodes else ""


def _region(db: duckdb.DuckDBPyConnection, touched: Iterable[str]) -> Stored:
    """Return all that may be one with any of these nodes, each under its owner's entity of now."""
    ids = set(touched)
    while True:
        ids = rows.region(db, ids)
        stored = rows.nodes(db, ids)
        owners = rows.entity_of(db, {n.owner for n, _ in stored.values() if n.owner})
        stored = {
            i: (replace(n, under=owners.get(n.owner, n.owner)), entity)
            for i, (n, entity) in stored.items()
        }
        kin = {(n.under, n.word) for n, _ in stored.values() if n.level == OWNED}
        peers = rows.kin(db, kin) if kin else set()
        if peers <= ids:
            return stored
        ids |= peers


def _apart(
    db: duckdb.DuckDBPyConnection, nodes: Sequence[Node], edges: Sequence[Edge]
) -> list[tuple[str, str]]:
    """Return the pairs that were told or decided to be two, and those that talk to each other."""
    told = [(e.one, e.other) for e in edges if e.kind == DIFFERENT]
    speakers = {n.surface: n.id for n in nodes if n.speaker}
    if len(speakers) < 2:
        return told
    together: dict[str, set[str]] = {}
    for session, speaker in db.execute(rows.SPEAKING_TOGETHER).fetchall():
        if (folded := surface(speaker)) in speakers:
            together.setdefault(session, set()).add(speakers[folded])
    return [*told, *{pair for ids in together.values() for pair in combinations(sorted(ids), 2)}]
