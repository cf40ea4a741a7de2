"""Yes and no are read from what holds, and not from a sentence that only has the words."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask

LIFE = (
    (
        "2023-01-05T10:00",
        [
            ("user", "I live in Berlin. I own a Fiat."),
            ("user", "I work at Orbit Foods as a nurse."),
            ("user", "If I win the lottery I will buy a boat."),
        ],
    ),
    (
        "2023-05-20T10:00",
        [("user", "I moved to Lisbon last month."), ("user", "I sold my Fiat in April.")],
    ),
    ("2023-06-03T10:00", [("user", "I quit Orbit Foods last week.")]),
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Do I live in Lisbon?", "Yes"),
        ("Do I live in Berlin?", "No"),
        ("Do I still live in Berlin?", "No"),
        ("Did I live in Berlin?", "Yes"),
        ("Do I live in Madrid?", "No"),
        ("Do I own a Fiat?", "No"),
        ("Did I sell the Fiat?", "Yes"),
        ("Do I work at Orbit Foods?", "No"),
    ],
)
def test_what_ended_is_not_so_and_was_so(question: str, said: str) -> None:
    with memory_of(*LIFE) as memory:
        assert ask(memory, question, now=NOW).answer == said


def test_a_condition_is_no_yes() -> None:
    with memory_of(*LIFE) as memory:
        assert ask(memory, "Did I buy a boat?", now=NOW).abstained
        assert ask(memory, "Do I own a boat?", now=NOW).answer != "Yes"
