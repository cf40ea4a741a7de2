"""Answer "when": the time of the event in the grain in which it was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tkg.answer.offline.dates import Dated, asking, candidates, denied, features
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.found import Found
from tkg.answer.offline.scorer import Weights
from tkg.temporal.render import render


def ranked(evidence: Evidence, weights: Weights) -> list[tuple[float, Dated]]:
    """Return every time in the evidence with its score, best first."""
    found = candidates(evidence)
    if not found:
        return []
    scores = weights.score("date", features(evidence, found))
    order = np.argsort(-scores, kind="stable")
    return [(float(scores[n]), found[int(n)]) for n in order]


def found(evidence: Evidence, weights: Weights) -> Found | None:
    """Return when the thing asked about happened; None where nothing in the evidence is dated."""
    best = [(score, dated) for score, dated in ranked(evidence, weights) if not asking(dated)]
    if evidence.asked.denies:
        best = [(score, dated) for score, dated in best if denied(dated)]
    if not best:
        return None
    return replace(told(best[0][1]), scores=_scores(best))


def told(top: Dated) -> Found:
    """Return a time as an answer."""
    why = f"time words {top.span.expr!r}" if top.said else "the day it was told"
    return Found(
        text=render(top.span),
        passages=(top.passage,),
        span=top.span,
        near=top.span.expr,
        why=why,
    )


def _scores(best: Sequence[tuple[float, Dated]]) -> tuple[float, ...]:
    other = next((s for s, d in best[1:] if d.span.start != best[0][1].span.start), best[-1][0])
    return (best[0][0], other)
