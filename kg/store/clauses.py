"""Clauses and alias evidence on disk: what a reader needs so that it never parses a turn."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import duckdb

from tkg.kg.model import Argument, Clause, Mood, Polarity, SameAs

INSERT_CLAUSES = """
insert into clause
select
    unnest($turn::text[]), unnest($start::integer[]), unnest($stop::integer[]),
    unnest($subject::text[]), unnest($verb::text[]), unnest($mood::text[]),
    unnest($polarity::text[]), unnest($arguments::text[]), unnest($text::text[]),
    unnest($time::integer[])
"""

INSERT_ALIASES = """
insert into same_as
select
    unnest($mention::text[]), unnest($name::text[]), unnest($owner::text[]),
    unnest($turn::text[]), unnest($session::text[]), unnest($evidence::text[])
"""

OF_TURNS = """
select turn, start, stop, subject, verb, mood, polarity, arguments, text, time
from clause where turn in (select unnest($turns::text[])) order by turn, start, stop, text
"""


def insert(db: duckdb.DuckDBPyConnection, clauses: Sequence[Clause]) -> None:
    """Append clauses. The caller holds the transaction."""
    if not clauses:
        return
    db.execute(
        INSERT_CLAUSES,
        {
            "turn": [c.turn for c in clauses],
            "start": [c.start for c in clauses],
            "stop": [c.end for c in clauses],
            "subject": [c.subject for c in clauses],
            "verb": [c.verb for c in clauses],
            "mood": [str(c.mood) for c in clauses],
            "polarity": [str(c.polarity) for c in clauses],
            "arguments": [_packed(c.arguments) for c in clauses],
            "text": [c.text for c in clauses],
            "time": [c.time for c in clauses],
        },
    )


def insert_aliases(db: duckdb.DuckDBPyConnection, aliases: Sequence[SameAs]) -> None:
    """Append alias evidence. The caller holds the transaction."""
    once = list(dict.fromkeys(aliases))
    if not once:
        return
    db.execute(
        INSERT_ALIASES,
        {
            "mention": [a.mention for a in once],
            "name": [a.name for a in once],
            "owner": [a.owner for a in once],
            "turn": [a.turn for a in once],
            "session": [a.session for a in once],
            "evidence": [a.evidence for a in once],
        },
    )


def of_turns(db: duckdb.DuckDBPyConnection, turns: Sequence[str]) -> dict[str, list[Clause]]:
    """Return the clauses of these turns by turn key, in the order they were said."""
    found: dict[str, list[Clause]] = defaultdict(list)
    for row in db.execute(OF_TURNS, {"turns": list(turns)}).fetchall():
        found[row[0]].append(_clause(row))
    return dict(found)


def _packed(arguments: Sequence[Argument]) -> str:
    rows = [[a.role, a.text, a.label] for a in arguments]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=8192)
def _unpacked(arguments: str) -> tuple[Argument, ...]:
    """Return the arguments of a clause; the same clauses are read for many questions."""
    return tuple(Argument(*a) for a in json.loads(arguments))


def _clause(row: Sequence[Any]) -> Clause:
    turn, start, end, subject, verb, mood, polarity, arguments, text, time = row
    return Clause(
        turn=turn,
        start=start,
        end=end,
        subject=subject,
        verb=verb,
        mood=Mood(mood),
        polarity=Polarity(polarity),
        arguments=_unpacked(arguments),
        text=text,
        time=time,
    )
