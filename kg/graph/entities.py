"""Which surface forms name one entity: components of the alias evidence, in no order of arrival."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import networkx as nx

from tkg.kg.graph.surface import surface
from tkg.kg.model import digest

EVIDENCE = ("person", "explicit", "exact", "nickname")
"""Most trusted first."""
VAGUE = re.compile(r"^(?:an?|the|this|that|some|one of)\s", re.IGNORECASE)
SHORTEST_NICKNAME = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """That two surfaces name one entity.

    Attributes:
        first: Where it was said first, for a fixed order: session key and turn key.
    """

    mention: str
    name: str
    kind: str
    first: tuple[str, str]


def entities(
    first_said: Mapping[str, datetime | None],
    evidence: Iterable[Evidence],
    speakers: Iterable[str],
) -> dict[str, str]:
    """Return the entity of each surface.

    Args:
        first_said: For each surface, when it was said first.
        evidence: What shows that two are one.
        speakers: Names of those who speak: a short form of exactly one of them is that one.
    """
    graph = nx.Graph()
    graph.add_nodes_from(first_said)
    for item in _usable([*evidence, *_short_forms(first_said, speakers)]):
        one, other = surface(item.mention), surface(item.name)
        if not _forbidden(graph, one, other, item.kind):
            graph.add_edge(one, other)
    return {
        name: _id(members, first_said)
        for members in nx.connected_components(graph)
        for name in members
    }


def _usable(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Return the evidence in its fixed order, without vague mentions and doubtful kin."""
    clear = [e for e in evidence if not VAGUE.match(e.mention) and not VAGUE.match(e.name)]
    names: dict[str, set[str]] = defaultdict(set)
    for item in clear:
        names[surface(item.mention)].add(surface(item.name))
    sure = [e for e in clear if "'s " not in e.mention or len(names[surface(e.mention)]) == 1]
    return sorted(sure, key=lambda e: (EVIDENCE.index(e.kind), e.first, e.mention, e.name))


def _short_forms(names: Iterable[str], speakers: Iterable[str]) -> list[Evidence]:
    """Return that "Mel" is Melanie, where only one speaker's name begins so."""
    people = sorted({surface(s) for s in speakers})
    found = []
    for name in sorted(names):
        full = [p for p in people if p != name and p.startswith(name)]
        if len(full) == 1 and len(name) >= SHORTEST_NICKNAME and " " not in name:
            found.append(Evidence(name, full[0], "nickname", ("", "")))
    return found


def _forbidden(graph: nx.Graph, one: str, other: str, kind: str) -> bool:
    """Say whether joining two forms would make one of two people, or of two numbered things."""
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return True
    if kind in ("person", "explicit") or one not in graph or other not in graph:
        return False
    joined = nx.node_connected_component(graph, other)
    return any(" " not in m and "'" not in m and m[:1] != one[:1] for m in joined)


def _id(members: Iterable[str], first_said: Mapping[str, datetime | None]) -> str:
    """Return the hash of the member said first."""
    first = min(members, key=lambda m: (first_said.get(m) or datetime.max, m))
    return digest("entity", first)
