"""Which nodes may never be one, whatever speaks for it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from tkg.kg.graph.kinship import clash
from tkg.kg.graph.nicknames import full_names, given
from tkg.kg.graph.node import EXPLICIT, NAME, PERSON, Edge, Node
from tkg.kg.model import Role


class Apart:
    """The rules, for some nodes."""

    def __init__(
        self,
        known: Mapping[str, Node],
        edges: Sequence[Edge],
        told: Iterable[tuple[str, str]],
        decided: Iterable[tuple[str, str]],
    ) -> None:
        """Prepare them.

        Args:
            known: Every node, by id.
            edges: What is said of them: a name is of the sort of the kin it is told to be.
            told: Ids of those that were told to be two.
            decided: Ids of those that a person decided to be two.
        """
        self._known = known
        self._told = set(map(frozenset, told))
        self._decided = set(map(frozenset, decided))
        self._claims: dict[str, set[str]] = defaultdict(set)
        for edge in edges:
            for kin, name in ((edge.one, edge.other), (edge.other, edge.one)):
                if edge.kind == EXPLICIT and known[kin].kin and known[name].level == NAME:
                    self._claims[name] |= {known[kin].under, edge.teller}

    def forbids(self, edge: Edge, one: Sequence[str], other: Sequence[str]) -> bool:
        """Say whether an edge must not join two components, given their nodes."""
        pairs = list(product(one, other))
        if not self._decided.isdisjoint(map(frozenset, pairs)):
            return True
        if edge.kind == PERSON:
            return False
        if not self._told.isdisjoint(map(frozenset, pairs)):
            return True
        ends = {edge.one, edge.other}
        nodes = [(self._known[a], self._known[b], {a, b} == ends) for a, b in pairs]
        sure = edge.kind == EXPLICIT
        return any(
            _owner_of(a, b)
            or clash(a.kin, b.kin)
            or _digits_differ(a, b, sure=sure)
            or (_given_differ(a, b) and not (direct and sure))
            or (edge.kind != EXPLICIT and self._of_two_owners(a, b))
            for a, b, direct in nodes
        )

    def _of_two_owners(self, one: Node, other: Node) -> bool:
        """Say whether two names are those of kin of different people, as far as is told."""
        mine, theirs = self._claims.get(one.id), self._claims.get(other.id)
        return bool(mine and theirs and not mine & theirs)


def _owner_of(one: Node, other: Node) -> bool:
    """Say whether one belongs to the other: a man is not his shop."""
    return one.owner == other.id or other.owner == one.id


def _digits_differ(one: Node, other: Node, *, sure: bool) -> bool:
    """Say whether two things are numbered otherwise; a statement may number what had no number."""
    mine, theirs = re.findall(r"\d+", one.surface), re.findall(r"\d+", other.surface)
    return mine != theirs and bool((mine and theirs) or not sure)


def _given_differ(one: Node, other: Node) -> bool:
    """Say whether two people have different given names, short forms taken for the long ones."""
    if not (_person(one) and _person(other)):
        return False
    mine, theirs = one.surface.split(" ")[0], other.surface.split(" ")[0]
    if mine.startswith(theirs) or theirs.startswith(mine):
        return False
    return not ({mine, *full_names(mine)} & {theirs, *full_names(theirs)})


def _person(node: Node) -> bool:
    """Say whether a node is the name of a person, as far as names tell."""
    if node.level != NAME or node.surface in set(Role):
        return False
    return node.speaker or (node.proper and given(node.surface))
