"""One name of two people: "my sister Kate" in Ana's mouth and in Bo's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import networkx as nx

from tkg.kg.graph.form import TELLER, node_id
from tkg.kg.graph.node import EXACT, EXPLICIT, NAME, OWNED, PERSON, Edge, Node


def by_teller(nodes: Sequence[Node], edges: Sequence[Edge]) -> tuple[list[Node], list[Edge]]:
    """Give a name that kin of several owners have a meaning of its own in each teller's mouth.

    Claims of one owner, or by one teller, are of one person. Where there are others, the name
    alone means none of them for certain.

    Returns:
        The nodes and edges, those of the tellers in place of the name's own claims.
    """
    known = {n.id: n for n in nodes}
    claims: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        if (name := _claimed(edge, known)) is not None:
            claims[name].append(edge)
    decided = [e for e in edges if e.kind == PERSON]
    extra: dict[str, Node] = {}
    moved: dict[Edge, Edge] = {}
    same: list[Edge] = []
    for name, made in claims.items():
        groups = _groups(made, known, decided)
        if len(groups) == 1:
            continue
        for group in groups:
            tellers = {e: _told(known[name], e, group) for e in group}
            extra |= {n.id: n for n in tellers.values()}
            moved |= {e: replace(e, one=_kin(e, known), other=n.id) for e, n in tellers.items()}
            first, *others = sorted({n.id for n in tellers.values()})
            same += [Edge(first, other, EXACT) for other in others]
    return [*nodes, *extra.values()], [*(moved.get(e, e) for e in edges), *same]


def _claimed(edge: Edge, known: dict[str, Node]) -> str | None:
    """Return the name that an edge says is somebody's kin."""
    if edge.kind != EXPLICIT or edge.one not in known or edge.other not in known:
        return None
    for kin, name in ((edge.one, edge.other), (edge.other, edge.one)):
        if known[kin].level == OWNED and known[kin].kin and known[name].level == NAME:
            return name
    return None


def _kin(edge: Edge, known: dict[str, Node]) -> str:
    return edge.one if known[edge.one].level == OWNED else edge.other


def _groups(
    claims: Sequence[Edge], known: dict[str, Node], decided: Sequence[Edge]
) -> list[list[Edge]]:
    """Return the claims that are of one person together."""
    ties: nx.Graph[str] = nx.Graph([(edge.one, edge.other) for edge in decided])
    for claim in claims:
        kin = _kin(claim, known)
        ties.add_edge(f"owner {known[kin].under}", f"teller {claim.teller}")
        ties.add_edge(kin, f"teller {claim.teller}")
    parts = [set(part) for part in nx.connected_components(ties)]
    groups = [[c for c in claims if f"teller {c.teller}" in part] for part in parts]
    return [group for group in groups if group]


def _told(name: Node, claim: Edge, group: Sequence[Edge]) -> Node:
    """Return the name as this teller means it."""
    scope = f"{TELLER}{claim.teller}"
    times = [e.said for e in group if e.teller == claim.teller and e.said]
    said = min(times) if times else None
    return replace(name, id=node_id(name.surface, scope), scope=scope, said=said, speaker=False)
