"""Tie what a clause says to its turn and time."""

from __future__ import annotations

import re

from tkg.extract.offline.people import spoken_by_assistant
from tkg.extract.offline.said import Said
from tkg.extract.offline.times import words_of
from tkg.kg.model import Fact, FactKind, Turn
from tkg.temporal.span import Span

NAME = "offline"


def fact(turn: Turn, what: Said, span: Span | None, end: Span | None) -> Fact:
    """Return a fact with its source.

    Args:
        turn: Where it was said.
        what: What was said.
        span: When it happened or began.
        end: Until when it holds.
    """
    value = what.value
    if what.kind is FactKind.CONSTANT and span is not None and len(value.split()) == 1:
        # "born in May 2021": the date is what is said, the verb alone says nothing.
        value = re.sub(r"^(?:in|on|at)\s+", "", span.expr) if value in what.predicate else value
    return Fact(
        session=turn.session,
        index=turn.index,
        turns=(turn.key,),
        subject=what.subject,
        predicate=what.predicate,
        value=value,
        statement=what.statement,
        said_by=turn.speaker,
        said_at=turn.said_at,
        kind=what.kind,
        change=what.change,
        polarity=what.polarity,
        time=words_of(span if what.dated else None, turn.key),
        end_time=words_of(end, turn.key),
        instead_of=what.instead_of,
        by_assistant=spoken_by_assistant(turn),
        extractor=NAME,
    )
