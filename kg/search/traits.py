"""What kind of turn each is: whether it tells a time, holds a number, ends in a question."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import duckdb
import numpy as np

from tkg.kg.search.arrays import Floats, Ints, Rows
from tkg.kg.search.asked import number_words

TRAITS = """
select number,
    regexp_matches(text, '[?\uff1f]\\s*$'),
    regexp_matches(text, $number, 'i'),
    key in (select turn from span where kind not in ('duration', 'set', 'unanchored'))
from turn
where number > $after
    and ($numbers::integer[] is null or number in (select unnest($numbers::integer[])))
"""
CIVIL = "said_at + to_minutes(coalesce(utc_offset, 0)::bigint)"
SAID = f"""
select number, greatest(0, epoch({CIVIL}) - epoch($end::timestamp)) / 86400
from turn where {CIVIL} >= $start and {CIVIL} < $end::timestamp + to_days($late)
"""  # noqa: S608 - both parts are constants of this file
TELLS = """
select distinct number from span join turn on span.turn = turn.key
where begins < $end and ends > $start and ends - begins <= to_days($long)
"""
LATE = 14
"""Days after a time within which people still tell of it."""
LONG = 40
"""Days of a stretch that says when something was: a year does not."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Of some turns, in their order: 1 where it is so, else 0.

    Attributes:
        asks: The turn ends in a question.
        counts: It holds a number.
        dated: It says when.
    """

    asks: Floats
    counts: Floats
    dated: Floats

    def at(self, rows: Ints) -> Traits:
        """Return those of some of the turns."""
        return Traits(self.asks[rows], self.counts[rows], self.dated[rows])

    def and_new(self, new: Traits) -> Traits:
        """Return these turns and the last ones of others, as far as they go on."""
        first = len(self.asks)
        return Traits(
            np.concatenate((self.asks, new.asks[first:])),
            np.concatenate((self.counts, new.counts[first:])),
            np.concatenate((self.dated, new.dated[first:])),
        )


def load_traits(
    db: duckdb.DuckDBPyConnection, rows: Rows, after: int = -1, only: Ints | None = None
) -> Traits:
    """Read what kind of turn each is; 0 for those that are not read.

    Args:
        db: The store.
        rows: Which turns there are.
        after: Read those with a higher number.
        only: Read those with these numbers; None reads every one.
    """
    numbers = None if only is None else only.tolist()
    found = db.execute(
        TRAITS, {"number": number_words(), "after": after, "numbers": numbers}
    ).fetchall()
    columns = np.zeros((3, len(rows)), np.float32)
    if found:
        table = np.array(found, np.int64)
        columns[:, rows.places(table[:, 0])] = table[:, 1:].T
    return Traits(*columns)


@dataclass(frozen=True, slots=True)
class Moment:
    """How each turn stands to a time that a question names, from 0 to 1.

    Attributes:
        then: It was said at that time.
        soon: It was said soon after.
        tells: It tells of a time that overlaps it.
    """

    then: Floats
    soon: Floats
    tells: Floats

    def at(self, rows: Ints) -> Moment:
        """Return that of some of the turns."""
        return Moment(self.then[rows], self.soon[rows], self.tells[rows])


def load_moment(
    db: duckdb.DuckDBPyConnection, rows: Rows, time: tuple[datetime, datetime] | None
) -> Moment:
    """Return how each turn stands to a time, civil and half-open; all 0 where none is asked for."""
    then, soon, tells = np.zeros((3, len(rows)), np.float32)
    if time is None:
        return Moment(then, soon, tells)
    start, end = time
    latest = datetime.max - timedelta(days=LATE)
    bounds = {"start": start, "end": min(end, latest)}
    said = db.execute(SAID, {**bounds, "late": LATE}).fetchall()
    if said:
        places = rows.places(np.array([number for number, _ in said], np.int64))
        late = np.array([days for _, days in said], np.float32)
        then[places] = late <= 0
        soon[places] = np.where(late > 0, 1 - np.floor(late) / LATE, 0)
    told = db.execute(TELLS, {**bounds, "long": LONG}).fetchall()
    tells[rows.places(np.array([number for (number,) in told], np.int64))] = 1
    return Moment(then, soon, tells)
