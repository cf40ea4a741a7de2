"""Which turns are read for a question, and on which day they were spoken."""

from __future__ import annotations

from datetime import datetime

from tests.histories import NOW, memory_of
from tkg.answer import ask
from tkg.answer.offline.dates import day_of

HISTORY = (
    ("2023-02-10T10:00", [("Omar", "The weather was lovely today.")]),
    (
        "2023-11-20T10:00",
        [("Omar", "In 2022 I painted a mural. My bicycle has a basket of straw.")],
    ),
)
BASKET = "What kind of basket does Omar's bicycle have?"


def test_for_a_past_day_no_phrase_of_a_later_turn_answers() -> None:
    with memory_of(*HISTORY) as memory:
        then = ask(memory, BASKET, now=NOW, as_of="1 March 2023")
        assert then.abstained
        assert "straw" in ask(memory, BASKET, now=NOW).answer


def test_when_something_was_may_be_told_later() -> None:
    with memory_of(*HISTORY) as memory:
        found = ask(memory, "When did Omar paint a mural?", now=NOW, as_of="1 March 2023")
        assert found.answer == "2022"


def test_the_last_day_of_the_calendar_is_a_day() -> None:
    last = day_of(datetime(9999, 12, 31, 10))
    assert last.start == datetime(9999, 12, 31)
    assert last.end is not None
    assert last.end > last.start
