"""Sessions and turns on disk: kept word for word, found by key, by shown id or around one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import duckdb

from tkg.kg.model import Extraction, Role, Session, Turn
from tkg.kg.store.instant import from_row, to_row

INSERT_SESSIONS = """
insert into session
select
    unnest($key::text[]), unnest($source::text[]), unnest($conversation::text[]),
    unnest($id::text[]), unnest($title::text[]), unnest($started_at::timestamp[]),
    unnest($utc_offset::integer[]), unnest($hash::text[]), unnest($extractor::text[]),
    unnest($complete::boolean[]), unnest($note::text[]), $recorded_at, unnest($place::text[])
"""

INSERT_TURNS = """
insert into turn
select
    coalesce((select max(number) from turn), -1) + 1 + unnest(range(len($key::text[]))),
    unnest($key::text[]), unnest($session::text[]), unnest($idx::integer[]),
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
where turn.session = s.key and own_id in (select unnest($ids::text[]))
"""
SHARED_IDS = """
select own_id from turn where own_id in (select unnest($ids::text[]))
group by own_id having count(*) > 1
"""

STORED = """
select key, hash, extractor, complete from session where key in (select unnest($keys::text[]))
"""
SAME = "select hash from session where hash in (select unnest($hashes::text[]))"

BY_KEY = """
select key, id, session, idx, speaker, role, text, said_at, utc_offset, caption
from turn where key in (select unnest($keys::text[]))
"""

NUMBERS = "select number from turn where session in (select unnest($sessions::text[]))"

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
    read: Sequence[tuple[Session, Extraction]],
    *,
    recorded_at: datetime,
) -> None:
    """Write sessions with their turns. The caller holds the transaction."""
    starts = [to_row(s.started_at) for s, _ in read]
    db.execute(
        INSERT_SESSIONS,
        {
            "key": [s.key for s, _ in read],
            "source": [s.source for s, _ in read],
            "conversation": [s.conversation for s, _ in read],
            "id": [s.id for s, _ in read],
            "title": [s.title for s, _ in read],
            "started_at": [moment for moment, _ in starts],
            "utc_offset": [offset for _, offset in starts],
            "hash": [s.hash for s, _ in read],
            "extractor": [e.extractor for _, e in read],
            "complete": [e.complete for _, e in read],
            "note": [e.note for _, e in read],
            "recorded_at": to_row(recorded_at)[0],
            "place": [s.place for s, _ in read],
        },
    )
    said = [turn for session, _ in read for turn in session.turns]
    if said:
        _insert_turns(db, said)


def _insert_turns(db: duckdb.DuckDBPyConnection, said: Sequence[Turn]) -> None:
    moments = [to_row(t.said_at) for t in said]
    ids = [t.id for t in said]
    db.execute(
        INSERT_TURNS,
        {
            "session": [t.session for t in said],
            "key": [t.key for t in said],
            "idx": [t.index for t in said],
            "own_id": ids,
            "speaker": [t.speaker for t in said],
            "role": [str(t.role) for t in said],
            "text": [t.text for t in said],
            "caption": [t.caption for t in said],
            "said_at": [moment for moment, _ in moments],
            "utc_offset": [offset for _, offset in moments],
        },
    )
    # Asking first is much cheaper than an update that changes nothing.
    if shared := db.execute(SHARED_IDS, {"ids": ids}).fetchall():
        db.execute(PREFIX_SHARED_IDS, {"ids": [own_id for (own_id,) in shared]})


def stored(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> dict[str, tuple[str, str, bool]]:
    """Return (content hash, extractor, complete) of the sessions that are stored, by key."""
    rows = db.execute(STORED, {"keys": list(keys)}).fetchall()
    return {key: (content, extractor, complete) for key, content, extractor, complete in rows}


def same_content(db: duckdb.DuckDBPyConnection, contents: Sequence[str]) -> set[str]:
    """Return those of these content hashes that are stored, under whatever key."""
    return {content for (content,) in db.execute(SAME, {"hashes": list(contents)}).fetchall()}


def session_id(db: duckdb.DuckDBPyConnection, key: str) -> str:
    """Return the source's own id of a session, "" for one that is not stored."""
    row = db.execute("select id from session where key = $key", {"key": key}).fetchone()
    return str(row[0]) if row else ""


def numbers(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> list[int]:
    """Return the store's own numbers of the turns of sessions."""
    rows = db.execute(NUMBERS, {"sessions": list(sessions)}).fetchall()
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
