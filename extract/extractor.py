"""What an extractor is: a session in, everything it says out."""

from __future__ import annotations

from typing import Protocol

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
