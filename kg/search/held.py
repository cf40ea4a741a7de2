"""What a search has read of one state of the index, kept until the index changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb
import numpy as np

from tkg.kg.embed.embedder import Vectors
from tkg.kg.search.arrays import Floats, Ints, Rows, load_postings, load_rows, load_vectors
from tkg.kg.search.index import EMBEDDER, generation

SPEAKERS = "select speaker, list(number) from turn group by speaker"
HITS = """
select t.number, t.id, s.id, t.text, t.caption, t.said_at, t.utc_offset, t.speaker, t.key
from turn t join session s on t.session = s.key where t.number in (select unnest($n::integer[]))
"""


class Held:
    """One state of the index in memory.

    The first search reads only the terms of its question: a command that asks once should not wait
    for the rest. The second search reads every posting, and from then on none is read again.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection) -> None:
        """Read which turns there are; the rest is read when it is first needed."""
        self._db = db
        self.generation = generation(db)
        self.rows: Rows = load_rows(db)
        self.searches = 0
        self._postings: dict[str, tuple[Ints, Floats]] | None = None
        self._vectors: tuple[Vectors, Ints] | None = None
        self._speakers: dict[str, Ints] | None = None
        self._embedder: str | None = None
        self._turns: dict[int, tuple[Any, ...]] = {}

    def counts(self, words: Sequence[str]) -> dict[str, Floats]:
        """Return how often each of the terms stands in each turn, `[turns]` a term."""
        self.searches += 1
        held = self._postings
        if held is None:
            only = None if self.searches > 1 else words
            held = load_postings(self._db, self.rows, only)
            self._postings = held if self.searches > 1 else None
        counts = {}
        for word in words:
            counts[word] = np.zeros(len(self.rows), np.float32)
            if word in held:
                places, tf = held[word]
                counts[word][places] = tf
        return counts

    def vectors(self) -> tuple[Vectors, Ints]:
        """Return all vectors, `[pieces, dimensions]`, and the row of the turn of each."""
        if self._vectors is None:
            self._vectors = load_vectors(self._db, self.rows)
        return self._vectors

    def embedder(self) -> str:
        """Return the name of what made the vectors, "" where nothing did."""
        if self._embedder is None:
            row = self._db.execute(
                "select value from setting where name = $n", {"n": EMBEDDER}
            ).fetchone()
            self._embedder = row[0] if row else ""
        return self._embedder

    def speakers(self) -> dict[str, Ints]:
        """Return the rows of the turns of each speaker."""
        if self._speakers is None:
            self._speakers = {
                name: self.rows.places(np.array(numbers, np.int64))
                for name, numbers in self._db.execute(SPEAKERS).fetchall()
            }
        return self._speakers

    def turns(self, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        """Return what a hit shows of these turns."""
        missing = [n for n in numbers if n not in self._turns]
        if missing:
            for row in self._db.execute(HITS, {"n": missing}).fetchall():
                self._turns[row[0]] = row
        return [self._turns[n] for n in numbers]
