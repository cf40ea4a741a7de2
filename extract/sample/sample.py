"""The history that comes with the package: two years of one person's talk, and what to ask."""

from __future__ import annotations

import json
from importlib.resources import files

from tkg.extract.formats.plain import read
from tkg.kg.model import Session


def text() -> str:
    """Return the sample file as it comes with the package."""
    return files("tkg.extract.sample").joinpath("history.json").read_text(encoding="utf-8")


def history() -> list[Session]:
    """Return the sample sessions, oldest first."""
    return list(read(json.loads(text()), "sample"))


def questions() -> list[str]:
    """Return eight questions about them; one has no answer."""
    rows = files("tkg.extract.sample").joinpath("questions.txt").read_text(encoding="utf-8")
    return rows.splitlines()
