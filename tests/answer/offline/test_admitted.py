"""A question answers nothing, but a reminder does; each kind wants its own sort of thing."""

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


def test_a_date_is_no_price() -> None:
    assert not phrases("How much did the boat of Ana cost?", "I got the boat on 3 May 2023.")


def test_a_length_of_time_is_nobody() -> None:
    told = phrases("Who came on the trip of Ana?", "It took ten days. Kim came with my aunt.")
    assert {"Kim", "aunt"} <= told
    assert "ten days" not in told


def test_a_day_is_no_place() -> None:
    told = phrases("Where was the party of Ana?", "It was on Saturday, at the lake.")
    assert "at the lake" in told
    assert "on Saturday" not in told
