"""Decide whether what was found may be said."""

from __future__ import annotations

import math

from tkg.answer.answer import Answer, decline
from tkg.answer.offline.asked import Kind
from tkg.answer.offline.decline import features, vicinity
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.found import Found
from tkg.answer.offline.scorer import Weights
from tkg.answer.offline.tokens import stem, stems
from tkg.answer.offline.turns import tells_of
from tkg.kg.model import Role
from tkg.temporal.span import Span

DATED = (Kind.WHEN, Kind.HOW_LONG, Kind.HOW_LONG_AGO)
"""Kinds whose answer is a time itself: it may lie outside the one that the question names."""
ENOUGH = 0.5
"""Share of the question's content that must stand where a person's own answer is taken from."""
PREFERRING = stems("favourite favorite best preferred")
"""What may be said of anything: who names a favourite sport has named no favourite drink."""


def settled(evidence: Evidence, found: Found, weights: Weights) -> Answer:
    """Return what was found as an answer, or a decline where it is more likely not the answer."""
    if personal(evidence):
        share = _share(evidence, found)
        if evidence.asked.kind not in DATED and _elsewhen(found, evidence.asked.window):
            return _declined(evidence, found)
        # "Did I move to Berlin?" is answered by what says all of it, or not at all.
        enough = 1.0 if evidence.asked.kind is Kind.YES_NO else ENOUGH
        return found.answer(share) if share >= enough else _declined(evidence, found)
    # A question about a speaker may name a thing in words of its own; one about nobody may not.
    if not evidence.asked.subject and evidence.unsaid:
        return _declined(evidence, found)
    chosen = found.passages[0] if found.passages else None
    row = features(evidence, chosen, found.scores, weights)
    against = float(weights.score("decline", row)[0]) - weights.threshold
    if against > 0:
        return _declined(evidence, found)
    return found.answer(1 / (1 + math.exp(against)))


def _elsewhen(found: Found, window: Span | None) -> bool:
    """Say whether an answer was told of another time than the one asked about."""
    return window is not None and not any(tells_of(p, window) for p in found.passages)


def personal(evidence: Evidence) -> bool:
    """Say whether one person speaks here, beside an assistant: nobody to be mixed up with."""
    people = {p.turn.speaker for p in evidence.passages if p.turn.role == Role.USER}
    return len(people) <= 1


def _share(evidence: Evidence, found: Found) -> float:
    """Return how much of the question stands in the turns of the answer and beside them."""
    held = frozenset(s for p in found.passages for s in vicinity(p))
    if evidence.unsaid:
        return 0.0
    kin = evidence.asked.other
    if kin and stem(kin) not in held:
        return 0.0
    asked = evidence.asked.stems - PREFERRING or evidence.asked.stems
    return len(asked & held) / len(asked) if asked else 0.0


def _declined(evidence: Evidence, found: Found) -> Answer:
    """Say what is known instead: who said the nearest thing, and when."""
    nearest = found.passages[0].turn
    day = f" on {nearest.said_at.day} {nearest.said_at:%B %Y}" if nearest.said_at else ""
    about = evidence.asked.subject
    of = f" of {about}" if about and nearest.speaker != about else ""
    return decline(
        f"Nothing in memory says this{of}. The nearest is what {nearest.speaker} said{day} "
        f"({nearest.id})."
    )
