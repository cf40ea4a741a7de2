"""The index in memory: one row a turn, in the order of the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb
import numpy as np
from numpy.typing import NDArray

from tkg.kg.embed.embedder import Vectors

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rows:
    """Which turns there are.

    Attributes:
        numbers: The store's numbers, rising.
        sessions: For each, a number of its session, from 0.
        lengths: For each, its count of terms.
    """

    numbers: Ints
    sessions: Ints
    lengths: Floats

    def __len__(self) -> int:
        """Return how many turns there are."""
        return len(self.numbers)

    def places(self, numbers: Ints) -> Ints:
        """Return the rows of turns given by number."""
        return np.searchsorted(self.numbers, numbers)

    def neighbours(self, values: Floats, step: int) -> Floats:
        """Return for each turn the value of the one `step` before it in its session, else 0."""
        moved = np.zeros_like(values)
        if abs(step) >= len(values):
            return moved
        here, there = (
            (slice(step, None), slice(None, -step))
            if step > 0
            else (
                slice(None, step),
                slice(-step, None),
            )
        )
        same = self.sessions[here] == self.sessions[there]
        moved[here] = values[there] * (same if values.ndim == 1 else same[:, None])
        return moved


def load_rows(db: duckdb.DuckDBPyConnection) -> Rows:
    """Read which turns there are."""
    # Lists rather than `fetchnumpy`, which loads numpy's masked arrays: a tenth of a cold start.
    row = db.execute(
        """
        select list(turn order by turn), list(code order by turn), list(length order by turn)
        from (select turn, length, dense_rank() over (order by session) - 1 as code from indexed)
        """
    ).fetchone()
    numbers, sessions, lengths = row if row and row[0] else ((), (), ())
    return Rows(
        numbers=np.array(numbers, np.int64),
        sessions=np.array(sessions, np.int64),
        lengths=np.array(lengths, np.float32),
    )


def load_postings(
    db: duckdb.DuckDBPyConnection, rows: Rows, words: Sequence[str] | None
) -> dict[str, tuple[Ints, Floats]]:
    """Return for each term the rows of the turns that hold it, and how often.

    Args:
        db: The store.
        rows: Which turns there are.
        words: The terms to read; None reads every one.
    """
    table = db.execute(
        """
        select term, list(turn), list(tf) from posting
        where $words::text[] is null or term in (select unnest($words::text[])) group by term
        """,
        {"words": None if words is None else list(words)},
    ).fetchall()
    return {
        term: (rows.places(np.array(turns, np.int64)), np.array(tf, np.float32))
        for term, turns, tf in table
    }


def load_vectors(db: duckdb.DuckDBPyConnection, rows: Rows) -> tuple[Vectors, Ints]:
    """Return all vectors, `[pieces, dimensions]`, and the row of the turn of each."""
    table = db.execute("select turn, data from vector order by turn, piece").fetchall()
    if not table:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.int64)
    flat = np.frombuffer(b"".join(data for _, data in table), np.float16)
    owners = rows.places(np.array([number for number, _ in table], np.int64))
    return flat.reshape(len(table), -1).astype(np.float32), owners
