"""What a search has read of the index: kept as long as it holds, added to as the store grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import duckdb
import numpy as np

from tkg.kg.embed.embedder import Vectors
from tkg.kg.model import Role
from tkg.kg.search import ann
from tkg.kg.search.arrays import (
    Floats,
    Ints,
    Posting,
    Postings,
    Rows,
    load_new_postings,
    load_postings,
    load_rows,
)
from tkg.kg.search.index import Maker, agree, made_by, state
from tkg.kg.search.matrix import Matrix
from tkg.kg.search.traits import Traits, load_traits

Voice = tuple[str, Role]
"""Who speaks, and on which side."""

READ_ONLY = """
select 1 from duckdb_databases() where database_name = current_database() and readonly
"""
SPEAKERS = """
select speaker, role, list(number) from turn where number > $after group by speaker, role
"""
HITS = """
select number, id, session, text, caption, said_at, utc_offset, speaker, key
from turn where number in (select unnest($numbers::integer[]))
"""
SOME_VECTORS = """
select turn, data from vector where turn in (select unnest($numbers::integer[]))
"""
SESSIONS = "select key, id from session where key in (select unnest($keys::text[]))"
MOST_APPENDED = 4
"""Postings are read anew when one in so many of them was added since."""


class Held:
    """The index in memory.

    The first search reads only the terms of its question: a command that asks once should not wait
    for the rest. The second search reads every posting, and from then on only new ones are read.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection) -> None:
        """Read which turns there are; the rest is read when it is first needed."""
        self._db = db
        # Nobody can change a file that somebody has open for reading.
        self._fixed = bool(db.execute(READ_ONLY).fetchall())
        self._forget()

    def _forget(self) -> None:
        self._state = state(self._db)
        self.rows: Rows = load_rows(self._db)
        self.searches = 0
        self._postings: Postings | None = None
        self._matrix: Matrix | None = None
        self._graph: ann.Graph | None = None
        self._voices: dict[Voice, Ints] | None = None
        self._traits: Traits | None = None
        self._maker: Maker | None = None
        self._turns: dict[int, tuple[Any, ...]] = {}
        self._sessions: dict[str, str] = {}

    def refresh(self) -> None:
        """Read what has changed: only what is new, where nothing was removed."""
        if self._fixed:
            return
        now = state(self._db)
        if now == self._state:
            return
        if now.removals != self._state.removals:
            self._forget()
            return
        self._state = now
        self._append(self.rows.last)

    def _append(self, after: int) -> None:
        self.rows = self.rows.and_new(load_rows(self._db, after))
        self._maker = None
        # A turn whose id another conversation has as well is shown with its conversation from now.
        self._turns = {}
        if self._postings is not None:
            self._postings.append(load_new_postings(self._db, self.rows, after))
            if self._postings.appended * MOST_APPENDED > len(self._postings):
                self._postings = None
        if self._matrix is not None:
            self._matrix.read(self._db, self.rows, after)
        if self._voices is not None:
            for voice, rows in self._speaking(after).items():
                old = self._voices.get(voice, rows[:0])
                self._voices[voice] = np.concatenate((old, rows))
        if self._traits is not None:
            self._traits = self._traits.and_new(load_traits(self._db, self.rows, after))

    def postings(self, words: Sequence[str]) -> dict[str, Posting]:
        """Return where each of the terms stands; one that stands nowhere is left out."""
        self.searches += 1
        if self.searches == 1:
            found = load_postings(self._db, self.rows, words)
            return {word: found[word] for word in words if word in found}
        if self._postings is None:
            self._postings = Postings(self._db, self.rows)
        return self._postings.of(words)

    def likeness(self, query: Floats, beside: Callable[[], Ints]) -> Floats:
        """Return for each turn the likeness of its best piece with a vector, at least 0.

        Over a graph only the nearest have one, and the turns that the words have found.

        Args:
            query: The vector.
            beside: Returns the rows of the turns that the words have found, rising.
        """
        best = self._vectors().best(query, len(self.rows))
        if self._graph is not None:
            numbers, near = self._graph.near(query)
            np.maximum.at(best, self.rows.places(numbers), near)
            owners, vectors = self._read_vectors(beside())
            np.maximum.at(best, owners, vectors @ query)
        return best

    def _read_vectors(self, rows: Ints) -> tuple[Ints, Vectors]:
        """Return vectors of some turns from the store, and the row of the turn of each."""
        numbers = [int(n) for n in self.rows.numbers[rows]]
        table = self._db.execute(SOME_VECTORS, {"numbers": numbers}).fetchall()
        owners = self.rows.places(np.array([n for n, _ in table], np.int64))
        half = np.frombuffer(b"".join(data for _, data in table), np.float16)
        return owners, half.reshape(len(table), -1).astype(np.float32)

    def _vectors(self) -> Matrix:
        """Return the vectors that are scanned: all of them, or those that no graph holds."""
        if self._matrix is None:
            self._graph = ann.load(self._db)
            self._matrix = Matrix()
            after = self._graph.card.last if self._graph else -1
            self._matrix.read(self._db, self.rows, after)
        return self._matrix

    def has_vectors(self) -> bool:
        """Say whether any turn has a vector."""
        return len(self._vectors()) > 0 or self._graph is not None

    def check(self, embedder: str, dimensions: int) -> None:
        """Refuse to compare with vectors of another model: they lie in another space.

        Raises:
            EmbedderMismatch: The store's vectors are not of this kind.
        """
        if self._maker is None:
            self._maker = made_by(self._db)
        if self._maker is not None:
            agree(self._maker, embedder, dimensions)

    def voices(self) -> dict[Voice, Ints]:
        """Return the rows of the turns of each speaker in each role."""
        if self._voices is None:
            self._voices = self._speaking(-1)
        return self._voices

    def _speaking(self, after: int) -> dict[Voice, Ints]:
        table = self._db.execute(SPEAKERS, {"after": after}).fetchall()
        return {
            (name, Role(role)): self.rows.places(np.array(sorted(numbers), np.int64))
            for name, role, numbers in sorted(table)
        }

    def traits(self, rows: Ints) -> Traits:
        """Return what kind of turn each of these is."""
        if self.searches == 1:
            return load_traits(self._db, self.rows, only=self.rows.numbers[rows]).at(rows)
        if self._traits is None:
            self._traits = load_traits(self._db, self.rows)
        return self._traits.at(rows)

    def turns(self, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        """Return what a hit shows of these turns, with the key of their session."""
        missing = [n for n in numbers if n not in self._turns]
        if missing:
            for row in self._db.execute(HITS, {"numbers": missing}).fetchall():
                self._turns[row[0]] = row
        return [self._turns[n] for n in numbers]

    def session_ids(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the source's own ids of these sessions."""
        missing = [key for key in set(keys) if key not in self._sessions]
        if missing:
            self._sessions |= dict(self._db.execute(SESSIONS, {"keys": missing}).fetchall())
        return self._sessions
