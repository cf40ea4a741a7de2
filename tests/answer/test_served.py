"""The question as a tool of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.histories import MOVES, memory_of
from tkg.answer.served import ask
from tkg.kg.memory import Memory
from tkg.tools.tool import tool


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with memory_of(*MOVES) as made:
        yield made


def served(memory: Memory, **arguments: Any) -> str:
    return tool(ask).call(memory, arguments)


def test_an_answer_comes_with_its_quotations(memory: Memory) -> None:
    found = json.loads(served(memory, question="When did I move to Lisbon?"))
    assert (found["answer"], found["when"], found["abstained"]) == (
        "«April 2023»",
        "April 2023",
        False,
    )
    (cited,) = found["citations"]
    assert (cited["turn_id"], cited["speaker"]) == ("s3:1", "user")
    assert cited["quoted"] == "«I moved to Lisbon last month.»"
    assert cited["said_at"].startswith("2023-05-20")


def test_a_decline_says_why(memory: Memory) -> None:
    found = json.loads(served(memory, question="When did I buy a boat?"))
    assert found["abstained"]
    assert found["reason"]
    assert "when" not in found


def test_a_time_that_is_none_is_a_sentence(memory: Memory) -> None:
    said = served(memory, question="Where do I live?", as_of="the colour blue")
    assert said.startswith("Error: 'the colour blue' is not a time")
