"""An age told at some time is a birth: it grows, it is narrowed, and it closes nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.kg.graph.tellings import Telling, in_every_order, tell
from tkg.kg.model import Change

BEFORE = tell("2023-04-10", "age is", "35")
"""Born from 11 April 1987 to 10 April 1988."""


def ages(*tellings: Telling, at: str, known_at: str | None = None) -> set[tuple[str, str]]:
    """Return (age, status) of all that is told of an age, the same in every order of arrival."""
    asked = {"as_of": _day(at), "known_at": _day(known_at) if known_at else None, "past": False}
    found = (m.facts("Ines", "age", **asked) for m in in_every_order(tellings))
    results = {tuple(sorted((k.value, str(k.status)) for k in known)) for known in found}
    assert len(results) == 1, results
    return set(results.pop())


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "age"),
    [
        ("2023-04-10", "35"),
        ("2023-04-11", "35 or 36"),
        ("2025-01-01", "36 or 37"),
        ("2024-04-10", "36"),
        ("2012-04-10", "24"),
    ],
)
def test_an_age_is_reckoned_for_the_time_asked_about(at: str, age: str) -> None:
    assert ages(BEFORE, at=at) == {(age, "current")}


def test_nobody_has_an_age_before_birth() -> None:
    assert ages(BEFORE, at="1980-01-01") == set()


def test_the_next_age_confirms_the_last_and_narrows_the_birth() -> None:
    # 36 already on 20 October 2023: born by 20 October 1987, so 37 from there on in 2024.
    later = tell("2023-10-20", "age is", "36")
    assert ages(BEFORE, later, at="2024-10-20") == {("37", "current")}


def test_a_birthday_on_a_known_day_is_the_birth() -> None:
    turned = tell("2023-05-10", "turned", "40", time="on 2 May 2023")
    assert ages(turned, at="2024-05-01") == {("40", "current")}
    assert ages(turned, at="2024-05-02") == {("41", "current")}


def test_an_age_that_fits_no_birth_with_the_first_is_contested() -> None:
    odd = tell("2023-06-01", "age is", "40")
    assert ages(BEFORE, odd, at="2023-06-01") == {("35 or 36", "current"), ("40", "contested")}


def test_a_correction_takes_back_the_age_that_it_does_not_fit() -> None:
    right = tell("2023-04-11", "age is", "39", change=Change.CORRECTION)
    assert ages(BEFORE, right, at="2023-04-11") == {("39", "current")}


def test_a_correction_takes_back_the_age_that_it_names_even_where_both_might_be() -> None:
    right = tell("2023-04-11", "age is", "36", change=Change.CORRECTION, instead_of="35")
    assert ages(BEFORE, right, at="2023-04-12") == {("36 or 37", "current")}


def test_what_others_say_of_an_age_is_contested_where_it_does_not_fit() -> None:
    hearsay = tell("2023-01-01", "age is", "50", by="Tom")
    assert ages(hearsay, BEFORE, at="2023-04-10") == {("35", "current"), ("50", "contested")}


def test_an_age_as_it_had_been_told_by_then() -> None:
    later = tell("2023-10-20", "age is", "36")
    assert ages(BEFORE, later, at="2024-10-20", known_at="2023-05-01") == {("36 or 37", "current")}


def test_months_are_counted_for_the_very_young() -> None:
    # Born from 11 July to 10 August 2022.
    baby = tell("2023-04-10", "is", "8 months old")
    assert ages(baby, at="2023-06-15") == {("10 or 11 months", "current")}
    assert ages(baby, at="2026-06-15") == {("3", "current")}


@pytest.mark.parametrize("told", [("turned", "vegan"), ("is", "35"), ("turned", "35 degrees")])
def test_a_verb_beside_no_age_tells_none(told: tuple[str, str]) -> None:
    assert ages(tell("2023-04-10", *told), at="2023-04-10") == set()
