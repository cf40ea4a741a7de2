"""What a question takes for granted must have been told, of the one and of the thing it names."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask
from tkg.answer.answer import Answer

HISTORY = (
    (
        "2023-02-10T10:00",
        [
            ("Mira", "I adopted a parrot named Kiwi because the flat was too quiet."),
            ("Omar", "I adopted a puppy. My favourite colour is green."),
        ],
    ),
    (
        "2023-06-10T10:00",
        [
            ("Omar", "Hugo, my neighbour, sold a boat."),
            ("Mira", "I sold my piano. My cousin lives in Turin."),
        ],
    ),
)


def answer(question: str) -> Answer:
    with memory_of(*HISTORY) as memory:
        return ask(memory, question, now=NOW)


@pytest.mark.parametrize(
    "question",
    [
        "Why did Mira adopt a puppy?",
        "Why did Omar adopt a parrot?",
        "What is Omar's favourite food?",
        "Where does Hugo live?",
    ],
)
def test_another_thing_or_another_one_is_no_answer(question: str) -> None:
    assert answer(question).abstained


def test_a_reason_that_was_told_is_given() -> None:
    assert not answer("Why did Mira adopt a parrot?").abstained
