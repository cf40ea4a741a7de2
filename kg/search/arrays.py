"""The index in memory: one row a turn, in the order of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import duckdb
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

ROWS = """
select list(turn order by turn), list(code order by turn), list(length order by turn)
from (
    select turn, length, dense_rank() over (order by session) - 1 as code
    from indexed where turn > $after
)
"""
SOME_POSTINGS = """
select term, list(turn order by turn), list(tf order by turn) from posting
where term in (select unnest($words::text[])) group by term
"""
NEW_POSTINGS = """
select term, list(turn order by turn), list(tf order by turn) from posting
where turn > $after group by term
"""
TERMS = "select term, count(*) from posting group by term order by term"
EVERY_POSTING = """
with coded as (
    select term, (row_number() over (order by term))::integer as code
    from (select distinct term from posting)
)
select code, turn, tf from posting join coded using (term)
"""


@dataclass(frozen=True)
class Rows:
    """Which turns there are.

    Attributes:
        numbers: The store's numbers, rising.
        sessions: For each, a number of its session, from 0; turns of one session stand together.
        lengths: For each, its count of terms.
    """

    numbers: Ints
    sessions: Ints
    lengths: Floats

    def __len__(self) -> int:
        """Return how many turns there are."""
        return len(self.numbers)

    @property
    def last(self) -> int:
        """The highest number, -1 without turns."""
        return int(self.numbers[-1]) if len(self) else -1

    @cached_property
    def firsts(self) -> Ints:
        """The row of the first turn of each session, and the row past the last of all."""
        changes = np.flatnonzero(np.diff(self.sessions, prepend=-1))
        return np.append(changes, len(self))

    @cached_property
    def starts(self) -> Ints:
        """For each turn, the row of the first one of its session."""
        return np.repeat(self.firsts[:-1], np.diff(self.firsts))

    @cached_property
    def stops(self) -> Ints:
        """For each turn, the row past the last one of its session."""
        return np.repeat(self.firsts[1:], np.diff(self.firsts))

    def window_lengths(self, reach: int) -> Floats:
        """Return the count of terms in the window of each turn."""
        if reach not in self._window_lengths:
            starts, stops = self.windows(reach)
            before = np.concatenate((np.zeros(1), np.cumsum(self.lengths, dtype=np.float64)))
            self._window_lengths[reach] = (before[stops] - before[starts]).astype(np.float32)
        return self._window_lengths[reach]

    @cached_property
    def _window_lengths(self) -> dict[int, Floats]:
        return {}

    @cached_property
    def session_lengths(self) -> Floats:
        """Count of terms of each session."""
        return np.bincount(self.sessions, self.lengths).astype(np.float32)

    def places(self, numbers: Ints) -> Ints:
        """Return the rows of turns given by number."""
        return np.searchsorted(self.numbers, numbers)

    def windows(self, reach: int, rows: Ints | None = None) -> tuple[Ints, Ints]:
        """Return where the window of each turn starts and stops: it does not leave its session.

        Args:
            reach: How many turns it takes to either side.
            rows: Only those turns.
        """
        at = np.arange(len(self)) if rows is None else rows
        pick = slice(None) if rows is None else rows
        return (
            np.maximum(at - reach, self.starts[pick]),
            np.minimum(at + reach + 1, self.stops[pick]),
        )

    def neighbours(self, values: Floats, step: int) -> Floats:
        """Return for each turn the value of the one `step` before it in its session, else 0."""
        moved = np.zeros_like(values)
        if abs(step) >= len(values):
            return moved
        ahead, behind = slice(abs(step), None), slice(None, -abs(step))
        here, there = (ahead, behind) if step > 0 else (behind, ahead)
        moved[here] = values[there] * (self.sessions[here] == self.sessions[there])
        return moved

    def and_new(self, new: Rows) -> Rows:
        """Return these turns and, behind them, those of sessions that came later."""
        first = int(self.sessions[-1]) + 1 if len(self) else 0
        return Rows(
            np.concatenate((self.numbers, new.numbers)),
            np.concatenate((self.sessions, new.sessions + first)),
            np.concatenate((self.lengths, new.lengths)),
        )


@dataclass(frozen=True)
class Posting:
    """Where a term stands.

    Attributes:
        rows: Of the turns that hold it, rising.
        tf: How often each does.
    """

    rows: Ints
    tf: Floats

    @cached_property
    def _before(self) -> Floats:
        """How often it stands in all turns before each, and in all."""
        return np.concatenate((np.zeros(1, np.float32), np.cumsum(self.tf, dtype=np.float32)))

    def between(self, starts: Ints, stops: Ints) -> Floats:
        """Return how often the term stands in each stretch of turns `[start, stop)`."""
        before = self._before
        return (
            before[np.searchsorted(self.rows, stops)] - before[np.searchsorted(self.rows, starts)]
        )


class Postings:
    """Every posting of the store, grouped by term."""

    def __init__(self, db: duckdb.DuckDBPyConnection, rows: Rows) -> None:
        """Read them."""
        counts = db.execute(TERMS).fetchall()
        found = db.execute(EVERY_POSTING).fetchnumpy()
        order = np.argsort(np.asarray(found["code"], np.int64) << 32 | found["turn"])
        stops = np.cumsum([count for _, count in counts], dtype=np.int64)
        self._stretch = {
            term: slice(int(stop) - count, int(stop))
            for (term, count), stop in zip(counts, stops, strict=True)
        }
        self._rows = rows.places(np.asarray(found["turn"], np.int64)[order])
        self._tf = np.asarray(found["tf"], np.float32)[order]
        self._new: dict[str, list[Posting]] = {}
        self.appended = 0

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._rows) + self.appended

    def append(self, new: Mapping[str, Posting]) -> None:
        """Add those of turns that came later."""
        for term, posting in new.items():
            self._new.setdefault(term, []).append(posting)
            self.appended += len(posting.rows)

    def of(self, words: Sequence[str]) -> dict[str, Posting]:
        """Return those of some terms; a term that stands nowhere is left out."""
        found = {word: self._of(word) for word in words}
        return {word: posting for word, posting in found.items() if len(posting.rows)}

    def _of(self, word: str) -> Posting:
        stretch = self._stretch.get(word, slice(0, 0))
        first = Posting(self._rows[stretch], self._tf[stretch])
        later = self._new.get(word)
        if not later:
            return first
        parts = (first, *later)
        return Posting(
            np.concatenate([p.rows for p in parts]), np.concatenate([p.tf for p in parts])
        )


def load_rows(db: duckdb.DuckDBPyConnection, after: int = -1) -> Rows:
    """Read which turns there are, or which have come after a number."""
    # Lists rather than `fetchnumpy`, which loads numpy's masked arrays: a tenth of a cold start.
    row = db.execute(ROWS, {"after": after}).fetchone()
    numbers, codes, lengths = row if row and row[0] else ((), (), ())
    # Turns of a session are stored together: it is numbered by where it stands, not by its key.
    changes = np.diff(np.array(codes, np.int64), prepend=-1) != 0
    return Rows(np.array(numbers, np.int64), np.cumsum(changes) - 1, np.array(lengths, np.float32))


def load_postings(
    db: duckdb.DuckDBPyConnection, rows: Rows, words: Sequence[str]
) -> dict[str, Posting]:
    """Read where each of some terms stands; one that stands nowhere is left out."""
    table = db.execute(SOME_POSTINGS, {"words": list(words)}).fetchall()
    return _by_term(table, rows)


def load_new_postings(db: duckdb.DuckDBPyConnection, rows: Rows, after: int) -> dict[str, Posting]:
    """Read where the terms of the turns after a number stand."""
    return _by_term(db.execute(NEW_POSTINGS, {"after": after}).fetchall(), rows)


def _by_term(table: Sequence[tuple[str, list[int], list[int]]], rows: Rows) -> dict[str, Posting]:
    return {
        term: Posting(rows.places(np.array(turns, np.int64)), np.array(tf, np.float32))
        for term, turns, tf in table
    }
