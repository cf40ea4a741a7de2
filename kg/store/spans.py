"""Time expressions on disk: derived from the turns, so they can be read again at any time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import duckdb

from tkg.kg.model import Turn
from tkg.temporal.span import Grain, Kind, Span

INSERT = """
insert into span
select
    unnest($turn::text[]), unnest($start_at::integer[]), unnest($expr::text[]),
    unnest($begins::timestamp[]), unnest($ends::timestamp[]), unnest($grain::text[]),
    unnest($kind::text[]), unnest($approximate::boolean[]), unnest($timex::text[]),
    unnest($rrule::text[]), unnest($deictic::boolean[]), unnest($rule::text[])
"""

OF_TURNS = """
select turn, start_at, expr, begins, ends, grain, kind, approximate, timex, rrule, deictic, rule
from span where turn in (select unnest($turns::text[])) order by turn, start_at
"""

Placed = tuple[str, Span]
"""The key of a turn, and a span in its text."""


def read(turns: Iterable[Turn]) -> list[Placed]:
    """Return every time expression of every turn, as this version of the resolver reads it."""
    # Only writing reads times: the rules are not loaded to answer a question.
    from tkg.temporal.resolve import resolve

    return [(turn.key, span) for turn in turns for span in resolve(turn.text, turn.said_at)]


def insert(db: duckdb.DuckDBPyConnection, placed: Sequence[Placed]) -> None:
    """Append spans. The caller holds the transaction."""
    if not placed:
        return
    spans = [span for _, span in placed]
    db.execute(
        INSERT,
        {
            "turn": [turn for turn, _ in placed],
            "start_at": [s.offset for s in spans],
            "expr": [s.expr for s in spans],
            "begins": [s.start for s in spans],
            "ends": [s.end for s in spans],
            "grain": [str(s.grain) for s in spans],
            "kind": [str(s.kind) for s in spans],
            "approximate": [s.approximate for s in spans],
            "timex": [s.timex for s in spans],
            "rrule": [s.rrule for s in spans],
            "deictic": [s.deictic for s in spans],
            "rule": [s.rule for s in spans],
        },
    )


def of_turns(db: duckdb.DuckDBPyConnection, turns: Sequence[str]) -> dict[str, list[Span]]:
    """Return the spans of these turns by turn key, in the order of the text."""
    found: dict[str, list[Span]] = defaultdict(list)
    for turn, *row in db.execute(OF_TURNS, {"turns": list(turns)}).fetchall():
        found[turn].append(span_of(row))
    return dict(found)


def span_of(row: Sequence[Any]) -> Span:
    """Return the span in a row with the columns of the table after its turn."""
    offset, expr, start, end, grain, kind, approximate, timex, rrule, deictic, rule = row
    return Span(
        expr=expr,
        offset=offset,
        start=start,
        end=end,
        grain=Grain(grain),
        kind=Kind(kind),
        approximate=approximate,
        timex=timex,
        rrule=rrule,
        deictic=deictic,
        rule=rule,
    )
