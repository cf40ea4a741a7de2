"""A question placed in time: what it sets its time by is resolved to when that was."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tkg.answer.offline import between
from tkg.answer.offline.anchor import PLAIN, THROUGH, Anchor, Stretch, anchor, bounds, dated, rest
from tkg.answer.offline.asked import Asked
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.look import understood
from tkg.answer.offline.roots import roots
from tkg.answer.offline.scorer import Weights
from tkg.answer.offline.turns import tells_of
from tkg.answer.offline.whom import whom
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.temporal.span import Span

ENOUGH = 0.5
"""Share of a thing that a turn must say to tell of it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A question, and the time that it sets by something that was.

    Attributes:
        asked: The question without what sets its time, in that time; as it is where nothing does.
        thing: What sets the time, or "".
        window: The time on the meant side of it; None where it is unknown when that was.
    """

    asked: Asked
    thing: str = ""
    window: Span | None = None

    @property
    def lost(self) -> bool:
        """Whether something sets the time, and nothing tells when it was."""
        return bool(self.thing) and self.window is None


def placed(
    memory: Memory, asked: Asked, question: Question, weights: Weights | None = None
) -> Placed:
    """Return a question in the time that it names by something that was.

    Args:
        memory: Where to look for it.
        asked: The question.
        question: Its frame.
        weights: What finds a time in the turns; without it only facts are asked.
    """
    found = anchor(asked, question.now)
    if found is None:
        return Placed(asked)
    main = understood(memory, rest(asked, found), question.now)
    about = whom(memory, main)
    stretch = dated(memory, found.thing, question, about, frozenset())
    if found.edge in THROUGH and not (stretch and stretch.lasting):
        # "During the walk": it is told in the words of the walk, whenever that was.
        return Placed(asked)
    if stretch is None and weights is not None:
        stretch = _in_turns(memory, found, question, weights)
    if stretch is None:
        return Placed(asked, found.thing)
    time = replace(bounds(found, stretch), expr="", offset=len(main.text))
    return Placed(replace(main, window=time), found.thing, time)


def _in_turns(
    memory: Memory, found: Anchor, question: Question, weights: Weights
) -> Stretch | None:
    told = between.event(memory, question, found.thing, weights)
    span = told.span if told else None
    return Stretch(span.start, span.end, False) if span and span.start else None


def told_then(evidence: Evidence, where: Placed) -> Evidence:
    """Return the evidence from the time of a question, and what names the thing that sets it."""
    window = where.window
    if window is None:
        return evidence
    kept = tuple(p for p in evidence.passages if tells_of(p, window) or speaks_of(p, where.thing))
    return replace(evidence, passages=kept)


def speaks_of(passage: Passage, thing: str) -> bool:
    """Say whether a turn speaks of a thing."""
    wanted = roots(thing) - PLAIN
    return len(wanted & roots(passage.turn.words)) >= ENOUGH * len(wanted) > 0
