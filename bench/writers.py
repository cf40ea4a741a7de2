"""What writes the store of a system: rules, a model, a model's recorded replies, or nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tkg.bench.experiment import System
from tkg.extract.extractor import Extractor
from tkg.kg.errors import CassetteMiss, InputError, UsageError
from tkg.kg.llm.chat import Chat, Reply, Request
from tkg.kg.model import Extraction, Fact, Session

RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the words of models come from.

    Attributes:
        chat: The live or recorded model; None without one.
        model: Its name for the extraction.
        recorded: A file of recorded extractions, or a folder with one for each conversation.
    """

    chat: Chat | None = None
    model: str = ""
    recorded: Path | None = None


def writer(system: System, sources: Sources, conversation: str) -> Extractor:
    """Return what writes a system's store.

    Raises:
        UsageError: It needs a model or recordings, and there are none.
    """
    found = _inner(system, sources, conversation)
    return found if system.dated else Undated(found)


def _inner(system: System, sources: Sources, conversation: str) -> Extractor:
    from tkg.extract.offline.extractor import Offline

    if system.extractor == "nothing":
        return Nothing()
    if system.extractor == "offline":
        return Offline()
    from tkg.extract.gate import Gated
    from tkg.extract.llm import ModelExtractor

    chat, model = _words(system, sources, conversation)
    base = Offline() if system.rules else None
    asked = ModelExtractor(chat, model, variant=system.variant, base=base)
    return asked if system.gate == "none" else Gated(asked, system.gate, ())


def _words(system: System, sources: Sources, conversation: str) -> tuple[Chat, str]:
    if system.extractor == RECORDED:
        if sources.recorded is None:
            raise UsageError(f"{system.name!r} reads recordings.", hint="Name them: --recorded.")
        return Recordings(file_of(sources.recorded, conversation)), RECORDED
    if sources.chat is None:
        raise UsageError(
            f"The system {system.name!r} needs a model.",
            hint="Give --cassette FILE, and --live to ask the configured model.",
        )
    return sources.chat, sources.model


def file_of(recorded: Path, conversation: str) -> Path:
    """Return the file that holds a conversation's recordings."""
    return recorded / f"{conversation}.jsonl" if recorded.is_dir() else recorded


class Nothing:
    """Reads no facts: the turns alone are stored, and searched."""

    name = "nothing"
    workers = 1

    def extract(self, session: Session) -> Extraction:
        """Read nothing."""
        return Extraction(extractor=self.name)


class Undated:
    """Takes the time words off the facts of another extractor: a store that knows no dates."""

    def __init__(self, inner: Extractor) -> None:
        """Name the extractor whose facts are kept."""
        self.name = f"{inner.name}, undated"
        self.workers = inner.workers
        self._inner = inner

    def extract(self, session: Session) -> Extraction:
        """Read one session."""
        found = self._inner.extract(session)
        facts = tuple(self._bare(fact) for fact in found.facts)
        return replace(found, facts=facts, extractor=self.name)

    def _bare(self, fact: Fact) -> Fact:
        return replace(fact, time=None, end_time=None)


class Recordings:
    """A model that answers an extraction request as recorded for its session."""

    def __init__(self, path: Path) -> None:
        """Read a file of JSON lines, each with `session` and `reply`.

        Raises:
            InputError: The file is missing or is no such file.
        """
        self._path = path
        self._replies: dict[str, str] = {}
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                row: dict[str, Any] = json.loads(line)
                reply = row["reply"]
                text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
                self._replies[str(row["session"])] = text
        except (OSError, json.JSONDecodeError, KeyError, TypeError) as error:
            raise InputError(f"{path} holds no recorded replies: {error!r}.") from error

    def complete(self, request: Request) -> Reply:
        """Answer the request about a session; its id stands in the first line.

        Raises:
            CassetteMiss: Nobody recorded that session.
        """
        head = json.loads(request.messages[1].text.split("\n", 1)[0])
        name = str(head["session"])
        if name not in self._replies:
            raise CassetteMiss(f"{self._path.name} has no reply for session {name!r}.")
        return Reply(text=self._replies[name])
