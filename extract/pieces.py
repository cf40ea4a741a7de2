"""Cut a session into pieces that a model can take, without losing a character."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tkg.kg.model import Session, Turn

CHUNK = 16_000
"""Characters of turns in one request: about 4,000 tokens, where models still read every line."""
OVERLAP = 2
"""Turns that stand in two chunks, so that an answer is read with its question."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one turn: nearly always all of it."""

    turn: Turn
    start: int
    end: int

    @property
    def line(self) -> str:
        """The piece as a line of JSON: whatever stands in it cannot end it."""
        said_at = self.turn.said_at
        row = {
            "turn": self.turn.id,
            "speaker": self.turn.speaker,
            "said_at": said_at.isoformat() if said_at else None,
            "text": self.turn.text[self.start : self.end],
        }
        if self.turn.caption and self.start == 0:
            row["photo"] = self.turn.caption
        return json.dumps(row, ensure_ascii=False)


Chunk = tuple[Piece, ...]


def chunks(session: Session, size: int = CHUNK, overlap: int = OVERLAP) -> list[Chunk]:
    """Return the session in chunks of at most `size` characters, a few turns in two of them."""
    made: list[list[Piece]] = [[]]
    room = size
    for piece in _pieces(session.turns, size):
        length = piece.end - piece.start
        if made[-1] and length > room:
            kept = _tail(made[-1], overlap, size - length)
            made.append(kept)
            room = size - sum(p.end - p.start for p in kept)
        made[-1].append(piece)
        room -= length
    return [tuple(chunk) for chunk in made if chunk]


def halves(chunk: Chunk) -> tuple[Chunk, Chunk] | None:
    """Return a chunk in two, None where it is too short to be cut."""
    if len(chunk) > 1:
        middle = len(chunk) // 2
        return chunk[:middle], chunk[middle:]
    piece = chunk[0]
    middle = (piece.start + piece.end) // 2
    space = piece.turn.text.find(" ", middle, piece.end)
    middle = space if space > 0 else middle
    if middle - piece.start < 200:
        return None
    return (Piece(piece.turn, piece.start, middle),), (Piece(piece.turn, middle, piece.end),)


def characters(sent: Iterable[Piece]) -> int:
    """Return how many different characters of turns the pieces hold."""
    total = 0
    reached: dict[str, int] = {}
    for piece in sorted(sent, key=lambda p: (p.turn.index, p.start)):
        start = max(piece.start, reached.get(piece.turn.key, 0))
        total += max(0, piece.end - start)
        reached[piece.turn.key] = max(piece.end, start)
    return total


def _pieces(turns: Sequence[Turn], size: int) -> Iterable[Piece]:
    for turn in turns:
        length = max(1, len(turn.text))
        for start in range(0, length, size):
            yield Piece(turn, start, min(start + size, len(turn.text)))


def _tail(chunk: Sequence[Piece], overlap: int, room: int) -> list[Piece]:
    """Return the last pieces of a chunk, as many as the overlap asks for and the room allows."""
    kept: list[Piece] = []
    for piece in reversed(chunk[-overlap:] if overlap else ()):
        room -= piece.end - piece.start
        if room < 0:
            break
        kept.insert(0, piece)
    return kept
