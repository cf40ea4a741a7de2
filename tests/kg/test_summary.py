"""A person in a few lines."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from tkg.kg.model import Fact, Known, Status
from tkg.kg.summary import summary


def known(predicate: str, value: str, status: Status = Status.CURRENT) -> Known:
    said_at = datetime(2024, 1, 5, tzinfo=UTC)
    fact = Fact("s", 0, ("t",), "Ann", predicate, value, f"Ann {predicate}.", "Ann", said_at)
    return Known(fact.key, fact, "e", f"e {predicate}", predicate, status)


ALL = [
    known("lives in", "Porto"),
    known("lives in", "Oslo", Status.ENDED),
    known("visited", "Rome", Status.HAPPENED),
    known("learns", "Greek", Status.PLANNED),
]


def values(known: list[Known]) -> list[str]:
    return [k.fact.value for k in known]


def test_what_holds_comes_first_then_what_happened_and_what_has_ended_is_left_out() -> None:
    assert values(summary(ALL)) == ["Porto", "Rome", "Greek"]


def test_the_order_of_the_facts_does_not_count() -> None:
    assert summary(ALL) == summary(ALL[::-1])


def test_of_many_events_the_last_are_told() -> None:
    def visit(year: int) -> Known:
        return replace(known("visited", f"Rome {year}", Status.HAPPENED),
                       valid_from=datetime(year, 1, 1))  # fmt: skip

    told = values(summary([visit(year) for year in range(1990, 2010)]))
    assert told == [f"Rome {year}" for year in range(2009, 2001, -1)]
