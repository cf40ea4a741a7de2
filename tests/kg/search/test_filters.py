"""A search may be limited to some turns; what is left is ranked among itself."""

from datetime import UTC, datetime

import pytest

from tests.histories import memory_of
from tkg.kg.graph.alias_change import merge
from tkg.kg.memory import Memory
from tkg.kg.model import Filters, Role


@pytest.fixture(scope="module")
def memory() -> Memory:
    return memory_of(
        ("2023-01-05T10:00", [("Nora", "The boat race was on."), ("Ines", "I rowed the boat.")]),
        ("2023-05-20T10:00", [("user", "A boat again."), ("assistant", "Which boat was it?")]),
        ("2023-07-01T10:00", [("Straße", "Kein Boot, but a boat.")]),
    )


def found(memory: Memory, filters: Filters) -> set[str]:
    return {hit.turn_id for hit in memory.search("boat", k=50, filters=filters)}


@pytest.mark.parametrize(
    ("filters", "turns"),
    [
        (Filters(speaker="nora"), {"s1:1"}),
        (Filters(speaker="STRASSE"), {"s3:1"}),
        (Filters(speaker="Nobody"), set()),
        (Filters(session="s2"), {"s2:1", "s2:2"}),
        (Filters(session="s"), set()),
        (Filters(session="%"), set()),
        (Filters(role=Role.ASSISTANT), {"s2:2"}),
        (Filters(after=datetime(2023, 5, 20, 10, tzinfo=UTC)), {"s2:1", "s2:2", "s3:1"}),
        (Filters(before=datetime(2023, 5, 20, 10, tzinfo=UTC)), {"s1:1", "s1:2"}),
        (Filters(speaker="Ines", session="s2"), set()),
        (Filters(speaker="", session=""), {"s1:1", "s1:2", "s2:1", "s2:2", "s3:1"}),
    ],
)
def test_only_turns_within_the_limits_are_found(
    memory: Memory, filters: Filters, turns: set[str]
) -> None:
    assert found(memory, filters) == turns


def test_a_speaker_goes_by_another_name_of_theirs() -> None:
    memory = memory_of(
        ("2023-01-05T10:00", [("Katherine", "I live in Berlin."), ("Ines", "Kate adopted a dog.")]),
        ("2023-02-05T10:00", [("Katherine", "The boat sank."), ("Ines", "Not the boat!")]),
    )
    merge(memory, "Kate", "Katherine")
    assert found(memory, Filters(speaker="Kate")) == {"s2:1"}


def test_the_best_of_a_filtered_search_does_not_depend_on_what_is_left_out() -> None:
    both = memory_of(
        ("2023-01-05T10:00", [("Nora", "A boat."), ("Nora", "A boat, a lake and a kite.")]),
        ("2023-02-05T10:00", [("Ines", "boat boat boat lake kite")]),
    )
    hits = both.search("boat lake kite", filters=Filters(speaker="Nora"), explain=True)
    legs = {name for hit in hits for name, _ in hit.legs}
    assert hits[0].text == "A boat, a lake and a kite."
    assert legs
