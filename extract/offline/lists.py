"""Lists that an assistant gives, kept item by item with their source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tkg.extract.offline.naming import tidy
from tkg.extract.offline.said import Said
from tkg.kg.model import FactKind, Role, Turn

ITEM = re.compile(r"^[ \t]*(?:\d{1,2}[.)]|[-*\u2022])[ \t]+(\S.+)$", re.MULTILINE)
LONGEST = 12
MOST = 12
"""Items of a list that are kept; the rest is found by search."""


def items(turn: Turn) -> Iterator[Said]:
    """Give the items of a list in an assistant's turn."""
    found = ITEM.findall(turn.text) if turn.role is Role.ASSISTANT else []
    for item in found[:MOST] if len(found) > 1 else ():
        value = _short(tidy(item))
        if value:
            text = f"The {turn.speaker} lists: {value}."
            yield Said(turn.speaker, "lists", value, text, FactKind.OPINION)


def _short(item: str) -> str:
    """Return an item, a long one up to the last joint between its phrases that fits."""
    words = item.split()
    if len(words) <= LONGEST:
        return item
    fitting = words[:LONGEST]
    ends = [n for n, word in enumerate(fitting, 1) if word[-1] in ",;:.)"]
    return tidy(" ".join(fitting[: ends[-1]] if ends else fitting))
