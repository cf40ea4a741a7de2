"""An extractor that answers from recorded replies, through the same parser as a live model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tkg.extract.contract import parse
from tkg.kg.errors import CassetteMiss, InputError
from tkg.kg.model import Extraction, Session


class Replay:
    """Recorded replies, by the source's id of the session."""

    workers = 1

    def __init__(self, path: Path, name: str = "recorded") -> None:
        """Read a file of JSON lines, each with `session` and `reply`.

        Raises:
            InputError: The file is missing or is no such file.
        """
        self.name = name
        self._path = path
        self._replies: dict[str, str | dict[str, Any]] = {}
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            for line in lines:
                row = json.loads(line)
                self._replies[str(row["session"])] = row["reply"]
        except (OSError, json.JSONDecodeError, KeyError, TypeError) as error:
            raise InputError(f"{path} holds no recorded replies: {error!r}.") from error

    def extract(self, session: Session) -> Extraction:
        """Read one session from its recording.

        Raises:
            CassetteMiss: There is none of it.
        """
        if session.id not in self._replies:
            raise CassetteMiss(f"{self._path.name} has no reply for session {session.id!r}.")
        parsed = parse(self._replies[session.id], session, self.name)
        return Extraction(
            facts=tuple(parsed.facts),
            aliases=tuple(parsed.aliases),
            rejected=tuple(parsed.rejected),
            extractor=self.name,
            complete=parsed.whole,
            note="" if parsed.whole else "the reply was cut",
            characters_sent=sum(len(t.text) for t in session.turns),
        )
