"""Who speaks, what each said, and whose memory it is."""

from __future__ import annotations

import duckdb

TALK_TO_AN_ASSISTANT = """
select distinct speaker from turn where role = 'user' and session in
    (select session from turn where role = 'assistant')
"""
PEOPLE = "select distinct speaker from turn where role = 'user'"


def speakers(db: duckdb.DuckDBPyConnection) -> list[str]:
    """Return everybody who speaks, who speaks most first."""
    rows = db.execute(
        "select speaker from turn group by speaker order by count(*) desc, speaker"
    ).fetchall()
    return [name for (name,) in rows]


def owner(db: duckdb.DuckDBPyConnection) -> str:
    """Return whose memory it is: the one who talks to an assistant or who alone speaks, else ""."""
    for sql in (TALK_TO_AN_ASSISTANT, PEOPLE):
        if len(rows := db.execute(sql).fetchall()) == 1:
            return str(rows[0][0])
    return ""


def said(db: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    """Return (speaker, text) of every turn."""
    return db.execute("select speaker, text from turn order by key").fetchall()
