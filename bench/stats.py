"""How sure a figure is: intervals for shares and means, and for paired differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

REPLICATES = 4000
AT_ONCE = 1_000_000
"""Draws that are held in memory."""
Z = 1.959963984540054
"""Of 95 per cent, two-sided."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 per cent interval."""

    value: float
    low: float
    high: float

    @property
    def null(self) -> bool:
        """Whether the interval holds 0: a difference that noise explains."""
        return self.low <= 0 <= self.high


def wilson(hits: float, n: int) -> Interval:
    """Return a share with its Wilson score interval.

    Source: Wilson (1927), as in Newcombe, Statistics in Medicine 17 (1998), method 3.
    """
    if n == 0:
        return Interval(math.nan, 0.0, 1.0)
    share = hits / n
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def bootstrap(values: Sequence[float], seed: int = 0) -> Interval:
    """Return a mean with its percentile bootstrap interval; the same for the same seed."""
    if not values:
        return Interval(math.nan, math.nan, math.nan)
    drawn = np.asarray(values, float)
    dice = np.random.default_rng(seed)
    rows = max(1, AT_ONCE // len(drawn))
    means = [
        drawn[dice.integers(0, len(drawn), (min(rows, REPLICATES - first), len(drawn)))].mean(
            axis=1
        )
        for first in range(0, REPLICATES, rows)
    ]
    low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
    return Interval(float(drawn.mean()), float(low), float(high))


def paired(ours: Sequence[float], theirs: Sequence[float], seed: int = 0) -> Interval:
    """Return the mean difference on identical questions, with its bootstrap interval."""
    return bootstrap([a - b for a, b in zip(ours, theirs, strict=True)], seed)
