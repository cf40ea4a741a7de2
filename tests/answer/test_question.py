"""Ask a memory without a model: a date, a value, a yes or no, or a decline."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask, ask_async
from tkg.kg.errors import UsageError
from tkg.kg.memory import Memory
from tkg.temporal.span import Grain

SAID = (
    ("2023-01-05T10:00", [("user", "I live in Berlin. I work at Acme."), ("assistant", "Nice.")]),
    ("2023-03-10T10:00", [("user", "I painted the garden fence yesterday.")]),
    ("2023-04-02T10:00", [("user", "I am going to run the Ghent marathon in October.")]),
    ("2023-05-20T10:00", [("user", "I moved to Lisbon last month.")]),
    ("2023-06-11T10:00", [("user", "I am not running the Ghent marathon any more.")]),
)


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with memory_of(*SAID) as made:
        yield made


def test_when_is_answered_with_the_day_of_the_event(memory: Memory) -> None:
    found = ask(memory, "When did I paint the garden fence?", now=NOW)
    assert found.answer == "9 March 2023"
    assert found.event is not None
    assert (found.event.start, found.event.end, found.event.grain) == (
        datetime(2023, 3, 9),
        datetime(2023, 3, 10),
        Grain.DAY,
    )
    assert [c.quote for c in found.citations] == ["I painted the garden fence yesterday."]


def test_a_month_stays_a_month(memory: Memory) -> None:
    found = ask(memory, "When did I move?", now=NOW)
    assert found.event is not None
    assert (found.answer, found.event.grain) == ("April 2023", Grain.MONTH)


def test_the_newest_word_decides_yes_or_no(memory: Memory) -> None:
    assert ask(memory, "Am I running the Ghent marathon?", now=NOW).answer == "No"


def test_a_thing_that_nobody_spoke_of_is_declined_with_what_is_near(memory: Memory) -> None:
    found = ask(memory, "When did I sell the yellow caravan?", now=NOW)
    assert found.abstained
    assert "nearest" in found.reason or "Nothing" in found.reason


def test_what_is_said_of_me_is_not_said_of_my_sister(memory: Memory) -> None:
    assert ask(memory, "Where does my sister live?", now=NOW).abstained


def test_known_at_leaves_out_what_was_told_later(memory: Memory) -> None:
    found = ask(memory, "When did I move?", now=NOW, known_at="2023-02-01")
    assert found.answer != "April 2023"


def test_an_empty_question_is_declined(memory: Memory) -> None:
    assert ask(memory, "  ", now=NOW).abstained


def test_a_time_that_is_none_is_an_error(memory: Memory) -> None:
    with pytest.raises(UsageError, match="not a time"):
        ask(memory, "Where do I live?", now=NOW, as_of="the colour blue")


def test_the_async_twin_gives_the_same_answer(memory: Memory) -> None:
    question = "When did I paint the garden fence?"
    twin = asyncio.run(ask_async(memory, question, now=NOW))
    assert twin.answer == ask(memory, question, now=NOW).answer
