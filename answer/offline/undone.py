"""Tell words that call something off, end it or make it a condition."""

from __future__ import annotations

import re

from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import stems
from tkg.kg.graph.lemmas import bare

OFF = re.compile(r"\bg[ai]ve[ns]?\s+up\b|\b(?:is|are|was|were|called)\s+off\b|\bno longer\b", re.I)
"""The same in two words."""


def undone(text: str, asked: frozenset[str]) -> bool:
    """Say whether a text ends something or calls it off, unless just that is asked.

    >>> undone("I sold my boat.", frozenset({"boat"})), undone("I sold my boat.", stems("sell"))
    (True, False)
    """
    found = [w for w in re.findall(r"\w+", text.casefold()) if w in words("undone")]
    return any(not stems(f"{w} {bare(w)}") & asked for w in found) or bool(OFF.search(text))
