"""Who somebody's own is, and what it is called, is read from all that names them."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask

FAMILY = (
    (
        "2022-03-08T10:00",
        [
            ("Ivo", "My sister Clara lives in Bergen and works as a dentist."),
            ("Tess", "My girlfriend is called Nina. I have two sons, Adam and Leo."),
        ],
    ),
    (
        "2023-06-08T10:00",
        [
            ("Ivo", "Clara's cat is called Moss. My favourite drink is tea."),
            ("Tess", "Nina and I broke up in May. I am dating Ruth now."),
        ],
    ),
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who is Ivo's sister?", "Clara"),
        ("What is the name of Ivo's sister?", "Clara"),
        ("What is Ivo's sister's cat called?", "Moss"),
        ("What does Ivo's sister do for a living?", "a dentist"),
        ("Where does Ivo's sister live?", "Bergen"),
        ("Who was Tess's girlfriend in 2022?", "Nina"),
        ("Who is Tess's girlfriend?", "Ruth"),
        ("What are the names of Tess's sons?", "Adam, Leo"),
        ("What is Ivo's favourite drink?", "tea"),
    ],
)
def test_whoever_is_meant_is_looked_up_by_whose_they_are(question: str, said: str) -> None:
    with memory_of(*FAMILY) as memory:
        assert ask(memory, question, now=NOW).answer == said
