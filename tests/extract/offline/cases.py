"""Corpus files: one case a line, `#` for remarks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tkg.extract.offline.extractor import Offline
from tkg.kg.model import Extraction, Role, Session, Turn

CORPUS = Path(__file__).parent / "corpus"
SAID = datetime(2023, 5, 24, 12, tzinfo=UTC)
ROLES = {role.value: role for role in Role}


def lines(name: str) -> Iterator[str]:
    """Give the cases of a corpus file."""
    for line in (CORPUS / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def session(*said: str) -> Session:
    """Return a session of turns written as "speaker: words"."""
    turns = tuple(_turn(index, line) for index, line in enumerate(said))
    return Session("s", "plain", "", "s1", SAID, turns)


def _turn(index: int, line: str) -> Turn:
    speaker, text = line.split(": ", 1)
    role = ROLES.get(speaker, Role.USER)
    return Turn(f"k{index}", f"t{index}", "s", index, speaker, role, text, SAID)


def read(*said: str) -> Extraction:
    """Return what is read in turns between Nora and Tom, or whoever is named."""
    people = {line.split(": ", 1)[0] for line in said}
    closing = ["Tom: Okay."] if people == {"Nora"} else []
    return Offline().extract(session(*said, *closing))
