"""Sessions and turns on disk: kept word for word, found by key, by shown id or around one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import duckdb

from tkg.kg.model import Role, Session, Turn
from tkg.kg.store.instant import from_row, to_row

INSERT_SESSION = """
insert into session values
    ($key, $source, $conversation, $id, $title, $started_at, $utc_offset, $hash,
     $extractor, $complete, $note, $recorded_at)
"""

INSERT_TURNS = """
insert into turn
select
    coalesce((select max(number) from turn), -1) + 1 + unnest(range(len($key::text[]))),
    unnest($key::text[]), $session, unnest($idx::integer[]),
    unnest($own_id::text[]), unnest($own_id::text[]),
    unnest($speaker::text[]), unnest($role::text[]), unnest($text::text[]),
    unnest($caption::text[]),
    unnest($said_at::timestamp[]), unnest($utc_offset::integer[])
"""

# Two conversations may both have a turn "D1:3": from then on both show their conversation.
PREFIX_SHARED_IDS = """
update turn
set id = case when s.conversation = '' then s.source else s.conversation end || '/' || own_id
from session s
where turn.session = s.key and own_id in (
    select own_id from turn where own_id in (select unnest($ids::text[]))
    group by own_id having count(*) > 1
)
"""

BY_KEY = """
select key, id, session, idx, speaker, role, text, said_at, utc_offset, caption
from turn where key in (select unnest($keys::text[]))
"""

BY_ID = """
select key, id, session, idx, speaker, role, text, said_at, utc_offset, caption
from turn where key = $id or id = $id or own_id = $id order by id = $id desc, key limit 1
"""

AROUND = """
select key, id, session, idx, speaker, role, text, said_at, utc_offset, caption
from turn where session = $session and idx between $first and $last order by idx
"""

OF_SESSIONS = """
select key, id, session, idx, speaker, role, text, said_at, utc_offset, caption
from turn where session in (select unnest($sessions::text[])) order by session, idx
"""


def insert(
    db: duckdb.DuckDBPyConnection,
    session: Session,
    *,
    extractor: str,
    complete: bool,
    note: str,
    recorded_at: datetime,
) -> None:
    """Write one session with its turns. The caller holds the transaction."""
    started_at, utc_offset = to_row(session.started_at)
    db.execute(
        INSERT_SESSION,
        {
            "key": session.key,
            "source": session.source,
            "conversation": session.conversation,
            "id": session.id,
            "title": session.title,
            "started_at": started_at,
            "utc_offset": utc_offset,
            "hash": session.hash,
            "extractor": extractor,
            "complete": complete,
            "note": note,
            "recorded_at": to_row(recorded_at)[0],
        },
    )
    if session.turns:
        _insert_turns(db, session)


def _insert_turns(db: duckdb.DuckDBPyConnection, session: Session) -> None:
    moments = [to_row(t.said_at) for t in session.turns]
    ids = [t.id for t in session.turns]
    db.execute(
        INSERT_TURNS,
        {
            "session": session.key,
            "key": [t.key for t in session.turns],
            "idx": [t.index for t in session.turns],
            "own_id": ids,
            "speaker": [t.speaker for t in session.turns],
            "role": [str(t.role) for t in session.turns],
            "text": [t.text for t in session.turns],
            "caption": [t.caption for t in session.turns],
            "said_at": [moment for moment, _ in moments],
            "utc_offset": [offset for _, offset in moments],
        },
    )
    db.execute(PREFIX_SHARED_IDS, {"ids": ids})


def stored_hash(db: duckdb.DuckDBPyConnection, key: str) -> tuple[str, str, bool] | None:
    """Return (content hash, extractor, complete) of a session, or None."""
    return db.execute(
        "select hash, extractor, complete from session where key = $key", {"key": key}
    ).fetchone()


def same_content(db: duckdb.DuckDBPyConnection, content: str) -> str | None:
    """Return the key of a session with this content hash, under whatever name it came."""
    row = db.execute("select key from session where hash = $hash", {"hash": content}).fetchone()
    return row[0] if row else None


def session_id(db: duckdb.DuckDBPyConnection, key: str) -> str:
    """Return the source's own id of a session, "" for one that is not stored."""
    row = db.execute("select id from session where key = $key", {"key": key}).fetchone()
    return str(row[0]) if row else ""


def numbers(db: duckdb.DuckDBPyConnection, session: str) -> list[int]:
    """Return the store's own numbers of a session's turns."""
    rows = db.execute("select number from turn where session = $key", {"key": session}).fetchall()
    return [number for (number,) in rows]


def by_key(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> list[Turn]:
    """Return the turns with these keys, in the order asked; unknown keys are left out."""
    found = {row[0]: _turn(row) for row in db.execute(BY_KEY, {"keys": list(keys)}).fetchall()}
    return [found[key] for key in keys if key in found]


def by_id(db: duckdb.DuckDBPyConnection, name: str) -> Turn | None:
    """Return the turn with this key, shown id or source's id."""
    row = db.execute(BY_ID, {"id": name}).fetchone()
    return _turn(row) if row else None


def around(db: duckdb.DuckDBPyConnection, turn: Turn, n: int) -> list[Turn]:
    """Return the turn with up to `n` turns of its session before and after it."""
    rows = db.execute(
        AROUND, {"session": turn.session, "first": turn.index - n, "last": turn.index + n}
    ).fetchall()
    return [_turn(row) for row in rows]


def of_sessions(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> list[Turn]:
    """Return every turn of these sessions, session by session."""
    rows = db.execute(OF_SESSIONS, {"sessions": list(sessions)}).fetchall()
    return [_turn(row) for row in rows]


def _turn(row: Sequence[Any]) -> Turn:
    key, shown, session, index, speaker, role, text, said_at, offset, caption = row
    return Turn(
        key=key,
        id=shown,
        session=session,
        index=index,
        speaker=speaker,
        role=Role(role),
        text=text,
        said_at=from_row(said_at, offset),
        caption=caption,
    )
