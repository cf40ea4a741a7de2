"""Answer from a fact whose relation says all that the question asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tkg.answer.answer import Answer, Citation, Event
from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.listed import wholes
from tkg.answer.offline.look import understood
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import stems
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import FactKind, Known, Polarity, Status
from tkg.temporal.render import render
from tkg.temporal.span import Span

NOT_HERE = {Kind.WHERE: " as", Kind.WHAT: " at", Kind.WHO: " at"}
"""Ends of relations that answer another kind of question: who works *as*, and who *at*."""
LONGEST = 3
"""Content words of the longest relation; a question with more says more than a fact does."""
VALUED = frozenset({Kind.WHERE, Kind.WHO, Kind.WHAT, Kind.WHICH})
HOLDS = frozenset({Status.CURRENT, Status.HAPPENED, Status.ENDED})
RELATIVE = re.compile(r",\s+(?:which|who|whom|whose|where)\b.*$", re.DOTALL)
"""What is said besides of a value."""
CITED = 20
"""Facts that are cited; a list of more is cited in part."""
UNCLEAR = words("pronoun")
"""Words at the head of a value that say nothing alone ("it")."""
NAMING = stems("name called")
"""What a question adds that asks for no more than a name."""
LEFT = re.compile(r"\b(as|at|in|for|on|with|to|from|about)(?=\W*(?:now|today|currently)?\W*$)")
"""The preposition that a question leaves at its end: "What do I work as?"."""
BEFORE = re.compile(r"\bbefore\b(?P<what>[^?]*)", re.I)
PAST = re.compile(r"\b(did|was|were|used to|before|previous\w*|former\w*|back then)\b", re.I)


@dataclass(frozen=True, slots=True)
class Frame:
    """When a question is about.

    Attributes:
        span: The world time that it names, or None for the present.
        past: Whether it asks for what no longer holds.
    """

    span: Span | None
    past: bool


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return the value of the slot that the question names; None where none fits whole.

    The relation and the question must have the same content words, so that this never answers a
    question that says more than the fact does.
    """
    if asked.other and asked.subject:
        return _kin(memory, asked, question)
    if asked.kind is Kind.WHEN:
        return _constant(memory, asked, question)
    frame = Frame(asked.window, bool(PAST.search(question.text)))
    earlier = BEFORE.search(question.text)
    if earlier:
        asked = understood(memory, question.text[: earlier.start()], question.now)
    if len(asked.stems - asked.head) > LONGEST:
        return None
    if asked.kind not in VALUED or not asked.subject or asked.other or not asked.stems:
        return None
    facts = memory.facts(
        asked.subject,
        as_of=question.as_of or frame.span or question.now,
        known_at=question.known_at,
    )
    fitting = [k for k in facts if _fits(k, asked) and _when(k, frame)]
    if earlier:
        fitting = _preceding(fitting, stems(earlier["what"]))
    return told(memory, wholes(fitting)) if fitting else None


def _kin(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return who somebody's sister is, where that is all that is asked."""
    if asked.kind not in VALUED or asked.stems - stems(asked.other) - NAMING:
        return None
    facts = memory.facts(asked.subject, f"has {asked.other}", known_at=question.known_at)
    named = [k for k in facts if k.status is Status.CURRENT and k.fact.value[:1].isupper()]
    return told(memory, named) if named else None


def _constant(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return when something was that is true for good, such as a birth: a correction counts."""
    name = asked.subject or next(iter(sorted(asked.names)), "")
    if not name or len(asked.names) > 1:
        return None
    facts = memory.facts(name, known_at=question.known_at, past=False)
    wanted = asked.stems - stems(name)
    for known in facts:
        said = stems(known.relation) | stems(known.fact.predicate)
        sure = known.fact.kind is FactKind.CONSTANT and known.fact.polarity is Polarity.YES
        if sure and known.status is Status.CURRENT and known.event and wanted and wanted <= said:
            found = told(memory, [known])
            return replace(found, answer=render(known.event))
    return None


def _preceding(known: Sequence[Known], named: frozenset[str]) -> list[Known]:
    """Return what held before the value that is named, or before the present one."""
    row = sorted(known, key=lambda k: (k.valid_from or datetime.min, k.id))
    at = [n for n, k in enumerate(row) if stems(k.fact.value) & named]
    if not at and not named:
        at = [n for n, k in enumerate(row) if k.status is Status.CURRENT]
    return row[at[0] - 1 : at[0]] if at and at[0] else []


def _fits(known: Known, asked: Asked) -> bool:
    relation = stems(known.relation) | stems(known.fact.predicate)
    wanted = asked.stems - asked.head
    ending = NOT_HERE.get(asked.kind, "\n")
    if known.relation.endswith(ending) or known.fact.predicate.endswith(ending):
        return False
    if _elsewhere(known, asked):
        return False
    said = bool(stems(known.fact.value)) and known.fact.value.split()[0].casefold() not in UNCLEAR
    return bool(wanted) and wanted <= relation and said and known.fact.polarity == Polarity.YES


def _elsewhere(known: Known, asked: Asked) -> bool:
    """Say whether a question leaves "as" and the relation does not, or the other way round."""
    left = LEFT.search(_timeless(asked))
    names = (known.relation, known.fact.predicate)
    return left is not None and (left[1] == "as") != any(n.endswith(" as") for n in names)


def _timeless(asked: Asked) -> str:
    """Return a question without its time: "What did I work as on 3 May?"."""
    window = asked.window
    if window is None:
        return asked.text
    return re.sub(r"\s+(?:on|in|at|during|around)\s*\W*$", "", asked.text[: window.offset])


def _when(known: Known, frame: Frame) -> bool:
    if frame.span is not None:
        return known.status in HOLDS and _overlaps(known, frame.span)
    if frame.past:
        return known.status in HOLDS
    return known.status == Status.CURRENT


def _overlaps(known: Known, span: Span) -> bool:
    after = known.valid_to is None or span.start is None or known.valid_to > span.start
    before = known.valid_from is None or span.end is None or known.valid_from < span.end
    return after and before


def told(memory: Memory, known: Sequence[Known], opening: str = "") -> Answer:
    """Return the values of some facts as an answer that cites them."""
    values = list(dict.fromkeys(RELATIVE.sub("", k.fact.value) for k in known if k.fact.value))
    turns = [(k, memory.turn(k.fact.turns[0])) for k in known[:CITED]]
    return Answer(
        answer=opening + ", ".join(values),
        reason="; ".join(f"{k.fact.statement} ({k.status})" for k in known[:3]),
        citations=tuple(
            Citation(t.id, memory.session_id(t), t.said_at, t.speaker, t.words, k.id)
            for k, t in turns
            if t
        ),
        event=Event.of(known[0].event) if len(known) == 1 and known[0].event else None,
        confidence=0.9,
        trace=tuple(_line(k) for k in known),
    )


def _line(known: Known) -> str:
    when = f", {render(known.event)}" if known.event else ""
    return f"{known.id} {known.fact.statement} ({known.status}{when})"
