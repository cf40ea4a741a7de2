"""Choose the phrases of a list for what they say together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST = 5
"""Phrases in a list."""
GAIN = 0.05
"""What a phrase must add, as a share of what the first one says."""

Floats = NDArray[np.float64]


def together(alike: Floats, votes: Floats) -> list[int]:
    """Return the phrases that together share most words with the likely answers.

    The first is the one that alone would be said. Each further one shares no word with those
    before it and adds most to how well every likely answer is met by one of them; where it would
    add next to nothing, the list ends.

    Args:
        alike: How many words two phrases share, from 0 to 1, [phrases, phrases].
        votes: How likely each phrase is.
    """
    chosen: list[int] = []
    met, free, first = np.zeros(len(votes)), np.ones(len(votes), dtype=bool), 0.0
    while free.any() and len(chosen) < MOST:
        gains = np.where(free, np.maximum(alike - met, 0) @ votes, 0)
        best = int(gains.argmax())
        first = first or float(gains[best])
        if gains[best] < GAIN * first or not first:
            break
        chosen.append(best)
        met = np.maximum(met, alike[best])
        free &= alike[best] == 0
        free[best] = False
    return chosen
