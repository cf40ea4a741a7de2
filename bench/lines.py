"""Turns as a model reads them in the systems that are compared with, and what they take."""

from __future__ import annotations

from tkg.bench.metrics import TOKEN_CHARACTERS
from tkg.kg.model import Turn

CHUNK = 300
"""Tokens of a chunk of plain retrieval."""


def size(text: str) -> int:
    """Estimate how many tokens a text takes."""
    return len(text) // TOKEN_CHARACTERS + 1


def line(turn: Turn, dated: bool = True) -> str:
    """Write a turn as models read it."""
    date = f"[{turn.said_at:%d %B %Y}] " if dated and turn.said_at else ""
    return f"{date}{turn.speaker}: {turn.words}"


def chunked(turns: list[Turn], dated: bool = True) -> list[tuple[list[str], str]]:
    """Cut a talk into chunks of about 300 tokens, never across sessions."""
    found: list[tuple[list[str], str]] = []
    session = ""
    for turn in turns:
        text = line(turn, dated)
        if session == turn.session and size(found[-1][1]) + size(text) <= CHUNK:
            found[-1] = ([*found[-1][0], turn.key], f"{found[-1][1]}\n{text}")
        else:
            found.append(([turn.key], text))
        session = turn.session
    return found


def fitting(texts: list[str], budget: int) -> list[str]:
    """Return the first texts that fit a budget of tokens."""
    found, left = [], budget
    for text in texts:
        left -= size(text)
        if left < 0:
            break
        found.append(text)
    return found
