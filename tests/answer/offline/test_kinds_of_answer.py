"""Questions that a best phrase alone would answer wrong are read by their kind, or declined."""

from __future__ import annotations

import pytest

from tests.histories import NOW, Said, memory_of
from tkg.answer import ask
from tkg.answer.answer import Answer

TOWERS = tuple(
    (f"2023-0{month}-05T10:00", [("user", f"I climbed the {name} tower today.")])
    for month, name in enumerate(["Blue", "Water", "Radio", "Clock", "Bell"], start=1)
)
MOVED = (
    ("2023-01-05T10:00", [("user", "I live in Berlin.")]),
    ("2023-05-20T10:00", [("user", "I moved to Lisbon last month.")]),
)
SHED = (
    ("2024-05-12T10:00", [("user", "Let us plan the garden shed.")]),
    ("2024-05-30T10:00", [("user", "The printer is broken.")]),
)


def answer(question: str, *sessions: tuple[str, list[Said]]) -> Answer:
    with memory_of(*sessions) as memory:
        return ask(memory, question, now=NOW)


@pytest.mark.parametrize("question", ["???", "?!", "..."])
def test_a_question_without_words_is_declined(question: str) -> None:
    found = answer(question, *MOVED)
    assert found.abstained
    assert "names nothing" in found.reason


def test_when_not_is_not_answered_with_when() -> None:
    went = ("2023-03-10T10:00", [("user", "I went to the gym yesterday.")])
    assert answer("When did I not go to the gym?", went).abstained


def test_when_not_is_answered_from_a_denial() -> None:
    missed = ("2023-03-10T10:00", [("user", "I did not go to the gym on Monday.")])
    assert answer("When did I not go to the gym?", missed).answer == "6 March 2023"


def test_a_name_is_given_without_what_calls_it_so() -> None:
    said = [("Ana", "I got a dog named Rex yesterday."), ("Ben", "Nice! I have a cat.")]
    assert answer("What is Ana's dog called?", ("2023-03-10T10:00", said)).answer == "Rex"


def test_a_name_that_nobody_said_is_declined() -> None:
    went = ("2023-03-10T10:00", [("user", "I visited Porto yesterday.")])
    assert answer("When did I visit Zanzibar?", went).abstained


def test_a_question_is_no_evidence() -> None:
    asked = ("2023-03-10T10:00", [("user", "Should I buy a kayak in June?")])
    assert answer("When did I buy a kayak?", asked).abstained


def test_the_present_place_is_not_the_one_before() -> None:
    assert answer("Where do I live?", *MOVED).answer == "Lisbon"
    assert answer("Where did I live before?", *MOVED).answer == "Berlin"
    assert answer("Where did I live before Lisbon?", *MOVED).answer == "Berlin"


def test_a_move_told_late_holds_from_its_own_month() -> None:
    assert answer("Where did I live on 10 May 2023?", *MOVED).answer == "Lisbon"


def test_things_are_counted_over_all_sessions_and_named() -> None:
    found = answer("How many towers did I climb in 2023?", *TOWERS)
    count, _, names = found.answer.partition(": ")
    assert count == "5"
    assert all(name in names for name in ("Blue", "Water", "Radio", "Clock", "Bell"))
    assert len(found.citations) == 5


def test_nothing_is_counted_for_another_year() -> None:
    assert answer("How many towers did I climb in 2022?", *TOWERS).abstained


def test_what_was_only_talked_about_did_not_happen_at_that_time() -> None:
    talked = ("2024-04-01T10:00", [("user", "Nadia and I talked about renting a canoe.")])
    found = answer("Which canoe did Nadia and I rent in March?", talked)
    assert found.abstained
    assert "1 April 2024" in found.reason


def test_a_month_alone_asks_for_what_was_said_in_it() -> None:
    found = answer("What did we discuss in May?", *SHED)
    assert "garden shed" in found.answer
    assert answer("What did we discuss in April?", *SHED).abstained


def test_years_between_two_days_are_whole() -> None:
    question = "How many years are there between 29 February 2024 and 28 February 2025?"
    assert answer(question, *MOVED).answer == "0 years"
    question = "How many days are there between 8 May 2023 and 8 May 2023?"
    assert answer(question, *MOVED).answer == "0 days"


TOURS = (
    ("2023-01-08T12:00", [("user", "I took a tour of the Harbour House of Boats today.")]),
    ("2023-01-15T09:00", [("user", "I visited a house of many boats in the harbour today.")]),
    ("2023-01-20T09:00", [("user", "I went to the Lamp Fair today, with my oldest friend.")]),
)


def test_a_name_of_several_words_is_meant_as_it_is_written() -> None:
    question = (
        "How many days passed between my visit to the Harbour House of Boats and the Lamp Fair?"
    )
    assert answer(question, *TOURS).answer == "12 days"


def test_time_between_things_that_are_not_dated_is_declined() -> None:
    question = "How many days passed between my visit to the Moon and the Lamp Fair?"
    assert answer(question, *TOURS).abstained


def test_what_is_said_besides_of_a_value_is_no_part_of_it() -> None:
    said = ("2023-01-05T10:00", [("user", "I live in Porto, which is lovely in spring.")])
    assert answer("Where do I live?", said).answer == "Porto"


def test_how_long_is_answered_with_a_time_or_not_at_all() -> None:
    owned = ("2023-05-20T10:00", [("user", "I owned the boat called Wren with my brother.")])
    assert answer("How long did I own the boat?", owned).abstained
    slow = ("2023-05-20T10:00", [("user", "I practised the violin with Vera for nine years.")])
    assert "nine years" in answer("How long did I practise the violin?", slow).answer
