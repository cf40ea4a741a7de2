"""What the offline reader found, before it is decided whether to say it."""

from __future__ import annotations

from dataclasses import dataclass

from tkg.answer.answer import Answer, Citation, Event
from tkg.answer.offline.evidence import Passage
from tkg.answer.offline.tokens import sentences
from tkg.temporal.span import Span


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate answer.

    Attributes:
        text: The words of the answer.
        passages: The turns it rests on, the most telling first.
        span: When the thing happened, where that is known.
        scores: Of the best candidates, best first; how clear the choice was.
        near: Part of the turn to quote: the sentence that holds these words.
        why: How it was found, for the trace.
    """

    text: str
    passages: tuple[Passage, ...]
    span: Span | None = None
    scores: tuple[float, ...] = ()
    near: str = ""
    why: str = ""

    def answer(self, confidence: float) -> Answer:
        """Return it as an answer with citations."""
        return Answer(
            answer=self.text,
            reason=self.why,
            citations=tuple(cite(p, self.near) for p in self.passages),
            event=Event.of(self.span) if self.span else None,
            confidence=round(confidence, 3),
            trace=(self.why, *(f"{p.turn.id} {p.turn.speaker}: {p.turn.text}" for p in
                               self.passages)),
        )  # fmt: skip


def cite(passage: Passage, near: str = "") -> Citation:
    """Return the citation of a turn: the sentence that holds these words, else all of it."""
    turn = passage.turn
    return Citation(
        turn.id, passage.session_id, turn.said_at, turn.speaker, _quote(turn.words, near)
    )


def _quote(text: str, near: str) -> str:
    at = text.find(near) if near else -1
    for start, end in sentences(text):
        if start <= at < end:
            return text[start:end]
    return text
