"""Counts as they are said: one session, two sessions."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun; one thing is no plural.

    >>> counted(1, "model call"), counted(0, "fact")
    ('1 model call', '0 facts')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
