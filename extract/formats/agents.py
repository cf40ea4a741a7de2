"""Histories of coding agents and of Grok: four small shapes, read alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tkg.extract.formats.format import Format, Message, session
from tkg.extract.formats.moment import earliest, moment
from tkg.extract.formats.plain import ROLES
from tkg.kg.model import Role, Session

SPEAKERS = {**ROLES, "gemini": Role.ASSISTANT}


def _text(content: Any) -> str:
    """Return the text of a message; tool calls and results have none."""
    parts = content if isinstance(content, list) else [content]
    words = (p.get("text") if isinstance(p, dict) else p for p in parts)
    return "\n".join(w for w in words if isinstance(w, str))


def _message(speaker: Any, content: Any, at: Any) -> Message:
    role = SPEAKERS.get(str(speaker), Role.TOOL)
    return Message(str(role), _text(content), role, moment(at))


def _lines(data: Any) -> list[dict[str, Any]]:
    return [r for r in data if isinstance(r, dict)] if isinstance(data, list) else []


def _claude_code(data: Any, name: str) -> Iterator[Session]:
    rows = [r for r in _lines(data) if isinstance(r.get("message"), dict)]
    for key in dict.fromkeys(str(r["sessionId"]) for r in rows if r.get("sessionId")):
        own = [r for r in rows if r.get("sessionId") == key]
        said = [
            _message(r["message"].get("role"), r["message"].get("content"), r.get("timestamp"))
            for r in own
            if not r.get("isMeta")
        ]
        yield session("claude-code", "", key, moment(own[0].get("timestamp")), said)


def _codex(data: Any, name: str) -> Iterator[Session]:
    loads = [(r.get("type"), r["payload"], r) for r in _lines(data) if "payload" in r]
    head: dict[str, Any] = next((p for kind, p, _ in loads if kind == "session_meta"), {})
    said = [
        _message(p.get("role"), p.get("content"), p.get("timestamp") or r.get("timestamp"))
        for _, p, r in loads
        if p.get("type") == "message"
    ]
    yield session("codex", "", str(head.get("id") or name), moment(head.get("timestamp")), said)


def _gemini_cli(data: Any, name: str) -> Iterator[Session]:
    said = [
        _message(m.get("type"), m.get("content"), m.get("timestamp"))
        for m in _lines(data["messages"])
    ]
    start = earliest(data.get("startTime"), data.get("lastUpdated"))
    yield session("gemini-cli", "", str(data["sessionId"]), start, said)


def _grok(data: Any, name: str) -> Iterator[Session]:
    for number, row in enumerate(_lines(data["conversations"]), start=1):
        head = row.get("conversation") or {}
        said = [
            _message(str(r.get("sender")).lower(), r.get("message"), r.get("create_time"))
            for r in _lines(row.get("responses"))
        ]
        key = str(head.get("id") or f"c{number}")
        title = str(head.get("title") or "")
        yield session("grok", "", key, moment(head.get("create_time")), said, title)


FORMATS = (
    Format("claude-code", lambda d: any("sessionId" in r for r in _lines(d)), _claude_code),
    Format("codex", lambda d: any(r.get("type") == "session_meta" for r in _lines(d)), _codex),
    Format(
        "gemini-cli",
        lambda d: isinstance(d, dict) and {"sessionId", "messages"} <= {*d},
        _gemini_cli,
    ),
    Format(
        "grok",
        lambda d: (
            isinstance(d, dict) and any("responses" in c for c in _lines(d.get("conversations")))
        ),
        _grok,
    ),
)
