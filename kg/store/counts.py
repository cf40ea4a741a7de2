"""How much is stored, and the dates it spans."""

from __future__ import annotations

import duckdb

COUNTS = """
select
    (select count(*) from session) as sessions,
    (select count(*) from turn) as turns,
    (select count(*) from fact) as facts,
    (select count(*) from span) as spans,
    (select count(*) from clause) as clauses,
    (select count(*) from same_as) as aliases,
    (select count(*) from session where not complete) as incomplete,
    (select min(said_at) from turn) as first_said,
    (select max(said_at) from turn) as last_said
"""


def counts(db: duckdb.DuckDBPyConnection) -> dict[str, int | str | None]:
    """Return the counts by name, and the first and last instant of saying as ISO 8601."""
    done = db.execute(COUNTS)
    names = [column[0] for column in done.description or ()]
    found = dict(zip(names, done.fetchone() or (), strict=True))
    ends = {name: found[name] and found[name].isoformat() for name in ("first_said", "last_said")}
    return {**found, **ends}
