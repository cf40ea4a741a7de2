"""A memory as one question sees it: its present is the question's, and nothing was told later."""

from __future__ import annotations

from datetime import datetime

from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Fact, Filters, Hit, Known, Role, Turn
from tkg.temporal.span import Span


class Framed(Memory):
    """The tools' view of a memory: what they call "today", and what they may find."""

    def __init__(self, memory: Memory, question: Question) -> None:
        """Share the memory's connection and indexes; it is closed with the memory itself."""
        vars(self).update(vars(memory))
        self._searcher = memory.searcher
        self.clock = lambda: question.now
        self._until = question.known_at

    def search(
        self,
        query: str,
        k: int = 20,
        filters: Filters | None = None,
        *,
        explain: bool = False,
        now: datetime | None = None,
        after: datetime | None = None,
        before: datetime | None = None,
        speaker: str | None = None,
        session: str | None = None,
        role: Role | None = None,
    ) -> list[Hit]:
        """Return the best turns among those that had been said by then."""
        asked = filters or Filters(after, before, speaker, session, role)
        limits = Filters(
            asked.after, self._earlier(asked.before), asked.speaker, asked.session, asked.role
        )
        return super().search(query, k, limits, explain=explain, now=now)

    def facts(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        as_of: datetime | Span | None = None,
        known_at: datetime | None = None,
        past: bool = True,
    ) -> list[Known]:
        """Return facts as they stood when that had been told."""
        return super().facts(subject, predicate, as_of, self._earlier(known_at), past)

    def fact(self, key: str) -> Fact | None:
        """Return the words of a fact that had been told by then."""
        found = super().fact(key)
        return found if found and self._told(found.said_at) else None

    def turn(self, name: str) -> Turn | None:
        """Return a turn that had been said by then."""
        found = super().turn(name)
        return found if found and self._told(found.said_at) else None

    def around(self, turn: Turn, n: int = 2) -> list[Turn]:
        """Return the turns around one, as far as they had been said by then."""
        return [near for near in super().around(turn, n) if self._told(near.said_at)]

    def _told(self, said_at: datetime | None) -> bool:
        return self._until is None or (said_at is not None and said_at < self._until)

    def _earlier(self, other: datetime | None) -> datetime | None:
        given = [moment for moment in (other, self._until) if moment is not None]
        return min(given, default=None)
