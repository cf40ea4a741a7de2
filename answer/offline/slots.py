"""Answer from the facts whose relation says all that the question asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tkg.answer.answer import Answer
from tkg.answer.offline.asked import Asked, Kind, without
from tkg.answer.offline.roots import respelt, roots
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import stems
from tkg.answer.offline.told import told, value, when_told
from tkg.answer.offline.whom import Whom, facts_of, whom
from tkg.answer.put import Question
from tkg.kg.graph.predicates import relation
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
UNCLEAR = words("pronoun")
"""Words at the head of a value that say nothing alone ("it")."""
LEFT = re.compile(r"\b(as|at|in|for|on|with|to|from|about)(?=\W*(?:now|today|currently)?\W*$)")
"""The preposition that a question leaves at its end: "What do I work as?"."""
BEFORE = re.compile(r"\bbefore\W*$", re.I)
"""Asks for what was before what is now."""
PAST = re.compile(
    r"\b(did|was|were|used to|before|previous\w*|former\w*|back then|(?:has|have) \w+)\b", re.I
)
DOES = re.compile(r"\bwhat do(?:es)?\b.*\bdo(?: for (?:a living|work))?\W*$", re.I)
"""Asks what somebody works as without saying so."""
IS = re.compile(r"^\W*what(?:'s|\s+(?:is|was|are|were))\b", re.I)
BE = "be"
"""The relation of a thing of somebody's to what it is: "Ana's favourite colour is green"."""
ASKING = roots(" ".join(words("asking"))) | roots("name called first last latest most recent late")
"""What a question says besides of what it asks for."""
BOTH = re.compile(r"\bboth\b", re.I)
"""Asks for what is true of two: facts of one do not say it."""
LAST = re.compile(r"\b(?:last|latest|(?:most )?recent(?:ly)?)\b", re.I)
FIRST = re.compile(r"\bfirst\b", re.I)


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
    if asked.kind is Kind.WHEN:
        return _constant(memory, asked, question)
    one = whom(memory, asked) if asked.kind in VALUED else None
    if one is None:
        return None
    frame = Frame(asked.window, bool(PAST.search(asked.text)))
    earlier = bool(BEFORE.search(asked.text))
    as_of = question.as_of or frame.span or question.now
    fitting: list[Known] = []
    # "Favourite drink" is a relation of one value; "Ana's favourite drink" may be many things.
    for each in (one.owner, one):
        if each and not fitting:
            facts = facts_of(memory, each, as_of, question.known_at)
            fitting = fits(facts, asked, each, frame)
    if earlier:
        fitting = _preceding(fitting)
    return told(memory, _nearest(_ordered(fitting, asked), frame)) if fitting else None


def _nearest(row: Sequence[Known], frame: Frame) -> Sequence[Known]:
    """Return what a relation of one value had right before or right after a time with one end."""
    span = frame.span
    if span is None or not all(relation(k.relation).single for k in row):
        return row
    if span.start is None and span.end is not None:
        return row[-1:]
    if span.end is None and span.start is not None:
        began = [k for k in row if k.valid_from and k.valid_from >= span.start]
        return (began or row)[:1]
    return row


def fits(facts: Sequence[Known], asked: Asked, one: Whom, frame: Frame) -> list[Known]:
    """Return the facts of somebody whose relation says what is asked, at the time asked about."""
    head = respelt(asked.head) - one.roots
    wanted = roots(without(asked.text, asked.window)) - one.roots - ASKING - head
    if not head and DOES.search(asked.text) and wanted <= roots("living work"):
        wanted = roots("work as")
    if not wanted and IS.search(asked.text):
        return [k for k in facts if k.relation == BE and _told(k) and at_time(k, frame)]
    if not wanted or len(wanted) > LONGEST or BOTH.search(asked.text):
        return []
    telling = [k for k in facts if _told(k) and at_time(k, frame) and not _elsewhere(k, asked)]
    fitting = [k for k in telling if wanted <= _relation(k)]
    return _of_sort(fitting, head, many=asked.many) if head else fitting


def _of_sort(fitting: Sequence[Known], head: frozenset[str], *, many: bool) -> list[Known]:
    """Return those of the sort asked for: "which book", "what books".

    A list of several is told only where most of them say of what sort they are: else some of the
    others may be of it, too. What holds one value at a time needs no word of its sort.
    """
    named = [k for k in fitting if head & (roots(value(k)) | _relation(k))]
    if many:
        return list(fitting) if 2 * len(named) > len(fitting) else []
    sure = len(fitting) == 1
    return named or [k for k in fitting if sure or relation(k.relation).single]


def _ordered(fitting: Sequence[Known], asked: Asked) -> list[Known]:
    """Return facts in the order of time; the last or the first one where that is asked for."""
    row = sorted(fitting, key=when_told)
    if all(k.status is Status.HAPPENED for k in row):
        if LAST.search(timeless(asked)):
            return [k for k in row if when_told(k)[0] == when_told(row[-1])[0]]
        if FIRST.search(timeless(asked)):
            return [k for k in row if when_told(k)[0] == when_told(row[0])[0]]
    return row


def _relation(known: Known) -> frozenset[str]:
    return roots(f"{known.relation} {known.fact.predicate}")


def _told(known: Known) -> bool:
    said = roots(known.fact.value) and known.fact.value.split()[0].casefold() not in UNCLEAR
    return bool(said) and known.fact.polarity is Polarity.YES


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


def _preceding(known: Sequence[Known]) -> list[Known]:
    """Return what held before the present value."""
    row = sorted(known, key=lambda k: (k.valid_from or datetime.min, k.id))
    at = [n for n, k in enumerate(row) if k.status is Status.CURRENT]
    return row[at[0] - 1 : at[0]] if at and at[0] else []


def _elsewhere(known: Known, asked: Asked) -> bool:
    """Say whether a relation ends with another word than the question does: "as", "at"."""
    names = (known.relation, known.fact.predicate)
    if any(name.endswith(NOT_HERE.get(asked.kind, "\n")) for name in names):
        return True
    left = LEFT.search(timeless(asked))
    return left is not None and (left[1] == "as") != any(n.endswith(" as") for n in names)


def timeless(asked: Asked) -> str:
    """Return a question without its time: "What did I work as on 3 May?"."""
    window = asked.window
    if window is None:
        return asked.text
    return re.sub(r"\s+(?:on|in|at|during|around)\s*\W*$", "", asked.text[: window.offset])


def at_time(known: Known, frame: Frame) -> bool:
    """Say whether a fact held at the time that a question is about."""
    span = frame.span
    if span is not None:
        # What ended before a moment held at some time before it, whenever it began.
        over = known.valid_to is not None and span.end is not None and known.valid_to <= span.end
        ended = known.status is Status.UNDATED and span.start is None and over
        return (ended or known.status in HOLDS) and _overlaps(known, span)
    if frame.past:
        return known.status in HOLDS
    return known.status == Status.CURRENT


def _overlaps(known: Known, span: Span) -> bool:
    if known.status is Status.HAPPENED:
        at = when_told(known)[0]
        inside = (span.start is None or at >= span.start) and (span.end is None or at < span.end)
        return inside or (known.event is not None and _touches(known.event, span))
    after = known.valid_to is None or span.start is None or known.valid_to > span.start
    before = known.valid_from is None or span.end is None or known.valid_from < span.end
    return after and before


def _touches(event: Span, span: Span) -> bool:
    """Say whether a time lies in another that has both ends, at least in part."""
    if event.start is None or event.end is None or span.start is None or span.end is None:
        return False
    return event.start < span.end and event.end > span.start
