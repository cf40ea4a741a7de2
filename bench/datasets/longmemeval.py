"""LongMemEval: one question an instance, in a pile of sessions with an assistant."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from tkg.bench.datasets.case import Conversation, Question
from tkg.extract.formats import longmemeval
from tkg.extract.formats.format import zoned
from tkg.kg.model import Session

ABSTAIN = "_abs"
"""How the benchmark marks a question that the history does not answer, at the end of its id."""


def detects(content: Any) -> bool:
    """Say whether this is a LongMemEval file."""
    return longmemeval.detects(content)


def conversations(content: Any) -> Iterator[Conversation]:
    """Give every instance as a conversation with one question."""
    for name, instance in longmemeval.instances(content).items():
        sessions = tuple(s for s in longmemeval.read(instance, name) if s.turns)
        yield Conversation(name, sessions, (_question(name, instance, sessions),))


def _question(name: str, instance: dict[str, Any], sessions: tuple[Session, ...]) -> Question:
    gold = str(instance.get("answer", ""))
    answerable = not name.endswith(ABSTAIN)
    return Question(
        id=name,
        conversation=name,
        text=str(instance["question"]),
        gold=gold if answerable else "",
        parts=(gold,) if answerable else ("",),
        kind=str(instance.get("question_type", "unknown")),
        answerable=answerable,
        asked_at=_asked(instance, sessions),
        turns=frozenset(_evidence(instance)),
        sessions=frozenset(map(str, instance.get("answer_session_ids") or ())) & _ids(sessions),
    )


def _ids(sessions: tuple[Session, ...]) -> set[str]:
    return {s.id for s in sessions}


def _asked(instance: dict[str, Any], sessions: tuple[Session, ...]) -> datetime:
    found = zoned(longmemeval.moment(instance.get("question_date"), "question_date"))
    last = max((s.started_at for s in sessions if s.started_at), default=None)
    return found or last or datetime(1970, 1, 1, tzinfo=UTC)


def _evidence(instance: dict[str, Any]) -> Iterator[str]:
    """Give the ids of the marked turns, counted as the reader of the format counts them."""
    bodies = instance[longmemeval.SESSIONS]
    ids = instance.get("haystack_session_ids") or [f"s{n}" for n in range(1, len(bodies) + 1)]
    for key, body in zip(ids, bodies, strict=True):
        said = [m for m in body if str(m.get("content") or "").strip()]
        for number, message in enumerate(said, start=1):
            if message.get("has_answer"):
                yield f"{key}:{number}"
