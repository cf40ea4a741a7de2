"""LoCoMo: conversations of two people, `session_1`, `session_1_date_time`, turns `D1:3`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tkg.extract.formats.format import Format, Message, session
from tkg.kg.errors import InputError
from tkg.kg.model import Session

NAME = "locomo"
SESSION = re.compile(r"session_(\d+)")
DATE = "%I:%M %p on %d %B, %Y"


def detects(data: Any) -> bool:
    """Say whether this is a LoCoMo file: samples with a `conversation` of numbered sessions."""
    return bool(_samples(data)) and all(
        isinstance(s, dict) and isinstance(s.get("conversation"), dict) for s in _samples(data)
    )


def instances(data: Any) -> dict[str, Any]:
    """Return the samples by id."""
    return {str(s.get("sample_id", i)): s for i, s in enumerate(_samples(data), start=1)}


def read(sample: Any, name: str) -> Iterator[Session]:
    """Give the sessions of one sample in their numbered order."""
    if isinstance(sample, list):
        sample = sample[0]
    conversation = sample["conversation"]
    label = str(sample.get("sample_id", name))
    numbers = sorted(int(m[1]) for key in conversation if (m := SESSION.fullmatch(key)))
    for number in numbers:
        key = f"session_{number}"
        turns = [_message(turn) for turn in conversation[key] or []]
        yield session(NAME, label, key, _date(conversation.get(f"{key}_date_time"), key), turns)


def _samples(data: Any) -> list[Any]:
    if isinstance(data, dict) and "conversation" in data:
        return [data]
    return data if isinstance(data, list) else []


def _message(turn: dict[str, Any]) -> Message:
    # `query` and `img_url` are the annotators' notes, not something that was said.
    return Message(
        speaker=str(turn.get("speaker", "")),
        text=str(turn.get("text") or ""),
        id=str(turn.get("dia_id") or ""),
        caption=str(turn.get("blip_caption") or ""),
    )


def _date(text: Any, key: str) -> datetime | None:
    if not text:
        return None
    words = re.sub(r"\s+", " ", str(text)).strip()
    try:
        return datetime.strptime(words, DATE)
    except ValueError as error:
        raise InputError(
            f"{key}: {words!r} is not a date.", hint="LoCoMo writes 1:56 pm on 8 May, 2023."
        ) from error


FORMAT = Format(NAME, detects, read, instances)
