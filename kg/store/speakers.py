"""Who speaks, what each said, and whose memory it is."""

from __future__ import annotations

import duckdb

OWNERS = """
select distinct speaker from turn where role = 'user' and session in
    (select session from turn where role = 'assistant')
"""


def speakers(db: duckdb.DuckDBPyConnection) -> list[str]:
    """Return everybody who speaks, who speaks most first."""
    rows = db.execute(
        "select speaker from turn group by speaker order by count(*) desc, speaker"
    ).fetchall()
    return [name for (name,) in rows]


def owner(db: duckdb.DuckDBPyConnection) -> str:
    """Return who "I" is in a question: the one who talks to an assistant, else ""."""
    rows = db.execute(OWNERS).fetchall()
    return str(rows[0][0]) if len(rows) == 1 else ""


def said(db: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    """Return (speaker, text) of every turn."""
    return db.execute("select speaker, text from turn order by key").fetchall()
