"""The vectors of a store in memory, scanned whole for every question."""

from __future__ import annotations

import duckdb
import numpy as np
from numpy.typing import NDArray

from tkg.kg.embed.embedder import Vectors
from tkg.kg.search.arrays import Floats, Ints, Rows

VECTORS = "select turn, data from vector where turn > $after"
BLOCK = 512
"""Vectors that lie together, turned so that one number of all of them stands in a row."""
SPARE = 8
"""One in so many more vectors can be added before the matrix is copied."""


class Matrix:
    """The vectors in turned blocks, `[blocks, dimensions, BLOCK]`.

    Numpy's own loop goes through such a block without leaving the processor's cache: a scan takes a
    third of the time of a product with a matrix of rows, on one thread, and the place of a vector
    never changes its result.

    Attributes:
        owners: For each piece of a turn, the row of its turn.
    """

    def __init__(self) -> None:
        """Hold nothing yet."""
        self.owners: Ints = np.zeros(0, np.int64)
        self._blocks: Vectors = np.zeros((0, 0, BLOCK), np.float32)

    def __len__(self) -> int:
        """Return how many pieces there are."""
        return len(self.owners)

    def read(self, db: duckdb.DuckDBPyConnection, rows: Rows, after: int = -1) -> None:
        """Add the vectors of turns that come after a number."""
        table = db.execute(VECTORS, {"after": after}).fetchall()
        if not table:
            return
        numbers = np.array([number for number, _ in table], np.int64)
        data = [data for _, data in table]
        if (np.diff(numbers) < 0).any():
            order = np.argsort(numbers, kind="stable")
            numbers, data = numbers[order], [data[i] for i in order]
        half = np.frombuffer(b"".join(data), np.float16).reshape(len(data), -1)
        self._append(half, rows.places(numbers))

    def _append(self, half: NDArray[np.float16], owners: Ints) -> None:
        at, end = len(self), len(self) + len(half)
        self._make_room(end, half.shape[1])
        while at < end:
            block, place = divmod(at, BLOCK)
            some = half[len(half) - (end - at) :][: BLOCK - place]
            self._blocks[block, :, place : place + len(some)] = some.T
            at += len(some)
        self.owners = np.concatenate((self.owners, owners))

    def _make_room(self, size: int, dimensions: int) -> None:
        if size <= len(self._blocks) * BLOCK:
            return
        spare = size // SPARE if len(self) else 0
        wider = np.zeros((_blocks(size + spare), dimensions, BLOCK), np.float32)
        if len(self):
            wider[: len(self._blocks)] = self._blocks
        self._blocks = wider

    def likeness(self, query: Floats) -> Floats:
        """Return the inner product of every piece with a vector."""
        blocks = self._blocks[: _blocks(len(self))]
        found: Floats = np.einsum("d,bdn->bn", query, blocks).ravel()
        return found[: len(self)]

    def best(self, query: Floats, turns: int) -> Floats:
        """Return for each of so many turns the likeness of its best piece, at least 0."""
        best = np.zeros(turns, np.float32)
        if not len(self):
            return best
        likeness = np.maximum(self.likeness(query), 0)
        if len(self) == turns:
            return likeness
        first = np.flatnonzero(np.diff(self.owners, prepend=-1))
        best[self.owners[first]] = np.maximum.reduceat(likeness, first)
        return best


def _blocks(size: int) -> int:
    return -(-size // BLOCK)
