"""How long something was so is reckoned from when it began to when it ended, or until now."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask
from tkg.answer.answer import Answer

HISTORY = (
    (
        "2023-02-10T10:00",
        [
            ("Mira", "I started at Orbit Foods in January 2023. I play the cello."),
            ("Omar", "I have lived in Ghent since 2019. I drive a Fiat."),
        ],
    ),
    (
        "2023-11-20T10:00",
        [
            ("Mira", "I left Orbit Foods in September."),
            ("Omar", "I moved to Turin in October. I adopted a parrot named Kiwi in June."),
        ],
    ),
    ("2024-03-01T10:00", [("Mira", "I married Jonas in December."), ("Omar", "Lovely!")]),
)


def answer(question: str) -> Answer:
    with memory_of(*HISTORY) as memory:
        return ask(memory, question, now=NOW)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # From the first of one month to the first of another: 243 days are 8 months.
        (
            "How long did Mira work at Orbit Foods?",
            "about 8 months (January 2023 to September 2023)",
        ),
        ("How long was Mira employed by Orbit Foods?", "about 8 months"),
        ("For how many months did Mira work for Orbit Foods?", "about 8 months"),
        ("How long did Omar live in Ghent?", "about 5 years (2019 to October 2023)"),
        # It still is so on 1 June 2024.
        ("How long has Omar lived in Turin?", "about 8 months (since October 2023)"),
        ("How long has Omar been living in Turin?", "about 8 months"),
        ("How long has Mira been married?", "about 6 months (since December 2023)"),
        ("How long has Omar had his parrot?", "about 12 months (since June 2023)"),
    ],
)
def test_a_length_is_as_exact_as_its_ends(question: str, said: str) -> None:
    assert answer(question).answer.startswith(said)


@pytest.mark.parametrize(
    "question",
    [
        "How long has Omar had the Fiat?",
        "How long has Mira played the cello?",
        "How long did Mira live in Turin?",
    ],
)
def test_without_both_ends_there_is_no_length(question: str) -> None:
    assert answer(question).abstained


def test_the_turn_that_tells_the_end_is_cited() -> None:
    found = answer("How long did Mira work at Orbit Foods?")
    assert {c.session_id for c in found.citations} == {"s1", "s2"}


def test_a_month_that_dates_is_no_length() -> None:
    told = ("2023-05-20T10:00", [("user", "I saw a badger last month at the allotment.")])
    with memory_of(told) as memory:
        assert ask(memory, "How long did I watch the badger?", now=NOW).abstained


@pytest.mark.parametrize(
    ("said", "length"),
    [
        ("I worked at Orbit Foods from 2015 to 2018.", "about 3 years (2015 to 2018)"),
        (
            "I worked at Orbit Foods from March 2018 until June 2019.",
            "about 15 months (March 2018 to June 2019)",
        ),
    ],
)
def test_a_stretch_told_with_both_ends_lasts_into_the_last_one(said: str, length: str) -> None:
    with memory_of(("2023-02-10T10:00", [("Mira", said)])) as memory:
        assert ask(memory, "How long did Mira work at Orbit Foods?", now=NOW).answer == length
