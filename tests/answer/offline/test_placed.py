"""A question that sets its time by something is answered from what was on that side of it."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask
from tkg.answer.answer import Answer

HISTORY = (
    (
        "2022-03-10T10:00",
        [
            ("Mira", "I moved to Oslo in January 2022. I bought a sledge and a shovel."),
            ("Omar", "I started at Orbit Foods in February."),
        ],
    ),
    (
        "2022-11-10T10:00",
        [
            ("Mira", "I moved to Turin in October. I bought a scooter yesterday."),
            ("Omar", "I read a book about bees last week."),
        ],
    ),
    (
        "2023-08-10T10:00",
        [
            ("Mira", "I adopted a parrot in July. I bought a cage today."),
            ("Omar", "I quit Orbit Foods in June. I started at Lumen in July."),
        ],
    ),
)


def answer(question: str) -> Answer:
    with memory_of(*HISTORY) as memory:
        return ask(memory, question, now=NOW)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did Mira buy before she moved to Turin?", "a sledge, a shovel"),
        ("What did Mira buy after she moved to Turin?", "a scooter, a cage"),
        ("What did Mira buy while she lived in Oslo?", "a sledge, a shovel"),
        ("What has Mira bought since she adopted the parrot?", "a cage"),
        ("After Omar quit Orbit Foods, what did Mira buy?", "a cage"),
        ("Where did Mira live before Turin?", "Oslo"),
        ("Where did Mira live after Oslo?", "Turin"),
        ("Where did Omar start after he left Orbit Foods?", "Lumen"),
        ("Where did Mira live before she adopted the parrot?", "Turin"),
    ],
)
def test_the_thing_is_dated_first(question: str, said: str) -> None:
    assert answer(question).answer == said


def test_a_thing_that_nobody_told_of_places_nothing() -> None:
    found = answer("What did Mira buy before the earthquake?")
    assert found.abstained
    assert "the earthquake" in found.reason


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did Mira buy first, the scooter or the shovel?", "the shovel"),
        ("What did Mira buy last, the cage or the scooter?", "the cage"),
        (
            "Which happened first: Omar quitting Orbit Foods or Mira moving to Turin?",
            "Mira moving to Turin",
        ),
        ("Did Mira move to Turin before Omar quit Orbit Foods?", "Yes"),
        ("Did Mira adopt the parrot before she moved to Turin?", "No"),
    ],
)
def test_two_things_are_put_in_order(question: str, said: str) -> None:
    assert answer(question).answer == said


def test_what_ended_before_a_thing_was_so_before_it_whenever_it_began() -> None:
    told = ("I lived in Ghent until 2019.", "I moved to Oslo in January 2022.")
    with memory_of(("2022-03-10T10:00", [("Mira", text) for text in told])) as memory:
        found = ask(memory, "Where did Mira live before she moved to Oslo?", now=NOW)
    assert found.answer == "Ghent"
