"""Decide whether what was found may be said."""

from __future__ import annotations

import math

from tkg.answer.answer import Answer, decline
from tkg.answer.offline.decline import features
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.found import Found
from tkg.answer.offline.scorer import Weights


def settled(evidence: Evidence, found: Found, weights: Weights) -> Answer:
    """Return what was found as an answer, or a decline where it is more likely not the answer."""
    chosen = found.passages[0] if found.passages else None
    row = features(evidence, chosen, found.scores)
    against = float(weights.score("decline", row)[0]) - weights.threshold
    if against > 0:
        return _declined(evidence, found)
    return found.answer(1 / (1 + math.exp(against)))


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
