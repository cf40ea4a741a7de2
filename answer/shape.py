"""An answer as `--json` prints it, and as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from tkg.answer.answer import Answer
from tkg.kg import shapes

QUOTED = 3
"""Sentences that a person is shown; `--json` has them all."""


def answer_shape(found: Answer, *, trace: bool = False) -> dict[str, Any]:
    """Return an answer as plain values."""
    shape: dict[str, Any] = {
        "answer": found.answer,
        "abstained": found.abstained,
        "reason": found.reason,
        "confidence": round(found.confidence, 3),
        "citations": [{**asdict(c), "said_at": shapes.instant(c.said_at)} for c in found.citations],
        "event": found.event
        and {
            "start": shapes.civil(found.event.start),
            "end": shapes.civil(found.event.end),
            "grain": str(found.event.grain),
            "text": found.event.text,
        },
        "reader": found.reader,
        "usage": asdict(found.usage),
    }
    return {**shape, "trace": list(found.trace)} if trace else shape


def answer_lines(found: Answer, *, trace: bool = False) -> Iterator[str]:
    """Give an answer as text: what it is, then the sentences it rests on."""
    yield found.answer
    yield from beside(found, trace=trace)


def beside(found: Answer, *, trace: bool = False) -> Iterator[str]:
    """Give what stands below an answer: what limits it, and the sentences it rests on."""
    if found.reason and (found.abstained or found.reader != "offline"):
        yield f"  ({found.reason})"
    for cited in found.citations[:QUOTED]:
        said = f"{cited.said_at:%Y-%m-%d}" if cited.said_at else "undated"
        yield f'  {cited.turn_id}  {said}  {cited.speaker}: "{" ".join(cited.quote.split())}"'
    if trace:
        yield from (f"  - {step}" for step in found.trace)
