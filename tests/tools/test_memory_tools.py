"""The tools that read a memory say what they searched, and never answer with silence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.histories import MOVES, memory_of
from tkg.kg.memory import Memory
from tkg.tools import TOOLS

NAMED = {tool.name: tool for tool in TOOLS}


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with memory_of(*MOVES) as made:
        yield made


def call(memory: Memory, name: str, **arguments: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(NAMED[name].call(memory, arguments))
    return found


def test_facts_are_listed_with_their_status(memory: Memory) -> None:
    found = call(memory, "list_facts", subject="user", predicate="lives in")
    status = {fact["value"]: fact["status"] for fact in found["facts"]}
    assert status["Lisbon"] == "current"
    assert status["Berlin"] == "ended"
    assert not found["complete"]


def test_as_of_takes_a_month(memory: Memory) -> None:
    found = call(memory, "list_facts", subject="user", predicate="lives in", as_of="February 2023")
    assert "Berlin" in [fact["value"] for fact in found["facts"]]


def test_a_time_that_is_none_is_said_not_swallowed(memory: Memory) -> None:
    said = NAMED["list_facts"].call(memory, {"subject": "user", "as_of": "the colour blue"})
    assert said.startswith("Error: 'the colour blue' is not a time")


def test_an_unknown_name_comes_back_with_what_was_searched(memory: Memory) -> None:
    said = NAMED["list_facts"].call(memory, {"subject": "Heidi"})
    assert "0 facts about 'Heidi'" in said
    assert "not in memory" in said


def test_a_search_with_empty_filters_is_a_search_without(memory: Memory) -> None:
    found = call(memory, "search_history", query="dog", speaker="", after="", before=None)
    assert "dog" in found["turns"][0]["quoted"]


def test_a_search_that_finds_nothing_says_so(memory: Memory) -> None:
    found = call(memory, "search_history", query="submarine")
    assert found["turns"] == []
    assert found["note"].startswith("Searched 3 turns for 'submarine'")


def test_a_source_is_opened_from_a_turn_and_from_a_fact(memory: Memory) -> None:
    fact = call(memory, "list_facts", subject="user", predicate="lives in")["facts"][0]
    for name in (fact["sources"][0], fact["id"]):
        assert call(memory, "open_source", id=name)["turns"]


def test_a_timeline_is_in_order(memory: Memory) -> None:
    found = call(memory, "timeline", subject="user")
    assert found["entries"]
