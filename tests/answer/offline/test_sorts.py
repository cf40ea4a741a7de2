"""Which project or team somebody is in, whatever it was called when they came to it."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask

SAID = (
    ("2024-03-02T10:00", [("user", "Mina is on the Comet project. I'm on the Payments team.")]),
    ("2024-04-02T10:00", [("user", "Mina has been reassigned from Comet to Tundra.")]),
    ("2024-04-03T10:00", [("user", "I was moved from Payments to Search.")]),
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Which project is Mina on?", "Tundra"),
        ("What project was Mina on on 10 March 2024?", "the Comet project"),
        ("Which team am I on?", "Search"),
    ],
)
def test_the_one_of_that_sort_is_told(question: str, value: str) -> None:
    with memory_of(*SAID) as memory:
        assert ask(memory, question, now=NOW).answer == value
