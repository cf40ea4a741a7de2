"""LoCoMo: long talks between two people, with questions of five categories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from tkg.bench.datasets.case import UNANSWERABLE, Conversation, Question
from tkg.extract.formats import locomo
from tkg.kg.model import Session

KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: UNANSWERABLE}
EVIDENCE = re.compile(r"D(\d+):0*(\d+)")


def detects(content: Any) -> bool:
    """Say whether this is a LoCoMo file with questions."""
    return locomo.detects(content) and any("qa" in s for s in locomo.instances(content).values())


def conversations(content: Any) -> Iterator[Conversation]:
    """Give every conversation with its questions."""
    for name, sample in locomo.instances(content).items():
        sessions = tuple(s for s in locomo.read(sample, name) if s.turns)
        last = max((s.started_at for s in sessions if s.started_at), default=None)
        now = (last or datetime(1970, 1, 1, tzinfo=UTC)) + timedelta(days=1)
        asked = tuple(_question(name, n, row, now) for n, row in enumerate(sample.get("qa") or []))
        yield Conversation(name, sessions, asked)


def broken(conversation: Conversation) -> Iterator[str]:
    """Name the evidence that points at no turn: annotators' slips, which are tolerated."""
    known = _turn_ids(conversation.sessions)
    for question in conversation.questions:
        missing = sorted(question.turns - known)
        if missing:
            yield f"{question.id}: no turn {', '.join(missing)}"


def _turn_ids(sessions: tuple[Session, ...]) -> set[str]:
    return {turn.id for s in sessions for turn in s.turns}


def _question(conversation: str, number: int, row: dict[str, Any], now: datetime) -> Question:
    category = int(row["category"])
    kind = KINDS[category]
    gold = "" if category == 5 else str(row.get("answer", ""))
    pairs = EVIDENCE.findall(" ".join(map(str, row.get("evidence") or [])))
    return Question(
        id=f"{conversation}/{number}",
        conversation=conversation,
        text=str(row["question"]),
        gold=gold,
        parts=parts(gold, kind),
        kind=kind,
        answerable=category != 5,
        asked_at=now,
        turns=frozenset(f"D{a}:{b}" for a, b in pairs),
        sessions=frozenset(f"session_{a}" for a, _ in pairs),
        trap=str(row.get("adversarial_answer") or "") if category == 5 else "",
    )


def parts(gold: str, kind: str) -> tuple[str, ...]:
    """Return what the benchmark compares an answer with.

    >>> parts("tea, cake", "multi-hop"), parts("tea; or cake", "open-domain")
    (('tea', 'cake'), ('tea',))
    """
    if kind == "multi-hop":
        return tuple(part.strip() for part in gold.split(","))
    if kind == "open-domain":
        return (gold.split(";")[0].strip(),)
    return (gold,)
