"""Pairs of relations that might be one: listed, never taken for one for being alike.

Contraries are the likest of all, so what differs by a contrary word is not even listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import duckdb
import numpy as np

from tkg.kg.graph.groups import grouped, tabled, verdicts
from tkg.kg.graph.opposites import opposed
from tkg.kg.graph.wordings import Wording, wordings

if TYPE_CHECKING:
    from tkg.kg.embed.embedder import Embedder

MOST_RELATIONS = 400
MOST_PAIRS = 30
LIKE = 0.65
"""Cosine from which two that share a subject or a value are listed. Seen in two recorded
conversations: "grateful for", "thankful for" .78; what shares only a topic is mostly below."""
ALIKE = 0.4
"""The same for two that tell one value of one subject."""


@dataclass(frozen=True, slots=True)
class PossibleRelation:
    """Two relations that might be one.

    Attributes:
        one: As it is told.
        other: As it is told.
        names: Of both relations, in alphabetical order.
        why: What speaks for it.
        score: Likeness, 0 to 1.
    """

    one: str
    other: str
    names: tuple[str, str]
    why: str
    score: float


def possible_predicates(
    db: duckdb.DuckDBPyConnection, embedder: Embedder | None
) -> list[PossibleRelation]:
    """Return pairs of relations that might be one and of which nothing is decided, likeliest first.

    At least one of the two is outside the table; both tell of one subject, or tell one value.

    Args:
        db: Where they are stored.
        embedder: What measures likeness; without one only those of one subject and value are found.
    """
    used = sorted(wordings(db).values(), key=lambda w: (-w.facts, w.name))[:MOST_RELATIONS]
    made = verdicts(db)
    settled = made.same | made.apart | made.judged | made.denied
    one_already = grouped(made)
    alike = _alike(used, embedder)
    found = []
    for (i, first), (j, second) in combinations(enumerate(used), 2):
        one, other = sorted((first, second), key=lambda w: w.name)
        names = one.name, other.name
        lead, led = (one_already.get(name, name) for name in names)
        if lead == led or names in settled or _never(one, other):
            continue
        score = float(alike[i, j])
        if why := _why(one, other, score, measured=embedder is not None):
            found.append(PossibleRelation(one.said, other.said, names, why, score))
    return sorted(found, key=lambda p: (-p.score, p.names))[:MOST_PAIRS]


def _never(one: Wording, other: Wording) -> bool:
    """Say whether no likeness counts: two of the table, contraries, "favourite" beside plain."""
    mine, theirs = one.relation, other.relation
    if mine.known and theirs.known:
        return True
    narrow = (r.single and not r.known for r in (mine, theirs))
    if any(narrow) and mine.single != theirs.single:
        return True
    ends = any(tabled(r.name) and not r.known for r in (mine, theirs))
    return ends or opposed(one.said, other.said) or opposed(one.name, other.name)


def _why(one: Wording, other: Wording, score: float, *, measured: bool) -> str:
    subject = not one.entities.isdisjoint(other.entities)
    value = not one.values.isdisjoint(other.values)
    if subject and value and (score >= ALIKE or not measured):
        return "one subject and value"
    return f"alike: {score:.2f}" if (subject or value) and score >= LIKE else ""


def _alike(used: Sequence[Wording], embedder: Embedder | None) -> np.ndarray:
    if embedder is None or not used:
        return np.zeros((len(used), len(used)))
    vectors = embedder.embed([w.said for w in used])
    return np.asarray(vectors @ vectors.T)
