"""The plain format: sessions with an id, a date and messages, as JSON or JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tkg.extract.formats.format import Format, Message, once, session
from tkg.kg.errors import InputError
from tkg.kg.model import Role, Session

NAME = "plain"
ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
DATES = ("date", "timestamp", "time", "created_at", "said_at")


def detects(data: Any) -> bool:
    """Say whether this is a list of sessions that each hold `messages`."""
    rows = _rows(data)
    return bool(rows) and all(
        isinstance(r, dict) and isinstance(r.get("messages"), list) for r in rows
    )


def read(data: Any, name: str) -> Iterator[Session]:
    """Give the sessions in the order of the file; the file's name is the conversation."""
    named = ((str(r.get("session_id") or f"s{n}"), r) for n, r in enumerate(_rows(data), start=1))
    for key, row in once(named):
        said = [
            _message(m, f"session {key}, message {n}") for n, m in enumerate(row["messages"], 1)
        ]
        title = str(row.get("title") or "")
        yield session(NAME, name, key, _date(row, f"session {key}"), said, title)


def _rows(data: Any) -> list[Any]:
    if isinstance(data, dict) and isinstance(data.get("sessions"), list):
        return list(data["sessions"])
    if isinstance(data, dict) and "messages" in data:
        return [data]
    return data if isinstance(data, list) else []


def _message(row: Any, where: str) -> Message:
    if not isinstance(row, dict):
        raise InputError(f"{where} is not an object.", hint='A message is {"role", "content"}.')
    named = str(row.get("speaker") or row.get("name") or "")
    given = str(row.get("role") or named).lower()
    return Message(
        speaker=named or str(ROLES.get(given, given)),
        text=_text(row.get("content", row.get("text"))),
        role=ROLES.get(given, Role.USER),
        said_at=_date(row, where),
        id=str(row.get("id") or ""),
        caption=str(row.get("caption") or ""),
    )


def _text(content: Any) -> str:
    """Return the words of a message; of a list of parts, those that are text."""
    if isinstance(content, list):
        parts = (p.get("text") if isinstance(p, dict) else p for p in content)
        return "\n".join(p for p in parts if isinstance(p, str))
    return content if isinstance(content, str) else ""


def _date(row: dict[str, Any], where: str) -> datetime | None:
    text = next((row[key] for key in DATES if row.get(key)), None)
    if text is None:
        return None
    try:
        return datetime.fromisoformat(str(text).strip())
    except ValueError as error:
        raise InputError(
            f"{where}: {text!r} is not a date.",
            hint="Write it as 2023-05-08, 2023-05-08T13:56 or 2023-05-08T13:56+02:00.",
        ) from error


FORMAT = Format(NAME, detects, read, by_file=True)
