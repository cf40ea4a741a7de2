"""Record a model's replies and play them back, each by its whole request."""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from tkg.kg.errors import CassetteMiss, InputError
from tkg.kg.llm.chat import Chat, Reply, Request


class Take(BaseModel):
    """One recorded exchange; the request's hash stands for all of it."""

    request: str
    asked: str
    reply: Reply


class Cassette:
    """A `Chat` that answers from a file of JSON lines, and asks `record` what is not there."""

    def __init__(self, path: Path, record: Chat | None = None) -> None:
        """Open a cassette; with `record`, a missing reply is asked for and kept.

        A last line that a kill has cut is taken off: its request is asked again.

        Raises:
            InputError: The file is no cassette.
        """
        self._path = path
        self._record = record
        self._lock = threading.Lock()
        self._takes, whole = _load(path)
        if record is not None:
            _mend(path, whole)
        self._played: set[str] = set()

    def complete(self, request: Request) -> Reply:
        """Answer as recorded.

        Raises:
            CassetteMiss: Nobody recorded this very request.
        """
        return self.play(request, 0)

    def take(self, number: int) -> Chat:
        """Return the same cassette for another run of the same requests, recorded apart."""
        return Numbered(self, number)

    def play(self, request: Request, number: int) -> Reply:
        """Answer as recorded in the take of this number.

        Raises:
            CassetteMiss: Nobody recorded this very request.
        """
        key = fingerprint(request) + (f"#{number}" if number else "")
        with self._lock:
            self._played.add(key)
            if key in self._takes:
                return self._takes[key].reply
        asked = request.messages[-1].text[:80] if request.messages else ""
        if self._record is None:
            raise CassetteMiss(
                f"{self._path.name} has no reply to {asked!r}.",
                hint="Record it: open the cassette with a live model behind it.",
            )
        take = Take(request=key, asked=asked, reply=self._record.complete(request))
        self._keep(take)
        return take.reply

    def unplayed(self) -> list[str]:
        """Return what was recorded and never asked for: a recording that has gone stale."""
        return [t.asked for key, t in self._takes.items() if key not in self._played]

    def _keep(self, take: Take) -> None:
        with self._lock:
            self._takes[take.request] = take
            with self._path.open("a", encoding="utf-8") as file:
                file.write(take.model_dump_json() + "\n")


@dataclass(frozen=True, slots=True)
class Numbered:
    """One take of a cassette."""

    cassette: Cassette
    number: int

    def complete(self, request: Request) -> Reply:
        """Answer as recorded in this take."""
        return self.cassette.play(request, self.number)


def fingerprint(request: Request) -> str:
    """Return a hash of everything that decides the answer."""
    whole = json.dumps(request.model_dump(mode="json"), sort_keys=True)
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _load(path: Path) -> tuple[dict[str, Take], int]:
    """Return the takes, and how many bytes of the file hold them."""
    if not path.exists():
        return {}, 0
    try:
        raw = path.read_bytes()
        *lines, last = raw.split(b"\n")
        takes = [Take.model_validate_json(line) for line in lines if line.strip()]
    except (OSError, ValidationError) as error:
        raise InputError(f"{path} is no cassette: {error}.") from error
    try:
        takes += [Take.model_validate_json(last)] if last.strip() else []
    except ValidationError as error:
        if not takes:
            raise InputError(f"{path} is no cassette: {error}.") from error
        return _by_request(takes), len(raw) - len(last)
    return _by_request(takes), len(raw)


def _by_request(takes: list[Take]) -> dict[str, Take]:
    return {take.request: take for take in takes}


def _mend(path: Path, whole: int) -> None:
    """Take a cut last line off a file, and end the last whole one."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        file.truncate(whole)
        file.seek(max(0, whole - 1))
        if file.read(1) not in (b"", b"\n"):
            file.write(b"\n")
