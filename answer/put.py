"""A question as it is put to a reader: the words, and from when it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tkg.answer.answer import Answer
from tkg.kg.memory import Memory
from tkg.temporal.span import Span


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its frame.

    Attributes:
        now: The moment it is asked, aware: what "ago" and "last month" in it count from.
        as_of: World time that it is about; None for the present.
        known_at: Only what had been said by then counts; None for everything.
        budget: Tokens that the record may take.
        check: Whether an answer must stand in the evidence.
    """

    text: str
    now: datetime
    as_of: datetime | Span | None = None
    known_at: datetime | None = None
    budget: int = 1700
    check: bool = True


class Reader(Protocol):
    """What turns a question and a memory into an answer."""

    def read(self, memory: Memory, question: Question) -> Answer:
        """Answer, or decline."""
        ...
