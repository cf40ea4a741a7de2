"""Pairs that might be one, by likeness of their names: listed, never joined for it.

Likeness alone is no evidence: rooms of neighbouring numbers and opposite words are very alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import duckdb
import numpy as np

from tkg.kg.graph.apart import Apart
from tkg.kg.graph.nicknames import full_names
from tkg.kg.graph.node import NICKNAME, Edge, Node

if TYPE_CHECKING:
    from tkg.kg.embed.embedder import Embedder

NAMES = """
select node.id, scope, surface, shown, owner, word, under, node.said, speaker, proper, entity
from node left join (select entity, count(*) as n from reading group by entity) using (entity)
where scope = '' and (proper or owner <> '') and n > 0
order by n desc, id limit $most
"""
SETTLED = """
select one, other from edge where kind = 'different' union select one, other from decision
"""
MOST_NAMES = 400
MOST_PAIRS = 30
LIKE = 0.6
"""Cosine from which a pair is listed. Measured: two short forms of one name .5-.65, names of
unlike people mostly below .45."""


@dataclass(frozen=True, slots=True)
class Possible:
    """Two forms that might be one.

    Attributes:
        ids: Of their nodes.
        why: What speaks for it.
        score: Likeness, 0 to 1.
    """

    one: str
    other: str
    ids: tuple[str, str]
    why: str
    score: float


def possible(db: duckdb.DuckDBPyConnection, embedder: Embedder | None) -> list[Possible]:
    """Return pairs of names that might be one, the likeliest first.

    Args:
        db: Where they are stored.
        embedder: What measures likeness; without one only short forms are found.
    """
    rows = db.execute(NAMES, {"most": MOST_NAMES}).fetchall()
    nodes = [Node(*row[:-1]) for row in rows]
    entity = {row[0]: row[-1] for row in rows}
    apart = {frozenset(pair) for pair in db.execute(SETTLED).fetchall()}
    alike = _alike(nodes, embedder)
    never = Apart({n.id: n for n in nodes}, [], (), ())
    found = []
    for (i, one), (j, other) in combinations(enumerate(nodes), 2):
        if entity[one.id] == entity[other.id] or {one.id, other.id} in apart:
            continue
        if _unlike(one, other):
            continue
        why = _short(one, other)
        score = float(alike[i, j])
        edge = Edge(one.id, other.id, NICKNAME)
        if (why or score >= LIKE) and not never.forbids(edge, [one.id], [other.id]):
            reason = why or f"alike: {score:.2f}"
            found.append(Possible(one.shown, other.shown, (one.id, other.id), reason, score))
    return sorted(found, key=lambda p: (p.why.startswith("alike"), -p.score, p.ids))[:MOST_PAIRS]


def _unlike(one: Node, other: Node) -> bool:
    """Say whether no likeness counts: only one is owned, or by another, or has another noun."""
    if (one.under, bool(one.owner)) != (other.under, bool(other.owner)):
        return True
    nouns = {n.word.rpartition(" ")[2] for n in (one, other)}
    return len(nouns) > 1 and not (one.kin and other.kin)


def _alike(nodes: Sequence[Node], embedder: Embedder | None) -> np.ndarray:
    if embedder is None or not nodes:
        return np.zeros((len(nodes), len(nodes)))
    vectors = embedder.embed([n.word or n.shown for n in nodes])
    return np.asarray(vectors @ vectors.T)


def _short(one: Node, other: Node) -> str:
    """Return why one may be short for the other, or ""."""
    short, long = sorted((one.surface, other.surface), key=lambda s: (len(s), s))
    if short in full_names(long) or long in full_names(short):
        return "short form"
    if one.owner or other.owner:
        return ""
    if long.startswith(f"{short} ") or long.endswith(f" {short}"):
        return "part of the name"
    single = " " not in short + long
    return "begins alike" if single and len(short) > 2 and long.startswith(short) else ""
