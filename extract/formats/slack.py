"""Slack's export: a folder a channel, a file a day."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from tkg.extract.formats.format import Format, Message, session
from tkg.extract.formats.moment import moment
from tkg.kg.model import Role, Session

NAME = "slack"
DAY = re.compile(r"(?:.*/)?(?P<channel>[^/]+)/(?P<day>\d{4}-\d\d-\d\d)\.json")
SAID = (None, "thread_broadcast", "me_message", "file_share", "file_comment")
"""Subtypes that a person wrote; the others are joins, renames and bots."""


def detects(data: Any) -> bool:
    """Say whether these are files of an export, users and days."""
    return isinstance(data, dict) and any(k.endswith("users.json") for k in data)


def read(data: Any, name: str) -> Iterator[Session]:
    """Give each day of each channel as a session."""
    users = next(rows for key, rows in data.items() if key.endswith("users.json"))
    names = {str(u["id"]): _name(u) for u in users if isinstance(u, dict) and "id" in u}
    for path in sorted(data):
        if (match := DAY.fullmatch(path)) and isinstance(data[path], list):
            rows = [r for r in data[path] if isinstance(r, dict)]
            said = [_message(r, names) for r in rows if _counts(r)]
            key = f"{match['channel']}/{match['day']}"
            yield session(NAME, match["channel"], key, moment(match["day"]), said, key)


def _counts(row: dict[str, Any]) -> bool:
    return row.get("type") == "message" and row.get("subtype") in SAID and "bot_id" not in row


def _name(user: dict[str, Any]) -> str:
    profile = user.get("profile") or {}
    real = user.get("real_name") or profile.get("real_name")
    return str(real or user.get("name") or user["id"])


def _message(row: dict[str, Any], names: dict[str, str]) -> Message:
    who = str(row.get("user") or "unknown")
    text = re.sub(
        r"<@(\w+)(?:\|[^>]*)?>", lambda m: names.get(m[1], m[1]), str(row.get("text") or "")
    )
    text = re.sub(r"<(?:[^|>]*\|)?([^>]*)>", r"\1", text)
    return Message(names.get(who, who), html.unescape(text), Role.USER, moment(row.get("ts")))


FORMAT = Format(NAME, detects, read)
