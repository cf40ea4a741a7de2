"""Gemini's activity from Google Takeout: one prompt and its reply a record, newest first."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from tkg.extract.formats.format import Format, Message, session
from tkg.extract.formats.moment import moment
from tkg.kg.model import Role, Session

NAME = "gemini"
PROMPT = re.compile(r"^(?:Prompted|Asked:?|Said)\s+", re.IGNORECASE)
TAG = re.compile(r"<[^>]+>")


def detects(data: Any) -> bool:
    """Say whether these are records of Gemini or Bard."""
    rows = data if isinstance(data, list) else []
    return bool(rows) and all(
        isinstance(r, dict) and str(r.get("header", "")).startswith(("Gemini", "Bard"))
        for r in rows
    )


def read(data: Any, name: str) -> Iterator[Session]:
    """Give each day as a session: the export does not say which prompts belong together."""
    rows = sorted((r for r in data if moment(r.get("time"))), key=lambda r: str(r["time"]))
    for day, records in groupby(rows, key=lambda r: str(r["time"])[:10]):
        listed = list(records)
        said = [m for r in listed for m in _messages(r)]
        yield session(NAME, "", day, moment(listed[0]["time"]), said)


def _messages(row: dict[str, Any]) -> Iterator[Message]:
    named = {
        str(d.get("name")): str(d.get("value") or "")
        for d in row.get("details") or ()
        if isinstance(d, dict)
    }
    title = str(row.get("title") or "")
    prompt = named.get("Request") or (PROMPT.sub("", title) if PROMPT.match(title) else "")
    if not prompt:
        return  # feedback, canvases: nobody said anything
    at = moment(row.get("time"))
    yield Message("user", prompt, Role.USER, at)
    replies = [r for r in row.get("safeHtmlItem") or () if isinstance(r, dict)]
    reply = named.get("Response") or (_bare(str(replies[-1].get("html"))) if replies else "")
    yield Message("assistant", reply, Role.ASSISTANT, at)


def _bare(markup: str) -> str:
    return html.unescape(TAG.sub("", re.sub(r"</p>|<br ?/?>|</li>", "\n", markup))).strip()


FORMAT = Format(NAME, detects, read)
