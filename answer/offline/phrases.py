"""The phrases of the evidence that answer best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tkg.answer.offline import context, features, turns
from tkg.answer.offline.admitted import admitted
from tkg.answer.offline.context import Basis
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.pool import Ints, Pool, pool
from tkg.answer.offline.scorer import Floats, Weights
from tkg.answer.offline.together import together
from tkg.answer.offline.tokens import Token, stem

KEPT = 80
"""Phrases that vote. The rest have next to no weight."""
OF_EACH = 12
"""And of each turn, since an unlikely one may be the newest word on the matter."""
LEAST = 1e-6
ARTICLES = frozenset({"a", "an", "the", "and"})


@dataclass(frozen=True, slots=True)
class Vote:
    """How phrases vote.

    Attributes:
        turns: Turns whose phrases do.
        told: Weight of a turn's likelihood beside that of the phrase in it.
        even: How even the votes are; with less, the first ones count for more.
    """

    turns: int
    told: float
    even: float


ONE = Vote(turns=turns.KEPT, told=1.0, even=1.0)
SEVERAL = Vote(turns=8, told=0.5, even=0.7)
"""What a list is made of stands in several turns, none of them much likelier than another."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that may answer.

    Attributes:
        text: As it stands in the turn.
        passage: The turn it stands in.
        score: Of the learned scorer; higher is better.
        weight: Share of the vote, from 0 to 1.
        expected: How much of its words the vote expects in the answer, from 0 to 1.
    """

    text: str
    passage: Passage
    score: float
    weight: float
    expected: float


def rows(evidence: Evidence, pool: Pool, basis: Basis) -> Floats:
    """Return what speaks for each phrase as an answer, given that its turn answers."""
    return np.hstack([features.features(evidence, pool), context.columns(evidence, pool, basis)])


def phrases(evidence: Evidence, weights: Weights) -> list[Phrase]:
    """Return the candidates, the one expected to share most words with the answer first.

    The scorer's first choice is often one word too long or too short. So every candidate is
    judged by all others: by the words it shares with them, weighed by their scores.
    """
    ballot = _ballot(evidence, weights, ONE)
    return sorted(ballot.phrases, key=lambda p: (-p.expected, -p.score, p.text))


def several(evidence: Evidence, weights: Weights) -> list[Phrase]:
    """Return the phrases of a list, the one that alone would be said first."""
    ballot = _ballot(evidence, weights, SEVERAL)
    votes = np.array([p.weight for p in ballot.phrases])
    return [ballot.phrases[n] for n in together(ballot.alike, votes)]


@dataclass(frozen=True, slots=True)
class _Ballot:
    """The phrases that vote, likeliest first, and the words that every two of them share."""

    phrases: tuple[Phrase, ...]
    alike: NDArray[np.float64]


def _ballot(evidence: Evidence, weights: Weights, vote: Vote) -> _Ballot:
    likely = turns.likeliest(evidence, weights, vote.turns)
    found = admitted(likely, pool(likely))
    if not len(found.first):
        return _Ballot((), np.zeros((0, 0)))
    shares = np.array([p.share for p in likely.passages])[found.passage[found.first]]
    scores = weights.score("phrase", rows(likely, found, weights.basis))
    scores = scores + vote.told * np.log(np.maximum(shares, LEAST))
    order = _voters(scores, found.passage[found.first])
    votes = np.exp((scores[order] - scores[order[0]]) / vote.even)
    votes /= votes.sum()
    alike = _shared([_held(found, int(n)) for n in order])
    made = tuple(
        Phrase(found.text(int(n)), found.source(int(n)), float(scores[n]), float(w), float(e))
        for n, w, e in zip(order, votes, alike @ votes, strict=True)
    )
    return _Ballot(made, alike)


def _voters(scores: Floats, passages: Ints) -> Ints:
    """Return the likeliest phrases, and those of each turn, best first."""
    order = np.argsort(-scores, kind="stable")
    own = [order[passages[order] == n][:OF_EACH] for n in np.unique(passages)]
    kept = np.zeros(len(scores), dtype=bool)
    kept[np.concatenate([order[:KEPT], *own])] = True
    return np.asarray(order[kept[order]])


def _held(pool: Pool, phrase: int) -> set[str]:
    """Return the words of a phrase that count."""
    return _counting(pool.words[int(pool.first[phrase]) : int(pool.last[phrase]) + 1])


def _shared(bags: Sequence[set[str]]) -> NDArray[np.float64]:
    """Return the token F1 of every pair of bags of words."""
    known = {word: n for n, word in enumerate(sorted(set().union(*bags)))}
    held = np.zeros((len(bags), max(1, len(known))))
    for row, bag in enumerate(bags):
        held[row, [known[word] for word in bag]] = 1
    size = held.sum(axis=1)
    return np.asarray(2 * (held @ held.T) / np.maximum(1, size[:, None] + size[None, :]))


def _counting(words: Sequence[Token]) -> set[str]:
    return {stem(t.low) for t in words if t.low[0].isalnum() and t.low not in ARTICLES}
