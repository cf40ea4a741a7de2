"""The legs of the search: each gives every turn a score for one reason."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tkg.kg.search.arrays import Floats, Posting, Rows

K1, B = 1.2, 0.75
"""Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond",
section 3.5: k1 in 1.2-2, b in 0.5-0.8."""

REACH = 2
"""How far a turn's window reaches to either side, in turns."""


def gain(tf: Floats, lengths: Floats, mean: float, holding: int, of: int) -> Floats:
    """Return what one term adds to the BM25 score of each text that holds it.

    Args:
        tf: How often it stands in each.
        lengths: Of each.
        mean: Length of a text.
        holding: How many texts hold it.
        of: How many texts there are.
    """
    idf = np.log1p((of - holding + 0.5) / (holding + 0.5))
    norm = np.float32(K1 * (1 - B)) + np.float32(K1 * B / max(mean, 1.0)) * lengths
    return np.asarray(np.float32(idf * (K1 + 1)) * tf / (tf + norm), np.float32)


def turn(rows: Rows, postings: Mapping[str, Posting]) -> Floats:
    """Score each turn by its own words."""
    total = np.zeros(len(rows), np.float32)
    mean = float(rows.lengths.mean()) if len(rows) else 1.0
    for found in postings.values():
        at = found.rows
        total[at] += gain(found.tf, rows.lengths[at], mean, len(at), len(rows))
    return total


def window(rows: Rows, postings: Mapping[str, Posting]) -> Floats:
    """Score each turn by the words of the turns around it."""
    total = np.zeros(len(rows), np.float32)
    lengths = rows.window_lengths(REACH)
    mean = float(lengths.mean()) if len(rows) else 1.0
    for found in postings.values():
        around = _around(rows, found)
        at = np.flatnonzero(around > 0)
        total[at] += gain(around[at], lengths[at], mean, len(at), len(rows))
    return total


def _around(rows: Rows, found: Posting) -> Floats:
    """Return how often a term stands in the window of each turn."""
    total = np.zeros(len(rows), np.float32)
    starts, stops = rows.starts[found.rows], rows.stops[found.rows]
    for step in range(-REACH, REACH + 1):
        at = found.rows + step
        within = (at >= starts) & (at < stops)
        total[at[within]] += found.tf[within]
    return total


def session(rows: Rows, postings: Mapping[str, Posting]) -> Floats:
    """Score each turn by the words of its whole session."""
    lengths = rows.session_lengths
    total = np.zeros(len(lengths), np.float32)
    mean = float(lengths.mean()) if len(lengths) else 1.0
    for found in postings.values():
        tf = np.bincount(rows.sessions[found.rows], found.tf, len(lengths)).astype(np.float32)
        holding = int(np.count_nonzero(tf))
        total += gain(tf, lengths, mean, holding, len(lengths))
    return total[rows.sessions]


def vector_window(rows: Rows, likeness: Floats) -> Floats:
    """Score each turn by the mean likeness of itself, counted twice, and its neighbours."""
    around = rows.neighbours(likeness, 1) + rows.neighbours(likeness, -1)
    return np.asarray((2 * likeness + around) / 4, np.float32)
