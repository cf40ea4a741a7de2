"""Which words of a question nobody ever said is read from the index."""

from __future__ import annotations

from tests.histories import memory_of


def test_a_word_counts_as_said_in_any_inflection() -> None:
    with memory_of(("2023-01-05T10:00", [("user", "I visited the museums of Porto.")])) as memory:
        words = ["porto", "museum", "visiting", "zanzibar"]
        assert memory.unsaid(words) == {"zanzibar"}


def test_in_an_empty_memory_nothing_was_said() -> None:
    with memory_of() as memory:
        assert memory.unsaid(["porto"]) == {"porto"}
