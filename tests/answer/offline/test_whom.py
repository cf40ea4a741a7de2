"""A question is about the first one whom it names and the memory knows."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer.offline.look import understood
from tkg.answer.offline.whom import facts_of, whom

FAMILY = (
    (
        "2023-05-08T10:00",
        [
            ("Ivo", "My sister Clara lives in Bergen. Clara's cat is called Moss."),
            ("Tess", "Hugo, my neighbour, sold his boat. I live in Leeds."),
        ],
    ),
    ("2023-06-08T10:00", [("Tess", "Rosa and I adopted a goat in May.")]),
)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Where does Tess live?", "Tess"),
        ("Where does Ivo's sister live?", "Ivo's sister"),
        ("What is Ivo's sister's cat called?", "Ivo's sister's cat"),
        ("What did Hugo sell?", "Hugo"),
        ("What did Tess's neighbour sell?", "Tess's neighbour"),
        ("What did Tess's dentist sell?", "Tess"),
        ("Where is the nearest bank?", ""),
    ],
)
def test_names_and_whose_they_are_lead_to_one(question: str, name: str) -> None:
    with memory_of(*FAMILY) as memory:
        found = whom(memory, understood(memory, question, NOW))
        assert (found.name if found else "") == name


def test_what_two_did_together_is_a_fact_of_each() -> None:
    with memory_of(*FAMILY) as memory:
        one = whom(memory, understood(memory, "What did Tess adopt?", NOW))
        assert one is not None
        told = facts_of(memory, one, NOW, None)
        assert any("goat" in known.fact.value for known in told)
