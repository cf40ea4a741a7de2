"""How old somebody is follows from when they said so, and from when it is asked."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.histories import memory_of
from tkg.answer import ask

SAID = (
    ("2024-03-02T10:00", [("Ana", "I'm 35 now. My son is 5."), ("Ben", "I was born in May 1990.")]),
    ("2024-04-02T10:00", [("Ana", "My dog Milo just turned 3."), ("Ben", "Oh, so sweet!")]),
)  # fmt: skip
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "age"),
    [
        ("How old is Ana?", "36 or 37"),
        ("What is Ana's age?", "36 or 37"),
        ("How old was Ana on 2 March 2024?", "35"),
        ("How old will Ana be on 2 March 2030?", "41"),
        ("How old is Ana's son?", "6 or 7"),
        ("How old is Milo?", "4 or 5"),
        ("How old is Ben?", "35"),
    ],
)
def test_an_age_is_told_for_the_time_asked_about(question: str, age: str) -> None:
    with memory_of(*SAID) as memory:
        found = ask(memory, question, now=NOW)
    assert (found.answer, found.abstained) == (age, False)
    assert found.citations


def test_an_age_at_an_event_of_unknown_time_is_not_reckoned_for_today() -> None:
    with memory_of(*SAID) as memory:
        found = ask(memory, "How old was Ana when she met Milo?", now=NOW)
    assert found.answer != "36 or 37"
