"""Claude's export: conversations with `chat_messages`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tkg.extract.formats.format import Format, Message, once, session
from tkg.extract.formats.moment import earliest, moment
from tkg.extract.formats.plain import ROLES
from tkg.kg.model import Role, Session

NAME = "claude"


def detects(data: Any) -> bool:
    """Say whether conversations hold `chat_messages`."""
    return any("chat_messages" in row for row in _rows(data))


def read(data: Any, name: str) -> Iterator[Session]:
    """Give each conversation as a session; one without messages is empty."""
    named = ((str(r.get("uuid") or f"c{n}"), r) for n, r in enumerate(_rows(data), start=1))
    for key, row in once(named):
        rows = row.get("chat_messages")
        said = [_message(m) for m in rows if isinstance(m, dict)] if isinstance(rows, list) else []
        first = next((m.said_at for m in said if m.said_at), None)
        start = earliest(row.get("created_at"), row.get("updated_at")) or first
        yield session(NAME, "", key, start, said, str(row.get("name") or row.get("title") or ""))


def _rows(data: Any) -> list[dict[str, Any]]:
    rows = data if isinstance(data, list) else [data]
    return [r for r in rows if isinstance(r, dict)]


def _message(row: dict[str, Any]) -> Message:
    role = ROLES.get(str(row.get("sender")), Role.TOOL)
    return Message(str(role), _text(row), role, moment(row.get("created_at")))


def _text(row: dict[str, Any]) -> str:
    """Return what was said: parts that are text, else the whole text of the message."""
    parts = row.get("content")
    said = [
        str(p.get("text") or "")
        for p in (parts if isinstance(parts, list) else ())
        if isinstance(p, dict) and p.get("type") == "text"
    ]
    return "\n".join(s for s in said if s) or str(row.get("text") or "")


FORMAT = Format(NAME, detects, read)
