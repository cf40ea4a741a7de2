"""ChatGPT's export: trees of messages, of which the branch that was read last counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tkg.extract.formats.format import Format, Message, once, session
from tkg.extract.formats.moment import earliest, moment
from tkg.extract.formats.plain import ROLES
from tkg.kg.model import Role, Session

NAME = "chatgpt"
HIDDEN = ("user_editable_context", "model_editable_context", "thoughts", "reasoning_recap")
"""Kinds of content that nobody said."""


def detects(data: Any) -> bool:
    """Say whether conversations hold a `mapping` of messages."""
    rows = _rows(data)
    return bool(rows) and any(isinstance(r.get("mapping"), dict) for r in rows)


def read(data: Any, name: str) -> Iterator[Session]:
    """Give each conversation as a session; one without messages is empty."""
    named = (
        (str(r.get("conversation_id") or r.get("id") or f"c{n}"), r)
        for n, r in enumerate(_rows(data), start=1)
    )
    for key, row in once(named):
        said = list(_messages(row))
        first = next((m.said_at for m in said if m.said_at), None)
        start = earliest(row.get("create_time"), row.get("update_time")) or first
        title = str(row.get("title") or "")
        yield session(NAME, "", key, start, said, title)


def _rows(data: Any) -> list[dict[str, Any]]:
    rows = data if isinstance(data, list) else [data]
    return [r for r in rows if isinstance(r, dict)]


def _messages(row: dict[str, Any]) -> Iterator[Message]:
    for node in _branch(row):
        message = node.get("message")
        if isinstance(message, dict) and (said := _message(message)):
            yield said


def _branch(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the nodes from the root to the current one, by their parents.

    Child links are not whole in real exports; parent links are.
    """
    found = row.get("mapping")
    mapping = found if isinstance(found, dict) else {}
    at = row.get("current_node")
    at = at if at in mapping else _last_leaf(mapping)
    nodes: list[dict[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in mapping and at not in seen:
        seen.add(at)
        node = mapping[at] if isinstance(mapping[at], dict) else {}
        nodes.append(node)
        at = node.get("parent")
    return nodes[::-1]


def _last_leaf(mapping: dict[str, Any]) -> str | None:
    parents = {n.get("parent") for n in mapping.values() if isinstance(n, dict)}
    return next((key for key in reversed(mapping) if key not in parents), None)


def _message(message: dict[str, Any]) -> Message | None:
    author = message.get("author") or {}
    content = message.get("content") or {}
    metadata = message.get("metadata") or {}
    hidden = metadata.get("is_visually_hidden_from_conversation")
    if hidden or content.get("content_type") in HIDDEN:
        return None
    role = ROLES.get(str(author.get("role")), Role.TOOL)
    if role is Role.ASSISTANT and message.get("recipient", "all") != "all":
        role = Role.TOOL  # what an assistant writes to a tool is not said to anybody
    parts = content.get("parts")
    words = [p for p in parts if isinstance(p, str)] if isinstance(parts, list) else []
    text = "\n".join(words) or str(content.get("text") or "")
    return Message(str(role), text, role, moment(message.get("create_time")))


FORMAT = Format(NAME, detects, read)
