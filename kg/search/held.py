"""What a search has read of the index: kept as long as it holds, added to as the store grows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb
import numpy as np

from tkg.kg.search.arrays import (
    Ints,
    Posting,
    Postings,
    Rows,
    load_new_postings,
    load_postings,
    load_rows,
)
from tkg.kg.search.index import EMBEDDER, state
from tkg.kg.search.matrix import Matrix

SPEAKERS = "select speaker, list(number) from turn where number > $after group by speaker"
HITS = """
select number, id, session, text, caption, said_at, utc_offset, speaker, key
from turn where number in (select unnest($numbers::integer[]))
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
        self._forget()

    def _forget(self) -> None:
        self._state = state(self._db)
        self.rows: Rows = load_rows(self._db)
        self.searches = 0
        self._postings: Postings | None = None
        self._matrix: Matrix | None = None
        self._speakers: dict[str, Ints] | None = None
        self._embedder: str | None = None
        self._turns: dict[int, tuple[Any, ...]] = {}
        self._sessions: dict[str, str] = {}

    def refresh(self) -> None:
        """Read what has changed: only what is new, where nothing was removed."""
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
        self._embedder = None
        # A turn whose id another conversation has as well is shown with its conversation from now.
        self._turns = {}
        if self._postings is not None:
            self._postings.append(load_new_postings(self._db, self.rows, after))
            if self._postings.appended * MOST_APPENDED > len(self._postings):
                self._postings = None
        if self._matrix is not None:
            self._matrix.read(self._db, self.rows, after)
        if self._speakers is not None:
            for name, rows in self._speaking(after).items():
                old = self._speakers.get(name, rows[:0])
                self._speakers[name] = np.concatenate((old, rows))

    def postings(self, words: Sequence[str]) -> dict[str, Posting]:
        """Return where each of the terms stands; one that stands nowhere is left out."""
        self.searches += 1
        if self.searches == 1:
            found = load_postings(self._db, self.rows, words)
            return {word: found[word] for word in words if word in found}
        if self._postings is None:
            self._postings = Postings(self._db, self.rows)
        return self._postings.of(words)

    def matrix(self) -> Matrix:
        """Return the vectors."""
        if self._matrix is None:
            self._matrix = Matrix()
            self._matrix.read(self._db, self.rows)
        return self._matrix

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
            self._speakers = self._speaking(-1)
        return self._speakers

    def _speaking(self, after: int) -> dict[str, Ints]:
        table = self._db.execute(SPEAKERS, {"after": after}).fetchall()
        return {
            name: self.rows.places(np.array(sorted(numbers), np.int64)) for name, numbers in table
        }

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
