"""Work out again which of some nodes are one, and follow what changes to whatever they own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

import duckdb

from tkg.kg.graph import alias_rows as rows
from tkg.kg.graph.denials import standing
from tkg.kg.graph.node import DIFFERENT, NAME, OWNED, Node
from tkg.kg.graph.surface import surface

ROUNDS = 8
"""How deep owners may own: "Ana's sister's dog's vet" is three."""

Stored = dict[str, tuple[Node, str]]


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of settling.

    Attributes:
        had: The entities, as they were, of whatever belongs to another one now.
        speakers: Entities, as they were and as they are, of speakers among them.
        moved: The nodes that belong to another entity now.
    """

    had: set[str]
    speakers: set[str]
    moved: set[str]


def settle(db: duckdb.DuckDBPyConnection, touched: set[str]) -> Settled:
    """Bring the entities of some nodes up to date, and of all that depends on them."""
    had: set[str] = set()
    speakers: set[str] = set()
    every: set[str] = set()
    for _ in range(ROUNDS):
        if not touched:
            break
        moved, were, speaking = _settle(db, touched)
        had |= were
        every |= moved
        speakers |= speaking
        # What the entities own that lost or won a member: all of it, for one may tell of several.
        owners = {
            "ids": list(moved),
            "entities": list({*were, *rows.entity_of(db, moved).values()}),
        }
        touched = {i for (i,) in db.execute(rows.OF_OWNERS, owners).fetchall()} if moved else set()
    return Settled(had, speakers, every)


def _settle(
    db: duckdb.DuckDBPyConnection, touched: set[str]
) -> tuple[set[str], set[str], set[str]]:
    """Settle once.

    Returns:
        The nodes that have another entity now, the entities they had, and those of speakers.
    """
    from tkg.kg.graph.entities import entities

    stored, written = _region(db, touched)
    shared = rows.tellers(db, {n.surface for n, _ in stored.values() if n.level == NAME})
    edges = standing(rows.edges(db, stored), [n for n, _ in stored.values()])
    nodes = [n for n, _ in stored.values() if n.id not in shared]
    same = [e for e in edges if e.kind != DIFFERENT]
    decided = [(e.one, e.other) for e in edges if e.kind == DIFFERENT and not e.session]
    told = [(e.one, e.other) for e in edges if e.kind == DIFFERENT and e.session]
    now = entities(nodes, same, [*told, *talking(db, nodes)], decided)
    before = {**written, **shared}
    found = {n.id: (n, now.entity[n.id]) for n in now.nodes}
    rows.delete_nodes(db, shared.keys() - found.keys())
    rows.write_nodes(db, [f for i, f in found.items() if before.get(i) != f])
    moved = {i for i in found.keys() | shared.keys() if _entity(before, i) != _entity(found, i)}
    names = {found[i][0].surface for i in moved if i in found and i not in before}
    were = {before[i][1] for i in moved if i in before}
    # A name that means another one in somebody's mouth now: their facts were the name's own.
    were |= {entity for n, entity in stored.values() if n.surface in names}
    speaking = {i for i in moved if i in before and before[i][0].speaker}
    return moved, were, {n[i][1] for i in speaking for n in (before, found) if i in n}


def _entity(nodes: Stored, node: str) -> str:
    return nodes[node][1] if node in nodes else ""


def _region(db: duckdb.DuckDBPyConnection, touched: Iterable[str]) -> tuple[Stored, Stored]:
    """Return all that may be one with any of these nodes.

    Returns:
        Them, each under its owner's entity of now; and as they are stored.
    """
    ids = set(touched)
    while True:
        ids = rows.region(db, ids)
        written = rows.nodes(db, ids)
        wanted = {n.owner for n, _ in written.values() if n.owner}
        owners = rows.entity_of(db, wanted) if wanted else {}
        stored = {
            i: (replace(n, under=owners.get(n.owner, n.owner)), entity)
            for i, (n, entity) in written.items()
        }
        kin = {(n.under, n.word) for n, _ in stored.values() if n.level == OWNED}
        peers = rows.kin(db, kin) if kin else set()
        # Kin were one for having one owner, which no edge tells: those owners may be two now.
        peers |= _once_one(db, stored)
        if peers <= ids:
            return stored, written
        ids |= peers


def _once_one(db: duckdb.DuckDBPyConnection, stored: Stored) -> set[str]:
    """Return what was one with any kin among these nodes."""
    entities = {entity for n, entity in stored.values() if n.level == OWNED}
    return rows.of_entities(db, entities) if entities else set()


def talking(
    db: duckdb.DuckDBPyConnection, nodes: Sequence[Node], moment: datetime | None = None
) -> set[tuple[str, str]]:
    """Return the pairs that speak in one session, by a moment: nobody talks to themselves."""
    speakers = {n.surface: n.id for n in nodes if n.speaker}
    if len(speakers) < 2:
        return set()
    together: dict[str, set[str]] = {}
    for session, speaker in db.execute(rows.SPEAKING, {"moment": moment}).fetchall():
        if (folded := surface(speaker)) in speakers:
            together.setdefault(session, set()).add(speakers[folded])
    return {pair for ids in together.values() for pair in combinations(sorted(ids), 2)}
