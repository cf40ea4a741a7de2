"""Fit the weights of a search: a softmax over the turns that it looks at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tkg.bench.reader_fit import Groups

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

STEPS = 200
RATE = 0.05


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the turns that a search looks at.

    Attributes:
        rows: What speaks for each turn, `[turns, features]`.
        turns: Whether each holds the answer.
        sessions: Whether each stands in a session that does.
        weight: How much the question counts.
    """

    rows: Floats
    turns: Flags
    sessions: Flags
    weight: float = 1.0


def fit(examples: Sequence[Example], shrink: float, whole: float = 0.5) -> Floats:
    """Return one weight a feature.

    The loss is that of ListNet (Cao et al. 2007, "Learning to Rank: From Pairwise Approach to
    Listwise Approach", section 4): the cross entropy of the softmax over a question's turns, here
    against the turns that hold the answer and, with the share `whole`, of the softmax's sum over
    the sessions that do. It is convex but for that share, and its start is fixed: the same
    examples give the same weights.

    Args:
        examples: Those without any right turn are left out.
        shrink: Weight of the squared weights of the scaled features in the loss.
        whole: Share of the loss that wants a right session, beside the right turn.
    """
    kept = [e for e in examples if e.turns.any()]
    rows = np.concatenate([e.rows for e in kept])
    spread = rows.std(axis=0) + np.float32(1e-6)
    scaled = (rows - rows.mean(axis=0)) / spread
    groups = Groups([len(e.rows) for e in kept])
    counted = np.array([e.weight for e in kept], np.float32)
    share = groups.spread(counted / counted.sum())
    turns = groups.share(np.concatenate([e.turns for e in kept]).astype(np.float32))
    sessions = np.concatenate([e.sessions for e in kept]).astype(np.float32)
    weights = np.zeros(rows.shape[1], np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        likely = groups.softmax(scaled @ weights)
        pull = (likely - turns) * (1 - whole) + (likely - groups.share(likely * sessions)) * whole
        slope = scaled.T @ (pull * share) + shrink * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        rate = RATE * (0.5 * (1 + np.cos(np.pi * step / STEPS)) + 0.02)
        weights -= (
            rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        ).astype(np.float32)
    return np.asarray(weights / spread, np.float32)
