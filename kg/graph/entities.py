"""Which nodes are one entity: components of the alias graph, in no order of arrival."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import networkx as nx

from tkg.kg.graph.apart import Apart
from tkg.kg.graph.claims import by_teller
from tkg.kg.graph.kinship import head_of, several
from tkg.kg.graph.node import (
    EVIDENCE,
    EXACT,
    LOCAL,
    NAME,
    NICKNAME,
    OWNED,
    PERSON,
    Edge,
    Node,
)


@dataclass(frozen=True, slots=True)
class Entities:
    """What the evidence makes of some nodes.

    Attributes:
        nodes: All of them, those that mean somebody only in one teller's mouth included.
        entity: The entity of each node, by id.
    """

    nodes: tuple[Node, ...]
    entity: dict[str, str]


def entities(
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    told: Iterable[tuple[str, str]] = (),
    decided: Iterable[tuple[str, str]] = (),
) -> Entities:
    """Return the entity of each node.

    Args:
        nodes: Everything that is named, with all that any of it may be joined to.
        edges: What shows that two are one.
        told: Ids of nodes that are two by what was told; only a person's decision joins them.
        decided: Ids of nodes that a person decided to be two.
    """
    shared, joined = by_teller(list(nodes), list(edges))
    known = {n.id: n for n in shared}
    usable = sorted(
        (e for e in (*joined, *_same_owner(shared)) if e.one in known and e.other in known),
        key=_order,
    )
    parts = _Parts(known, Apart(known, usable, told, decided))
    parts.join(e for e in usable if e.kind == PERSON)
    plural = _several(shared)
    for low, high in ((NAME, NAME), (OWNED, OWNED), (OWNED, NAME), (LOCAL, LOCAL), (LOCAL, None)):
        between = [e for e in usable if e.kind != PERSON and _between(e, known, low, high)]
        if low == high:
            parts.join(e for e in between if not _from_table(e))
            parts.join(_certain([e for e in between if _from_table(e)], parts.find))
        else:
            parts.attach(between, {i for i, n in known.items() if n.level == low}, plural)
    return Entities(tuple(shared), {m: _first(ms) for ms in parts.members() for m in _ids(ms)})


def _order(edge: Edge) -> tuple[int, datetime, str, str, str, str]:
    said = edge.said or datetime.max
    return (EVIDENCE.index(edge.kind), said, edge.session, edge.turn, edge.one, edge.other)


def _between(edge: Edge, known: Mapping[str, Node], low: int, high: int | None) -> bool:
    levels = sorted((known[edge.one].level, known[edge.other].level))
    return levels[0] == low and (levels[1] == high if high is not None else levels[1] > low)


def _from_table(edge: Edge) -> bool:
    """Say whether nobody said it: the table of nicknames, or a speaker's name cut short."""
    return edge.kind == NICKNAME and not edge.session


def _same_owner(nodes: Sequence[Node]) -> list[Edge]:
    """Return that the sister of Deb is the sister of Deborah, where these two are one."""
    held: dict[tuple[str, str], list[Node]] = defaultdict(list)
    for node in sorted(nodes, key=lambda n: n.id):
        if node.level == OWNED:
            held[node.under, node.word].append(node)
    return [Edge(group[0].id, other.id, EXACT) for group in held.values() for other in group[1:]]


def _several(nodes: Sequence[Node]) -> set[str]:
    """Return "Ana's sister" where another sister of hers is told: it may be either."""
    held: dict[tuple[str, str], list[Node]] = defaultdict(list)
    for node in nodes:
        if node.kin:
            held[node.under, head_of(node.word)].append(node)
    return {
        node.id
        for (_, head), group in held.items()
        if several(n.word for n in group)
        for node in group
        if node.word == head
    }


def _certain(edges: Sequence[Edge], find: Callable[[str], str]) -> list[Edge]:
    """Return the nicknames that can mean only one, of one who has no other of them."""
    full: dict[str, set[str]] = defaultdict(set)
    short: dict[str, set[str]] = defaultdict(set)
    for edge in edges:
        full[find(edge.one)].add(find(edge.other))
        short[find(edge.other)].add(find(edge.one))
    return [
        e
        for e in edges
        if len(full[find(e.one)]) == 1 and len(short[find(e.other)] - {find(e.other)}) == 1
    ]


def _first(members: Sequence[Node]) -> str:
    """Return the id of the member said first."""
    return min(members, key=lambda n: (n.said or datetime.max, n.surface, n.id)).id


def _ids(members: Sequence[Node]) -> list[str]:
    return [n.id for n in members]


class _Parts:
    """Components as they grow."""

    def __init__(self, known: Mapping[str, Node], apart: Apart) -> None:
        self._known = known
        self._apart = apart
        self._graph: nx.Graph[str] = nx.Graph()
        self._graph.add_nodes_from(known)
        self._roots = nx.utils.UnionFind(known)
        self._held = {node: [node] for node in known}

    def find(self, node: str) -> str:
        """Return what stands for the component of a node."""
        return str(self._roots[node])

    def join(self, edges: Iterable[Edge]) -> None:
        """Add edges in turn, but for those that would join two that are never one."""
        for edge in edges:
            one, other = self.find(edge.one), self.find(edge.other)
            if one == other or self._apart.forbids(edge, self._held[one], self._held[other]):
                continue
            members = self._held.pop(one) + self._held.pop(other)
            self._roots.union(one, other)
            self._held[self.find(one)] = members
            self._graph.add_edge(edge.one, edge.other, kind=edge.kind)

    def attach(self, edges: Sequence[Edge], mentions: set[str], plural: set[str]) -> None:
        """Join each mention to what it means, where that can be only one.

        Args:
            edges: Between mentions and what they may mean.
            mentions: Ids of the nodes that tell less.
            plural: Ids of those that may be several, whoever else is named.
        """
        ends = [(e, *((e.one, e.other) if e.one in mentions else (e.other, e.one))) for e in edges]
        meant: dict[str, set[str]] = defaultdict(set)
        for _, mention, other in ends:
            part = self.find(mention)
            meant[part].add(self.find(other))
            if mention in plural:
                meant[part].add("another")
            if not mentions.issuperset(self._held[part]):
                meant[part].add(part)  # a person has said already what it means
        self.join([e for e, mention, _ in ends if len(meant[self.find(mention)]) == 1])

    def members(self) -> list[list[Node]]:
        """Return the nodes of every component."""
        return [[self._known[n] for n in c] for c in nx.connected_components(self._graph)]
