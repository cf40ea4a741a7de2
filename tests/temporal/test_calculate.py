"""Arithmetic on dates, exact where they are exact and honest where they are not."""

from __future__ import annotations

from datetime import date, datetime

from tkg.temporal import calculate
from tkg.temporal.calculate import Order, at_day
from tkg.temporal.query import window
from tkg.temporal.resolve import explain, resolve
from tkg.temporal.span import Grain, Kind, Span

NOW = datetime(2023, 6, 14, 19, 20)


def read(text: str) -> Span:
    (span,) = resolve(text, NOW)
    return span


def test_two_days_are_an_exact_number_of_days_apart() -> None:
    found = calculate.difference(read("7 May 2023"), read("14 June 2023"))
    assert found is not None
    assert str(found.days) == "38 days"
    assert found.words == "1 month and 7 days"
    assert found.why == ""


def test_a_month_gives_a_range_and_says_why() -> None:
    found = calculate.difference(read("May 2023"), read("14 June 2023"))
    assert found is not None
    assert (found.days.low, found.days.high) == (14, 44)
    assert "May 2023" in found.why


def test_an_open_end_has_no_distance() -> None:
    assert calculate.difference(read("since 2016"), read("2020-01-01")) is None


def test_adding_months_stops_at_the_last_day() -> None:
    moved = calculate.add(at_day(date(2024, 1, 31)), 1, Grain.MONTH)
    assert moved.start == datetime(2024, 2, 29)
    assert calculate.subtract(read("March 2023"), 1, Grain.YEAR).start == datetime(2022, 3, 1)


def test_arithmetic_stays_inside_the_calendar() -> None:
    assert calculate.add(at_day(date(9999, 12, 31)), 5, Grain.YEAR).start is not None
    assert calculate.subtract(at_day(date(1, 1, 1)), 5, Grain.CENTURY).start is not None


def test_a_day_has_a_weekday_and_a_month_has_none() -> None:
    assert calculate.weekday(read("14 June 2023")) == "Wednesday"
    assert calculate.weekday(read("June 2023")) is None


def test_an_age_is_exact_to_the_birthday() -> None:
    born = at_day(date(1990, 6, 15))
    assert str(calculate.age(born, at_day(date(2023, 6, 14)))) == "32 years"
    assert str(calculate.age(born, at_day(date(2023, 6, 15)))) == "33 years"
    assert str(calculate.age(read("1990"), at_day(date(2023, 6, 14)))) == "between 32 and 33 years"


def test_spans_are_ordered_and_overlap() -> None:
    assert calculate.order(read("2020"), read("2021")) is Order.BEFORE
    assert calculate.order(read("2020"), read("May 2020")) is Order.CONTAINS
    shared = calculate.overlap(read("since 2019"), read("2018-2020"))
    assert shared == (datetime(2019, 1, 1), datetime(2021, 1, 1))


def test_a_question_gives_its_window() -> None:
    weekend = window("what did I do last weekend?", NOW)
    assert weekend is not None
    assert (weekend.start, weekend.end) == (datetime(2023, 6, 10), datetime(2023, 6, 12))
    may = window("my notes from August", NOW)
    assert may is not None
    assert may.start == datetime(2022, 8, 1)


def test_a_question_without_a_time_gives_no_window() -> None:
    for text in ("before I moved", "who is in room 2019?", "is port 9077 open?", "every Friday"):
        assert window(text, NOW) is None


def test_explain_names_rules_and_refusals() -> None:
    steps = explain("We met last Friday.", NOW)
    assert any(step.words == "last Friday" and step.outcome == "kept" for step in steps)
    assert any(step.outcome == "covered" for step in steps)
    assert any(step.outcome == "is_plain_word" for step in explain("They may go in 2020.", NOW))


def test_sets_durations_and_since_keep_their_kind() -> None:
    assert read("every other Tuesday").rrule == "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"
    assert read("for ten days").kind is Kind.DURATION
    assert read("for three years now").start == datetime(2020, 1, 1)
    assert read("next Friday").alternatives[0][0] == datetime(2023, 6, 23)
