"""No time is lost: one that no fact took goes to the next, or to the words it stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tkg.extract.offline.courtesy import parting
from tkg.extract.offline.mood import mood, polarity
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.record import fact
from tkg.extract.offline.said import Said
from tkg.extract.offline.slips import only_dated
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.times import DATED, words_of
from tkg.extract.offline.units import Unit
from tkg.extract.offline.values import trimmed
from tkg.kg.model import Change, Fact, FactKind, Mood, Turn
from tkg.temporal.span import Kind, Span

ANNOUNCED = ("happen", "guess", "be", "do", "remember", "mention", "tell")
LONGEST = 14


def placed(
    facts: list[Fact], turn: Turn, clauses: Sequence[Unit], spans: Sequence[Span], people: People
) -> list[Fact]:
    """Return the facts of a turn with every date of it at one of them."""
    for span in spans:
        taken = any(f.time is not None and f.time.offset == span.offset for f in facts)
        holder = next((u for u in clauses if _holds(u, span)), None)
        if taken or holder is None or span.kind not in DATED or _length(span):
            continue
        carried = _carried(facts, turn, clauses, holder, span)
        facts = carried or [*facts, *_bare(turn, holder, span, people)]
    return facts


def _length(span: Span) -> bool:
    return span.kind in (Kind.SET, Kind.DURATION)


def _holds(unit: Unit, span: Span) -> bool:
    return any(t.idx < span.until and span.offset < t.idx + len(t) for t in unit.words)


def _carried(
    facts: list[Fact], turn: Turn, clauses: Sequence[Unit], holder: Unit, span: Span
) -> list[Fact]:
    """Give the time of "Guess what I did this week?" to what the next sentence tells."""
    asked = mood(holder) is Mood.ASKED
    if not asked and holder.head.lemma_.lower() not in ANNOUNCED:
        return []
    end = holder.sentence.end
    after = next(
        (u.sentence for u in clauses if u.sentence.start >= end and mood(u) is Mood.REAL), None
    )
    if after is None:
        return []
    texts = [u for u in clauses if u.sentence == after]
    told = [f for f in facts if f.time is None and f.kind is FactKind.EVENT and _told_in(f, texts)]
    words = words_of(span, turn.key)
    return [replace(f, time=words) if f in told else f for f in facts] if told else []


def _told_in(told: Fact, units: Sequence[Unit]) -> bool:
    verbs = {u.head.lower_ for u in units}
    return bool(verbs & set(told.predicate.split()))


def _bare(turn: Turn, unit: Unit, span: Span, people: People) -> list[Fact]:
    """Return the clause that holds a time as its speaker's words."""
    how = mood(unit)
    if how in (Mood.ASKED, Mood.HYPOTHETICAL, Mood.QUOTED) or parting(unit):
        return []
    first, last = span.offset, span.until
    words = [
        t for t in unit.head.subtree if not first <= t.idx < last and not called_out(t, people)
    ]
    dates = frozenset(t.i for t in unit.head.subtree if first <= t.idx < last)
    words = trimmed([t for t in words if t.dep_ != "intj" and not t.is_space], dates)
    text = " ".join(written(words, people).split()[:LONGEST])
    if not text or only_dated(unit, text):
        return []
    full = written((t for t in unit.head.subtree if not called_out(t, people)), people)
    kind = FactKind.PLAN if how is Mood.PLANNED or _ahead(span, turn) else FactKind.EVENT
    told = Said(
        subject=people.speaker,
        predicate="tells of",
        value=text,
        statement=f"{people.speaker} tells: {full}.",
        kind=kind,
        change=Change.NEW,
        polarity=polarity(unit),
    )
    return [fact(turn, told, span, None)]


def _ahead(span: Span, turn: Turn) -> bool:
    if span.start is None or turn.said_at is None:
        return False
    return span.start > turn.said_at.replace(tzinfo=None)
