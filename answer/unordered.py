"""A memory without the orders in it: what is read when an answer said what only an order says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tkg.answer.planted import order
from tkg.kg.memory import Memory
from tkg.kg.model import Clause, Turn
from tkg.temporal.span import Span


class Unordered(Memory):
    """The same turns with their orders blanked, so that every place in a text stays what it was."""

    def __init__(self, memory: Memory) -> None:
        """Share the memory's connection and indexes; it is closed with the memory itself."""
        vars(self).update(vars(memory))
        self._searcher = memory.searcher

    def turns(self, keys: Sequence[str]) -> list[Turn]:
        """Return turns without their orders."""
        return [_blanked(turn) for turn in super().turns(keys)]

    def session_turns(self, sessions: Sequence[str]) -> list[Turn]:
        """Return the turns of sessions without their orders."""
        return [_blanked(turn) for turn in super().session_turns(sessions)]

    def spans(self, keys: Sequence[str]) -> dict[str, list[Span]]:
        """Return the times that no order names."""
        texts = {turn.key: turn.text for turn in self.turns(keys)}
        return {
            key: [s for s in spans if not _blank(texts.get(key, ""), s.offset, s.until)]
            for key, spans in super().spans(keys).items()
        }

    def clauses(self, keys: Sequence[str]) -> dict[str, list[Clause]]:
        """Return the clauses that are no part of an order."""
        texts = {turn.key: turn.text for turn in self.turns(keys)}
        return {
            key: [c for c in clauses if not _blank(texts.get(key, ""), c.start, c.end)]
            for key, clauses in super().clauses(keys).items()
        }


def _blanked(turn: Turn) -> Turn:
    text = turn.text
    while (found := order(text)) is not None:
        start, end = found
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return replace(turn, text=text) if text != turn.text else turn


def _blank(text: str, start: int, end: int) -> bool:
    return start < len(text) and not text[start:end].strip()
