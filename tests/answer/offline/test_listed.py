"""A list that was told is counted by its members and listed whole, never both."""

from __future__ import annotations

from tests.histories import NOW, memory_of
from tkg.answer import ask

SAID = (
    ("2024-03-02T10:00", [("user", "I painted a boat, a shed and a fence.")]),
    ("2024-04-02T10:00", [("user", "I painted a big boat.")]),
)


def test_a_member_of_a_list_is_counted_once() -> None:
    with memory_of(*SAID) as memory:
        found = ask(memory, "How many boats did I paint?", now=NOW).answer
    assert found.startswith("2: ")
    assert "shed" not in found


def test_a_list_is_told_whole() -> None:
    with memory_of(*SAID) as memory:
        found = ask(memory, "What did I paint?", now=NOW).answer
    assert found.count("shed") == 1
    assert found.count("boat") == 2
