"""What a benchmark asks: conversations, and questions about them with their gold answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from tkg.kg.model import Session

UNANSWERABLE = "unanswerable"
"""Kinds of questions are the benchmark's own names; this one stands for those without an answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        id: Unique in its benchmark, and stable over runs.
        gold: The right answer in words; "" where there is none.
        parts: The gold, or the parts of a gold that is a list.
        kind: The benchmark's category ("temporal", "knowledge-update").
        answerable: False where the right answer is to decline.
        asked_at: The moment it is asked, which is "now" for it.
        turns: Shown ids of the turns that hold the answer.
        sessions: Ids of the sessions that hold it.
        trap: A wrong answer that the question invites, else "".
        stale: Answers that are true at another time than the one asked about.
        stale_turns: Shown ids of the turns that tell those.
        disputed: Whether an audit found the gold wrong or open.
        as_told: Whether only what had been said when it is asked may be known.
    """

    id: str
    conversation: str
    text: str
    gold: str
    parts: tuple[str, ...]
    kind: str
    answerable: bool
    asked_at: datetime
    turns: frozenset[str] = frozenset()
    sessions: frozenset[str] = frozenset()
    trap: str = ""
    stale: tuple[str, ...] = ()
    stale_turns: frozenset[str] = frozenset()
    disputed: bool = False
    as_told: bool = False


@dataclass(frozen=True, slots=True)
class Conversation:
    """What one memory is filled with, and what it is then asked."""

    id: str
    sessions: tuple[Session, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Dataset:
    """A benchmark file as it was read.

    Attributes:
        sha256: Of the file's bytes.
        warnings: What was wrong with it and tolerated.
    """

    name: str
    conversations: tuple[Conversation, ...]
    sha256: str
    warnings: tuple[str, ...] = field(default=())

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every question, in the order of the file."""
        return tuple(q for c in self.conversations for q in c.questions)


def limited(dataset: Dataset, limit: int | None, only: Sequence[str] = ()) -> Dataset:
    """Return the dataset with only the named conversations and at most `limit` questions.

    Questions are taken in turn from all conversations, evenly over the file, so that a small run
    sees every kind; conversations left without a question go.
    """
    chosen = [c for c in dataset.conversations if not only or c.id in only]
    if limit is not None:
        everything = [q.id for c in chosen for q in c.questions]
        step = max(1.0, len(everything) / max(1, limit))
        kept = {everything[int(n * step)] for n in range(min(limit, len(everything)))}
        chosen = [
            replace(c, questions=tuple(q for q in c.questions if q.id in kept)) for c in chosen
        ]
    asked = tuple(c for c in chosen if c.questions or limit is None)
    ids = {q.id for c in asked for q in c.questions}
    # A warning begins with the question that it is about.
    warnings = tuple(w for w in dataset.warnings if w.split(":")[0] in ids)
    return replace(dataset, conversations=asked, warnings=warnings)
