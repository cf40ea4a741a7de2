"""What an extractor is: a session in, everything it says out."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from tkg.kg.model import Extraction, Session

NOT_SENT = "not sent: nothing new in it"
"""Note of an extraction for which a gate did not think a model call worth while."""


class Extractor(Protocol):
    """Reads facts in a session.

    Attributes:
        name: Stored with every fact it reads.
        workers: How many sessions may be read at once; 1 unless it waits for a server.
    """

    name: str
    workers: int

    def extract(self, session: Session) -> Extraction:
        """Read one session.

        Raises:
            ModelError: Nothing could be read; the session is kept as raw turns and tried again.
        """
        ...


@runtime_checkable
class Costly(Protocol):
    """An extractor whose reading costs something, and that can say beforehand how much."""

    def plan(self, session: Session) -> Extraction:
        """Return what is read for nothing, and how many calls and characters the rest takes."""
        ...


class Planned:
    """An extractor that asks nobody: what reading would take, for a dry run."""

    workers = 1

    def __init__(self, inner: Extractor) -> None:
        """Plan what another one would do."""
        self.name = inner.name
        self._inner = inner

    def extract(self, session: Session) -> Extraction:
        """Return the plan for one session; an extractor that costs nothing reads it."""
        if isinstance(self._inner, Costly):
            return self._inner.plan(session)
        return self._inner.extract(session)
