"""Answer how long something has been so, from when it began to when it ended or until now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tkg.answer.answer import Answer, Event
from tkg.answer.offline import between
from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.evidence import Passage
from tkg.answer.offline.fitting import says
from tkg.answer.offline.found import Found
from tkg.answer.offline.roots import roots
from tkg.answer.offline.tables import words as table
from tkg.answer.offline.tokens import sentences
from tkg.answer.offline.told import told
from tkg.answer.offline.whom import facts_of, whom
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Basis, Known, Polarity, Status
from tkg.temporal import civil
from tkg.temporal.render import words
from tkg.temporal.span import Grain, Span

TAKES = re.compile(r"\bdid it take\b|\bpassed\b|\bbetween\b|\buntil\b", re.I)
"""Asks how long it took to do something, not how long something was so."""
HAVING = re.compile(r"\bhad\b|\bd(?:id|oes|o)\b.*\bhave\b", re.I)
PRESENT = re.compile(r"\b(?:has|have|is|are|am|does|do)\b", re.I)
NOISE = roots("current currently total altogether together already first now whole so far still")
NOISE |= roots(" ".join(table("asking")))
"""Words that ask for no more than the length."""
UNIT = re.compile(r"\bhow many (day|week|month|year)s?\b", re.I)
MOMENT = timedelta(microseconds=1)
LASTING = frozenset({Status.CURRENT, Status.ENDED})


@dataclass(frozen=True, slots=True)
class Spell:
    """A stretch through which something was so.

    Attributes:
        end: First moment after it; the moment of asking where it still is so.
        grain: The coarser of the two to which its ends are known.
        open: Whether it still is so.
    """

    known: Known
    start: datetime
    end: datetime
    grain: Grain
    open: bool


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return how long what the question names was so; None where no fact knows both ends."""
    one = whom(memory, asked) if asked.kind is Kind.HOW_LONG else None
    if one is None or TAKES.search(question.text):
        return None
    wanted = roots(question.text) - one.roots - NOISE
    having = bool(HAVING.search(question.text))
    facts = facts_of(memory, one, question.as_of or question.now, question.known_at)
    fitting = [k for k in facts if wanted and _lasting(k) and says(k, wanted, having=having)]
    spells = {s.start: s for k in fitting if (s := spell(k, question))}
    meant = _meant(list(spells.values()), present=bool(PRESENT.search(question.text)))
    return _told(memory, meant, question) if meant else None


def spell(known: Known, question: Question) -> Spell | None:
    """Return the stretch through which a fact held; None where an end of it was never told."""
    start, end = known.valid_from, known.valid_to
    if start is None or known.grain is None or known.basis is not Basis.STATED:
        return None
    if known.status is Status.CURRENT:
        now = _moment(question)
        return Spell(known, start, now, known.grain, True) if start < now else None
    if end is None or known.end_grain is None:
        return None
    last, grain = _last(known, end)
    return Spell(known, start, last, max(known.grain, grain, key=list(Grain).index), False)


def _last(known: Known, end: datetime) -> tuple[datetime, Grain]:
    """Return when the last unit of a stretch began, and its grain.

    A stretch that was told with its own end, "from 2015 to 2018", holds through the unit that it
    names; any other ends in the unit in which it was told to end.
    """
    told, grain = known.grain or Grain.DAY, known.end_grain or Grain.DAY
    if known.closed_by == known.id and civil.floor(end, told) == end:
        return civil.floor(end - MOMENT, told), told
    return civil.floor(end, grain), grain


def concerns(found: Found, asked: Asked) -> bool:
    """Say whether a length was said of what is asked about: beside it, or in answer to it."""
    if asked.kind is not Kind.HOW_LONG or TAKES.search(asked.text):
        return True
    wanted = roots(asked.text) - roots(" ".join(asked.people)) - NOISE
    return bool(wanted & roots(_until(found.passages[0], found.near)))


def _until(passage: Passage, near: str) -> str:
    """Return the sentence that holds these words, and all that was said right before it."""
    text = passage.turn.words
    at = text.find(near)
    end = next((end for start, end in sentences(text) if start <= at < end), len(text))
    return f"{passage.before.words if passage.before else ''} {text[:end]}"


def _lasting(known: Known) -> bool:
    return known.status in LASTING and known.fact.polarity is Polarity.YES


def _moment(question: Question) -> datetime:
    """Return the civil moment up to which something still is so."""
    as_of = question.as_of
    moment = as_of.start if isinstance(as_of, Span) else as_of
    return (moment or question.now).replace(tzinfo=None)


def _meant(spells: Sequence[Spell], *, present: bool) -> list[Spell]:
    """Return what still is so where the present is asked about, else what is over, if any is."""
    wanted = [s for s in spells if s.open == present]
    return sorted(wanted or spells, key=lambda s: s.start)


def _told(memory: Memory, spells: Sequence[Spell], question: Question) -> Answer:
    ends = [f for s in spells if (f := _closing(memory, s))]
    found = told(memory, [*(s.known for s in spells), *ends])
    days = sum((s.end - s.start).days for s in spells)
    grain = max((s.grain for s in spells), key=list(Grain).index)
    stretches = "; ".join(_stretch(s) for s in spells)
    one = spells[0]
    event = Event(one.start, None if one.open else one.end, one.grain, _stretch(one))
    return replace(
        found,
        answer=f"{length(days, grain, question.text)} ({stretches})",
        reason=f"{stretches}: {found.reason}",
        event=event if len(spells) == 1 else None,
    )


def _closing(memory: Memory, one: Spell) -> Known | None:
    """Return the fact that tells of the end."""
    by = one.known.closed_by if not one.open else None
    fact = memory.fact(by) if by else None
    known = memory.facts(fact.subject) if fact else []
    return next((k for k in known if k.id == by), None)


def _stretch(one: Spell) -> str:
    start = words(one.start, civil.unit(one.start, one.known.grain or one.grain)[1],
                  one.known.grain or one.grain)  # fmt: skip
    if one.open:
        return f"since {start}"
    _, grain = _last(one.known, one.known.valid_to or one.end)
    return f"{start} to {words(one.end, civil.unit(one.end, grain)[1], grain)}"


def length(days: int, grain: Grain, text: str) -> str:
    """Return a number of days as precisely as its ends are known, in the unit asked for.

    >>> length(184, Grain.MONTH, "How long did it last?")
    'about 6 months'
    >>> length(9, Grain.DAY, "For how many days was I there?")
    '9 days'
    """
    unit = between.unit_of(days)
    wanted = UNIT.search(text)
    unit = wanted[1].casefold() if wanted else unit
    finest = between.GRAIN_UNIT.get(grain, "day")
    unit = max(unit, finest, key=list(between.UNITS).index)
    if days < between.UNITS[unit] / 2:
        return f"less than a {unit}"
    said = between.counted(days, unit)
    return said if unit == "day" else f"about {said}"
