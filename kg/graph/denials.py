"""Kinship that was told and denied: of one name and one kin, what was told last stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from tkg.kg.graph.node import DIFFERENT, Edge, Node


def standing(edges: Sequence[Edge], nodes: Iterable[Node]) -> list[Edge]:
    """Return the evidence without what was denied later, and without denials taken back later.

    "Tom is not my brother" takes away that he is; of other forms that are told to be two, the
    telling stands whenever it comes.

    Args:
        edges: What shows that two are one, or two.
        nodes: Their ends.
    """
    kin = {n.id for n in nodes if n.kin}
    pairs: dict[frozenset[str], list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.session and not kin.isdisjoint((edge.one, edge.other)):
            pairs[frozenset((edge.one, edge.other))].append(edge)
    gone = {edge for told in pairs.values() for edge in _overruled(told)}
    return [e for e in edges if e not in gone]


def _overruled(told: Sequence[Edge]) -> list[Edge]:
    denials = [e for e in told if e.kind == DIFFERENT]
    others = [e for e in told if e.kind != DIFFERENT]
    if not denials or not others:
        return []
    return others if max(map(_said, denials)) >= max(map(_said, others)) else denials


def _said(edge: Edge) -> datetime:
    return edge.said or datetime.min
