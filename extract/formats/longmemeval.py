"""LongMemEval: one question an instance, with the dated sessions in which the answer hides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tkg.extract.formats.format import Format, Message, once, session
from tkg.kg.errors import InputError
from tkg.kg.model import Role, Session

NAME = "longmemeval"
SESSIONS = "haystack_sessions"


def detects(data: Any) -> bool:
    """Say whether this is a LongMemEval file: instances with haystack sessions."""
    rows = _rows(data)
    return bool(rows) and all(isinstance(r, dict) and SESSIONS in r for r in rows)


def instances(data: Any) -> dict[str, Any]:
    """Return the instances by question id."""
    return {str(r.get("question_id", i)): r for i, r in enumerate(_rows(data), start=1)}


def read(instance: Any, name: str) -> Iterator[Session]:
    """Give the sessions of one instance in the order of the file."""
    if isinstance(instance, list):
        instance = instance[0]
    label = str(instance.get("question_id", name))
    bodies = instance[SESSIONS]
    ids = instance.get("haystack_session_ids") or [f"s{n}" for n in range(1, len(bodies) + 1)]
    dates = instance.get("haystack_dates") or [None] * len(bodies)
    if not len(ids) == len(dates) == len(bodies):
        raise InputError(f"{label}: {len(bodies)} sessions, {len(ids)} ids, {len(dates)} dates.")
    rows = zip(map(str, ids), zip(dates, bodies, strict=True), strict=True)
    for key, (date, body) in once(rows):
        yield session(NAME, label, key, moment(date, key), map(_message, body))


def _rows(data: Any) -> list[Any]:
    if isinstance(data, dict) and SESSIONS in data:
        return [data]
    return data if isinstance(data, list) else []


def _message(turn: dict[str, Any]) -> Message:
    role = Role(str(turn.get("role", "user")))
    return Message(str(role), str(turn.get("content") or ""), role)


def moment(text: Any, key: str) -> datetime | None:
    """Return the time that LongMemEval writes as 2023/05/30 (Tue) 23:40; None where it gives none.

    Raises:
        InputError: It is written otherwise.
    """
    if not text:
        return None
    words = re.sub(r"\s*\(\w+\)\s*", " ", str(text)).strip()
    for form in ("%Y/%m/%d %H:%M", "%Y/%m/%d"):
        try:
            return datetime.strptime(words, form)
        except ValueError:
            continue
    raise InputError(
        f"{key}: {text!r} is not a date.", hint="LongMemEval writes 2023/05/30 (Tue) 23:40."
    )


FORMAT = Format(NAME, detects, read, instances)
