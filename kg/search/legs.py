"""The legs of the search: each gives every turn a score for one reason."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tkg.kg.embed.embedder import Vectors
from tkg.kg.search.arrays import Floats, Ints, Rows

K1, B = 1.2, 0.75
"""Source: Robertson and Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond",
section 3.5: k1 in 1.2-2, b in 0.5-0.8."""

REACH = (1, 2)
"""How far a turn's window reaches to either side, in turns."""


def bm25(counts: Mapping[str, Floats], lengths: Floats) -> Floats:
    """Return the BM25 score of each text for the terms, given how often each stands in it."""
    total = np.zeros(len(lengths), np.float32)
    mean = max(float(lengths.mean()), 1.0) if len(lengths) else 1.0
    norm = K1 * (1 - B + B * lengths / mean)
    for tf in counts.values():
        df = int(np.count_nonzero(tf))
        if df:
            idf = np.log1p((len(lengths) - df + 0.5) / (df + 0.5))
            total += np.float32(idf) * tf * (K1 + 1) / (tf + norm)
    return total


def turn(rows: Rows, counts: Mapping[str, Floats]) -> Floats:
    """Score each turn by its own words."""
    return bm25(counts, rows.lengths)


def window(rows: Rows, counts: Mapping[str, Floats]) -> Floats:
    """Score each turn by the words of the turns around it."""
    return bm25({w: _around(rows, tf) for w, tf in counts.items()}, _around(rows, rows.lengths))


def _around(rows: Rows, values: Floats) -> Floats:
    total = values.copy()
    for step in REACH:
        total += rows.neighbours(values, step) + rows.neighbours(values, -step)
    return total


def session(rows: Rows, counts: Mapping[str, Floats]) -> Floats:
    """Score each turn by the words of its whole session."""
    size = int(rows.sessions.max()) + 1 if len(rows) else 0
    lengths = np.bincount(rows.sessions, rows.lengths, size).astype(np.float32)
    sums = {w: np.bincount(rows.sessions, tf, size).astype(np.float32) for w, tf in counts.items()}
    return np.asarray(bm25(sums, lengths)[rows.sessions], np.float32)


def vector(rows: Rows, vectors: Vectors, owners: Ints, query: Vectors) -> Floats:
    """Score each turn by the likeness of its best piece."""
    best = np.zeros(len(rows), np.float32)
    np.maximum.at(best, owners, vectors @ query)
    return best


def vector_window(rows: Rows, likeness: Floats) -> Floats:
    """Score each turn by the mean likeness of itself, counted twice, and its neighbours."""
    around = rows.neighbours(likeness, 1) + rows.neighbours(likeness, -1)
    return np.asarray((2 * likeness + around) / 4, np.float32)
