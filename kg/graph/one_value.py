"""Rule 3: when two tellings are of one value, though their words differ."""

from __future__ import annotations

from tkg.kg.graph.calendar_reach import reach
from tkg.kg.graph.told import Told
from tkg.kg.graph.values import agree, longer_name
from tkg.kg.model import Change, FactKind

PLACES = ("in", "at", "to", "for")
"""Last words of relations of which a longer name may be another value: a place, an employer."""


def one_value(one: Told, other: Told) -> bool:
    """Say whether two values agree, and nobody moved from York to New York."""
    if not agree(one.value, other.value):
        return False
    if one.value == other.value or not longer_name(one.value, other.value):
        return True
    first, news = (one, other) if one.order < other.order else (other, one)
    return not (_told_as_news(news) and _comes_after(first, news))


def _told_as_news(fact: Told) -> bool:
    """Say whether a fact tells that something is another now: a move, a beginning, "now"."""
    if fact.relation.rsplit(" ", 1)[-1] not in PLACES or fact.denies:
        return False
    if fact.change is Change.END or fact.kind is FactKind.PLAN:
        return False
    return fact.starts or fact.change is Change.UPDATE or (fact.deictic and fact.start is not None)


def _comes_after(first: Told, news: Told) -> bool:
    """Say whether news is of what came after: the same move told anew has only a longer name."""
    if news.start is None:
        at = news.said
    elif first.start is None:
        at = reach(news.start, news.grain)  # the end of the stretch in which it may have been
    else:
        return reach(first.start, first.grain) <= news.start
    since = first.start or first.said
    return since is not None and at is not None and since < at
