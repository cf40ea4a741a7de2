"""What a question is answered with."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from tkg.temporal.render import render
from tkg.temporal.span import Grain, Span


@dataclass(frozen=True, slots=True)
class Citation:
    """A turn that an answer rests on.

    Attributes:
        quote: The words of the turn that say it.
        fact_id: The fact that was read from it, where the answer came from one.
    """

    turn_id: str
    session_id: str
    said_at: datetime | None
    speaker: str
    quote: str
    fact_id: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """When the thing that was asked about happened, as precisely as it was said.

    Attributes:
        start: First civil instant in the speaker's zone, naive; None where open.
        end: First instant after it; None where open.
        text: The same in people's words.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    text: str

    @classmethod
    def of(cls, span: Span) -> Event:
        """Return the event that a time expression dates."""
        return cls(span.start, span.end, span.grain, render(span))


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost.

    Attributes:
        rounds: Requests made to a model.
        calls: Tools run.
        record_tokens: Size of the record that the reader was given.
    """

    rounds: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    record_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with the turns it rests on, or a decline.

    Attributes:
        answer: The words of the answer; of a decline, what is missing.
        abstained: Whether it declines to answer.
        reason: Why it was declined or found, for the person who wonders.
        confidence: From 0 to 1; the reader's own estimate.
        reader: What read it ("offline", or a model's name).
        trace: The steps that led here, oldest first.
    """

    answer: str
    abstained: bool = False
    reason: str = ""
    citations: tuple[Citation, ...] = ()
    event: Event | None = None
    confidence: float = 0.0
    reader: str = "offline"
    usage: Usage = field(default_factory=Usage)
    trace: tuple[str, ...] = ()


def decline(reason: str, *, answer: str = "", reader: str = "offline") -> Answer:
    """Return an answer that says that the memory does not know, and why."""
    return Answer(
        answer=answer or "I do not know: nothing in memory says so.",
        abstained=True,
        reason=reason,
        reader=reader,
    )
