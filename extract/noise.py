"""What is no conversation: a system's prompt, a tool's output, a memory that was recalled."""

from __future__ import annotations

import re

from tkg.kg.model import Role, Turn

TAG = r"(?:\w+[-_])?(?:memor(?:y|ies)|recalled(?:[-_]\w+)?|system-reminder)(?:[-_]\w+)?"
RECALLED = (
    re.compile(rf"<({TAG})\b[^<>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE),
    re.compile(rf"^\s*<{TAG}\b[^<>]*>(?:(?!\n\s*\n).)*(?:\n\s*\n|\Z)", re.DOTALL | re.IGNORECASE),
    re.compile(
        r"^[#* ]*(?:relevant|recalled|retrieved) memories\b[^\n]*\n"
        r"(?:[ \t]*[-*\d][^\n]*(?:\n|\Z))+",
        re.IGNORECASE | re.MULTILINE,
    ),
)
"""Blocks that a memory put into a turn: between tags, behind one that is never closed, listed."""


def noise(turn: Turn) -> str:
    """Return why a turn is not to be kept, "" where it is."""
    if turn.role is Role.SYSTEM:
        return "system prompt"
    if turn.role is Role.TOOL:
        return "tool output"
    return ""


def without_recalled(text: str) -> tuple[str, int]:
    """Return a turn's text without recalled memories, and how many blocks of them there were.

    What a memory has told an agent must not come back as something a person said; the words around
    it are the person's own.

    >>> without_recalled("<memories>Lives in Bergen.</memories> What should I cook?")
    ('What should I cook?', 1)
    """
    count = 0
    for pattern in RECALLED:
        text, found = pattern.subn(" ", text)
        count += found
    return (text.strip() if count else text), count
