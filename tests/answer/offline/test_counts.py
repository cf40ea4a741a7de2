"""What is counted is what the facts tell, each thing and each time once."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask

HISTORY = (
    (
        "2023-02-10T10:00",
        [
            ("Mira", "I have three cousins, Ida, Paul and Sam."),
            ("Omar", "I went to Oslo in January. I have two sons, Adam and Leo."),
        ],
    ),
    ("2023-09-10T10:00", [("Omar", "I went to Oslo last week."), ("Mira", "I ran a marathon.")]),
    ("2024-02-10T10:00", [("Omar", "I went to Oslo in December. I went to Bergen in May 2023.")]),
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many cousins does Mira have?", "3"),
        ("How many sons does Omar have?", "2: Adam, Leo"),
        ("How many times did Omar go to Oslo?", "3 times"),
        ("How many times has Omar gone to Oslo?", "3 times"),
        ("How many times did Omar go to Oslo in 2023?", "3 times"),
    ],
)
def test_what_was_told_is_counted(question: str, said: str) -> None:
    with memory_of(*HISTORY) as memory:
        assert ask(memory, question, now=NOW).answer.startswith(said)
