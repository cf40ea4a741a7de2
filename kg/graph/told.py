"""What the derivation sees of a fact: its value, its place in the telling, and its times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tkg.kg.graph.lemmas import past
from tkg.kg.graph.predicates import Meaning
from tkg.kg.graph.values import naming, stems, worded
from tkg.kg.model import Basis, Change, Fact, FactKind, Polarity
from tkg.kg.store.instant import civil
from tkg.temporal.span import Grain, Kind, Span

PERSON, OTHER, ASSISTANT = 0, 1, 2
"""Whose voice tells it, most trusted first."""

Order = tuple[bool, datetime, str, int, int, str]


class Stand(StrEnum):
    """Where a fact stands, whatever the moment: the status at a moment follows from it."""

    HELD = "held"
    EVENT = "event"
    PLAN = "plan"
    CANCELLED = "cancelled"
    RETRACTED = "retracted"
    CONTESTED = "contested"
    UNDATED = "undated"
    BORN = "born"


@dataclass(frozen=True, slots=True)
class Told:
    """One fact of a slot.

    Attributes:
        value: Stems of the value, those of names marked, and the entity that it names.
        words: The value as written.
        order: Place in the order of telling; facts told at an unknown time come first.
        said: Civil moment of telling, or None.
        start: First instant as stated, or None.
        end: Stated end, or None.
        grain: Precision of `start`.
        deictic: Dated relative to the moment of telling, or marked as news.
        voice: PERSON, OTHER or ASSISTANT.
        starts: Its predicate tells of a beginning.
        past: It tells of a time that was over when it was told: "in 2010 I lived in Rome".
        was: It is told in the simple past, whatever its date: "I worked at Acme".
        ends: Relations that its predicate ends, where the value is theirs.
        alone: It ends them whatever their value, as it names none.
        teller: Who tells it.
        kin: It calls its subject the teller's own: "my sister".
        relation: What its predicate is about, wherever it is kept.
        replaces: It tells of a change from another value: "from Atlas to Borealis".
        elsewhere: It belongs to another slot, and only ends something in this one.
    """

    key: str
    value: frozenset[str]
    words: str
    denies: bool
    kind: FactKind
    change: Change
    order: Order
    said: datetime | None
    start: datetime | None
    end: datetime | None
    grain: Grain | None
    deictic: bool
    voice: int
    instead_of: frozenset[str] | None
    starts: bool = False
    past: bool = False
    was: bool = False
    ends: tuple[str, ...] = ()
    alone: bool = False
    teller: str = ""
    kin: bool = False
    elsewhere: bool = False
    relation: str = ""
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Interval:
    """What was derived for one fact.

    Attributes:
        fact: Its key.
        lead: Key of the fact that stands for all that tell the same.
        begins: First civil instant at which it holds; None where unknown.
        ends: First instant at which it no longer does; None while open.
        end_grain: Precision of `ends`; None where it is only known to be over by then.
        closed_rule: Number of the rule and why, "" while open.
    """

    fact: str
    lead: str
    stand: Stand
    begins: datetime | None = None
    ends: datetime | None = None
    basis: Basis = Basis.SEEN
    grain: Grain | None = None
    closed_by: str | None = None
    closed_rule: str = ""
    end_grain: Grain | None = None


def told(
    fact: Fact,
    key: str,
    span: Span | None,
    end: Span | None,
    voice: int,
    means: Meaning,
    names: str = "",
) -> Told:
    """Return what the derivation needs of a fact.

    Args:
        fact: Its words.
        key: Its key.
        span: The span at its time words.
        end: The span at the words for its end.
        voice: Whose voice tells it.
        means: What its predicate says.
        names: The entity that its value names, "" for none.
    """
    said, replaces = civil(fact.said_at), _replaces(fact)
    kind = FactKind.STATE if _lasts(fact, means) and not replaces else fact.kind
    start, stop, grain = _dates(kind, span)
    if end is not None:
        stop = end.start or end.end
    kind = fact.kind if stop is None else kind
    change = Change.END if kind is not fact.kind and _ended(start, stop, said) else fact.change
    if change is Change.END and start is None and stop is not None:
        start, stop, grain = stop, None, Grain.DAY  # "used to live there until 2015"
    starts = means.starts or replaces
    if start is not None and not _begins(fact, span, said, starts=starts):
        start, grain = None, None
    was = _was(fact, means) and not replaces
    news = change in (Change.UPDATE, Change.END) or bool(span and span.deictic)
    return Told(
        key=key,
        value=naming(worded(fact.value), names),
        words=fact.value,
        denies=fact.polarity is Polarity.NO,
        kind=kind,
        change=change,
        order=(said is not None, said or datetime.min, fact.session, fact.index, fact.place, key),
        said=said,
        start=start,
        end=stop,
        grain=grain,
        deictic=news,
        voice=voice,
        instead_of=worded(fact.instead_of) if fact.instead_of else None,
        starts=starts,
        past=was and _over(span, said),
        was=was,
        ends=means.ends,
        teller=fact.said_by,
        kin=fact.subject.startswith(f"{fact.said_by}'s "),
        relation=means.relation.name,
        replaces=replaces,
        alone=means.alone and stems(fact.value) <= stems(fact.predicate),
    )


def _replaces(fact: Fact) -> bool:
    """Say whether a fact tells of a change from one value to another, and of no slip."""
    news = fact.change in (Change.NEW, Change.UPDATE) and fact.polarity is Polarity.YES
    return bool(fact.instead_of) and news and fact.kind is not FactKind.PLAN


def _was(fact: Fact, means: Meaning) -> bool:
    """Say whether a fact tells of something as past, and neither of its beginning nor its end."""
    if fact.change is not Change.NEW or fact.polarity is Polarity.NO or means.starts or means.ends:
        return False
    return fact.kind is not FactKind.PLAN and past(fact.predicate)


def _lasts(fact: Fact, means: Meaning) -> bool:
    """Say whether an event tells of what lasts, and neither begins nor ends it: "I lived there"."""
    if fact.kind is not FactKind.EVENT or fact.change is not Change.NEW or means.starts:
        return False
    lasting = (means.relation.known or means.relation.single) and not means.relation.event
    return lasting and not means.ends and fact.polarity is Polarity.YES


def _ended(start: datetime | None, stop: datetime | None, said: datetime | None) -> bool:
    """Say whether only an end is stated, and had come: "I lived there until 2015"."""
    return start is None and stop is not None and (said is None or stop <= said)


def _over(span: Span | None, said: datetime | None) -> bool:
    if span is None or span.kind is not Kind.POINT or span.end is None or said is None:
        return False
    return span.end <= said


def _begins(fact: Fact, span: Span | None, said: datetime | None, *, starts: bool) -> bool:
    """Say whether a span dates the start: "we live in Lisbon now" only says that it holds."""
    if starts or span is None or span.kind is not Kind.POINT or fact.change is not Change.NEW:
        return True
    if fact.kind is not FactKind.STATE or said is None or span.start is None:
        return True
    return not (span.start <= said and (span.end is None or said <= span.end))


Dates = tuple[datetime | None, datetime | None, Grain | None]


def _dates(kind: FactKind, span: Span | None) -> Dates:
    """Return (start, stated end, grain) that a span gives a fact of this kind."""
    if span is None or span.kind in (Kind.DURATION, Kind.SET, Kind.UNANCHORED):
        return None, None, None
    if span.kind is Kind.UNTIL:
        return None, span.end or span.start, None
    if span.kind is Kind.RANGE and kind is FactKind.STATE:
        return span.start, span.end, span.grain
    if span.kind in (Kind.SINCE, Kind.AFTER):
        return span.start, None, span.grain
    if span.kind is Kind.BEFORE:
        return None, None, None
    return span.start, None, span.grain
