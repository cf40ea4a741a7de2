"""What was denied, only planned or called off has no date at which it happened."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask
from tkg.answer.answer import Answer

HISTORY = (
    (
        "2023-02-10T10:00",
        [
            ("Mira", "I was planning to go to Peru in January but we cancelled it."),
            ("Omar", "I didn't sell the van in January."),
        ],
    ),
    (
        "2023-06-10T10:00",
        [
            ("Mira", "I am planning to visit Malta in August."),
            ("Omar", "I bought a kayak on 3 June. I didn't buy the tent in May."),
        ],
    ),
)


def answer(question: str) -> Answer:
    with memory_of(*HISTORY) as memory:
        return ask(memory, question, now=NOW)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("When did Mira go to Peru?", "called off"),
        ("When did Omar sell the van?", "not so"),
        ("When did Omar buy the tent?", "not so"),
    ],
)
def test_what_never_was_is_declined_with_what_is_known(question: str, why: str) -> None:
    found = answer(question)
    assert found.abstained
    assert why in found.reason


def test_a_plan_is_told_as_a_plan() -> None:
    assert answer("When did Mira visit Malta?").answer == "planned for August 2023"


def test_what_happened_keeps_its_date() -> None:
    assert answer("When did Omar buy the kayak?").answer == "3 June 2023"
