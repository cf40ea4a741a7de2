"""The turns that may answer a question, with all that is stored about them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tkg.answer.offline.asked import Asked
from tkg.answer.offline.tokens import held
from tkg.kg.embed.embedder import Contextual
from tkg.kg.memory import Memory
from tkg.kg.model import Clause, Hit, Turn
from tkg.temporal.span import Span

HITS = 30
"""Turns looked at. More cost time and, as measured, bring more noise than answers."""


LEGS = (("turn", 10), ("window", 10), ("session", 10), ("vector", 1), ("vector_window", 1))
"""Legs of the search that the scorers look at, and what brings each to about 1."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A turn that search found.

    Attributes:
        rank: From 0.
        score: Search score, the best one being 1.
        legs: What each of `LEGS` thought of it, scaled to about 1.
        before: The turn before it in its session, or None.
        earlier: The turn before that, or None.
        after: The turn after it, or None.
        share: How likely it is the one that answers, once that was judged.
    """

    turn: Turn
    session_id: str
    rank: int
    score: float
    legs: tuple[float, ...]
    before: Turn | None
    earlier: Turn | None
    after: Turn | None
    clauses: tuple[Clause, ...]
    spans: tuple[Span, ...]
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that the reader looks at for one question.

    Attributes:
        rarity: How much a stem of the question says: high for words that few turns hold.
        top: Score of the first hit.
        unsaid: Names of the question that nobody ever said.
        model: What reads words in their context; None in a memory without one.
    """

    asked: Asked
    passages: tuple[Passage, ...]
    rarity: Mapping[str, float]
    top: float = 0.0
    unsaid: frozenset[str] = frozenset()
    model: Contextual | None = None

    def weight(self, found: frozenset[str]) -> float:
        """Return how much of the question's content these stems hold, from 0 to 1."""
        # Sums that do not depend on the order of a set, which changes from run to run.
        total = math.fsum(self.rarity.values())
        return math.fsum(self.rarity[s] for s in found & self.asked.stems) / total if total else 0.0


def gather(memory: Memory, asked: Asked, hits: Sequence[Hit]) -> Evidence:
    """Load what is stored about the turns that search found."""
    model = memory.embedder
    keys = [hit.key for hit in hits]
    spoken = memory.session_turns(list(dict.fromkeys(hit.session for hit in hits)))
    by_key = {turn.key: turn for turn in spoken}
    turns = [by_key[key] for key in keys]
    place = {(t.session, t.index): t for t in spoken}
    clauses, spans = memory.clauses(keys), memory.spans(keys)
    top = max((hit.score for hit in hits), default=0.0)
    passages = tuple(
        Passage(
            turn=turn,
            session_id=hit.session_id,
            rank=rank,
            # Scores of a search are logs of odds: only how far they lie apart means anything.
            score=math.exp(hit.score - top),
            legs=_legs(hit),
            before=place.get((turn.session, turn.index - 1)),
            earlier=place.get((turn.session, turn.index - 2)),
            after=place.get((turn.session, turn.index + 1)),
            clauses=tuple(clauses.get(turn.key, ())),
            spans=tuple(spans.get(turn.key, ())),
        )
        for rank, (hit, turn) in enumerate(zip(hits, turns, strict=True))
    )
    return Evidence(
        asked,
        passages,
        _rarity(asked, spoken),
        top,
        memory.unsaid(sorted(asked.names)) if asked.names else frozenset(),
        model if isinstance(model, Contextual) else None,
    )


def _legs(hit: Hit) -> tuple[float, ...]:
    known = dict(hit.legs)
    return tuple(known.get(name, 0.0) / scale for name, scale in LEGS)


def _rarity(asked: Asked, spoken: Sequence[Turn]) -> dict[str, float]:
    found = Counter(s for turn in spoken for s in held(turn.words, asked.stems))
    return {s: math.log((len(spoken) + 1) / (found[s] + 0.5)) for s in sorted(asked.stems)}
