"""A question answers nothing, but a reminder does; a sum of money is a number."""

from __future__ import annotations

from tests.histories import NOW, memory_of
from tkg.answer.offline.admitted import admitted
from tkg.answer.offline.look import look
from tkg.answer.offline.pool import pool
from tkg.answer.put import Question


def phrases(question: str, said: str) -> set[str]:
    with memory_of(("2023-03-10T10:00", [("Ana", said)])) as memory:
        found = look(memory, Question(question, NOW))
    kept = admitted(found, pool(found))
    return {kept.text(n) for n in range(len(kept.first))}


def test_who_asks_does_not_tell() -> None:
    assert "green" not in phrases("What colour is the boat of Ana?", "Is the boat green?")


def test_who_reminds_tells() -> None:
    told = phrases("What colour was the boat of Ana?", "Remember when the boat was green?")
    assert "green" in told


def test_a_sum_of_money_says_how_much() -> None:
    told = phrases("How much was the boat of Ana?", "The boat was €4,000 in spring.")
    assert "€4,000" in told
    assert "in spring" not in told
