"""The words of facts on disk: appended, never changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import duckdb

from tkg.kg.model import Change, Fact, FactKind, Polarity, TimeWords, Turn
from tkg.kg.store.instant import from_row, to_row

INSERT = """
insert into fact
select
    unnest($key::text[]), unnest($session::text[]), unnest($idx::integer[]),
    unnest($turns::text[][]), unnest($subject::text[]), unnest($predicate::text[]),
    unnest($value::text[]), unnest($statement::text[]), unnest($said_by::text[]),
    unnest($by_assistant::boolean[]), unnest($said_at::timestamp[]), unnest($utc_offset::integer[]),
    unnest($kind::text[]), unnest($change::text[]), unnest($polarity::text[]),
    unnest($time_expr::text[]), unnest($time_turn::text[]), unnest($time_offset::integer[]),
    unnest($end_expr::text[]), unnest($end_turn::text[]), unnest($end_offset::integer[]),
    unnest($instead_of::text[]), unnest($extractor::text[]), unnest($place::integer[])
"""

# The keys alone are searched: of the other columns only the rows that are found are read.
BY_KEY = """
select session, idx, turns, subject, predicate, value, statement, said_by, by_assistant, said_at,
    utc_offset, kind, change, polarity, time_expr, time_turn, time_offset, end_expr, end_turn,
    end_offset, instead_of, extractor, place, key
from fact
where rowid in (select rowid from fact where key in (select unnest($keys::text[])))
"""

OF_SESSIONS = """
select session, idx, turns, subject, predicate, value, statement, said_by, by_assistant, said_at,
    utc_offset, kind, change, polarity, time_expr, time_turn, time_offset, end_expr, end_turn,
    end_offset, instead_of, extractor, place, key
from fact where session in (select unnest($sessions::text[])) order by session, idx, place,
    key
"""


def in_place(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the facts of a session, each once, with its place among those of its turn."""
    seen: Counter[int] = Counter()
    found = []
    for fact in {fact.key: fact for fact in facts}.values():
        found.append(replace(fact, place=seen[fact.index]))
        seen[fact.index] += 1
    return tuple(found)


def insert(db: duckdb.DuckDBPyConnection, facts: Sequence[Fact]) -> None:
    """Append facts; one read twice in a session is kept once. The caller holds the transaction."""
    once = list({fact.key: fact for fact in facts}.items())
    if not once:
        return
    rows = [fact for _, fact in once]
    moments = [to_row(f.said_at) for f in rows]
    db.execute(
        INSERT,
        {
            "key": [key for key, _ in once],
            "session": [f.session for f in rows],
            "idx": [f.index for f in rows],
            "turns": [list(f.turns) for f in rows],
            "subject": [f.subject for f in rows],
            "predicate": [f.predicate for f in rows],
            "value": [f.value for f in rows],
            "statement": [f.statement for f in rows],
            "said_by": [f.said_by for f in rows],
            "by_assistant": [f.by_assistant for f in rows],
            "said_at": [moment for moment, _ in moments],
            "utc_offset": [offset for _, offset in moments],
            "kind": [str(f.kind) for f in rows],
            "change": [str(f.change) for f in rows],
            "polarity": [str(f.polarity) for f in rows],
            **_time_columns("time", [f.time for f in rows]),
            **_time_columns("end", [f.end_time for f in rows]),
            "instead_of": [f.instead_of for f in rows],
            "extractor": [f.extractor for f in rows],
            "place": [f.place for f in rows],
        },
    )


def _time_columns(name: str, words: Sequence[TimeWords | None]) -> dict[str, list[Any]]:
    return {
        f"{name}_expr": [w and w.expr for w in words],
        f"{name}_turn": [w and w.turn for w in words],
        f"{name}_offset": [w and w.offset for w in words],
    }


def by_key(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> dict[str, Fact]:
    """Return the facts with these keys, by key."""
    rows = db.execute(BY_KEY, {"keys": list(keys)}).fetchall() if keys else []
    return {row[-1]: fact_of(row) for row in rows}


def of_sessions(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> list[Fact]:
    """Return the facts read from these sessions, in the order they were told."""
    rows = db.execute(OF_SESSIONS, {"sessions": list(sessions)}).fetchall()
    return [fact_of(row) for row in rows]


def of_turns(db: duckdb.DuckDBPyConnection, spoken: Sequence[Turn]) -> list[Fact]:
    """Return the facts read from these turns, in the order they were told."""
    keys = {turn.key for turn in spoken}
    near = of_sessions(db, sorted({turn.session for turn in spoken}))
    return [fact for fact in near if keys & set(fact.turns)]


def told(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> dict[str, Fact]:
    """Return the facts read from these sessions, by key."""
    rows = db.execute(OF_SESSIONS, {"sessions": list(sessions)}).fetchall()
    return {row[-1]: fact_of(row) for row in rows}


def fact_of(row: Sequence[Any]) -> Fact:
    """Return the fact in a row with the columns of `BY_KEY`."""
    return Fact(
        session=row[0],
        index=row[1],
        turns=tuple(row[2]),
        subject=row[3],
        predicate=row[4],
        value=row[5],
        statement=row[6],
        said_by=row[7],
        by_assistant=row[8],
        said_at=from_row(row[9], row[10]),
        kind=FactKind(row[11]),
        change=Change(row[12]),
        polarity=Polarity(row[13]),
        time=_words(*row[14:17]),
        end_time=_words(*row[17:20]),
        instead_of=row[20],
        extractor=row[21],
        place=row[22],
    )


def _words(expr: str | None, turn: str | None, offset: int | None) -> TimeWords | None:
    if expr is None or turn is None or offset is None:
        return None
    return TimeWords(expr, turn, offset)
