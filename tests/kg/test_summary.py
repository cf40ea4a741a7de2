"""A person in a few lines."""

from __future__ import annotations

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


def test_what_holds_is_in_it_and_what_has_ended_is_not() -> None:
    text = summary(ALL, "Ann")
    assert all(word in text for word in ("Porto", "Rome", "Greek (planned)"))
    assert "Oslo" not in text


def test_the_order_of_the_facts_does_not_count() -> None:
    assert summary(ALL, "Ann") == summary(ALL[::-1], "Ann")


def test_it_stays_within_its_bound() -> None:
    many = [known(f"owns {n}", "a boat") for n in range(500)]
    assert len(summary(many, "Ann", tokens=50)) <= 200
