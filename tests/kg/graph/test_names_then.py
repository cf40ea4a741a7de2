"""What was known at a moment: names as they were known then, as if nothing had been said since."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.kg.graph.named import FIRST_DAY, Read, fill, session
from tests.kg.graph.test_aliases import FORMS, days, says
from tkg.kg.graph.alias_change import merge
from tkg.kg.memory import Memory
from tkg.kg.model import Known


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None) as made:
        yield made


def values(memory: Memory, name: str, by: int) -> list[str]:
    found = memory.facts(name, known_at=FIRST_DAY + timedelta(days=by, hours=1))
    return sorted(known.fact.value for known in found)


def test_a_name_learned_later_was_not_known_then(memory: Memory) -> None:
    fill(
        memory,
        [
            session(1, says("my sister", "a dog")),
            session(2, says("Kate", "Porto")),
            session(5, same=[("Ana", "my sister", "Kate")]),
        ],
    )
    assert values(memory, "Kate", 3) == ["Porto"]
    assert values(memory, "Ana's sister", 3) == ["a dog"]
    assert values(memory, "Kate", 5) == values(memory, "Ana's sister", 5) == ["Porto", "a dog"]
    assert values(memory, "Kate", 1) == []


def test_a_doubt_that_came_later_was_none_then(memory: Memory) -> None:
    fill(
        memory,
        [
            session(1, says("my sister", "a dog"), ("Ana", "Ana", "has sister", "Kate")),
            session(5, ("Ana", "Ana", "has sister", "Ines")),
        ],
    )
    assert values(memory, "Kate", 3) == ["a dog"]
    assert values(memory, "Kate", 6) == []


def test_what_one_slot_holds_now_two_held_then(memory: Memory) -> None:
    fill(
        memory,
        [
            session(1, ("Ana", "Ana's sister", "lives in", "Rome")),
            session(2, ("Ana", "Kate", "lives in", "Oslo")),
            session(5, same=[("Ana", "my sister", "Kate")]),
        ],
    )
    then = memory.facts(None, "lives in", known_at=FIRST_DAY + timedelta(days=3))
    assert {(k.fact.value, str(k.status)) for k in then} == {
        ("Rome", "current"),
        ("Oslo", "current"),
    }
    now = memory.facts("Kate", "lives in")
    assert {(k.fact.value, str(k.status)) for k in now} == {("Rome", "ended"), ("Oslo", "current")}


def test_two_names_that_a_value_has_now_were_two_values_then(memory: Memory) -> None:
    fill(
        memory,
        [
            session(1, ("Zoe", "Zoe", "juggles with", "Kate")),
            session(2, ("Zoe", "Zoe", "juggles with", "Ana's sister")),
            session(5, same=[("Ana", "my sister", "Kate")]),
        ],
    )
    assert values(memory, "Zoe", 3) == ["Ana's sister", "Kate"]
    assert len(values(memory, "Zoe", 6)) == 1


def test_what_a_person_decided_holds_at_any_time(memory: Memory) -> None:
    fill(memory, [session(1, says("Wren", "x")), session(2, says("Ms Lark", "y"))])
    merge(memory, "Wren", "Ms Lark")
    memory.add(*session(5, says("Ana", "z")))
    assert values(memory, "Wren", 3) == ["x", "y"]


@settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.reuse, Phase.generate),  # a store takes too long to shrink by
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(days, st.integers(0, 3))
def test_what_was_known_is_what_a_store_of_then_holds(memory: Memory, days, last) -> None:  # type: ignore[no-untyped-def]
    read: list[Read] = [session(n, *told, same=shown) for n, (told, shown) in enumerate(days)]
    fill(memory, read)
    then = {name: asked(memory, name, last) for name in (None, *FORMS)}
    fill(memory, read[: last + 1])
    assert then == {name: asked(memory, name, None) for name in (None, *FORMS)}


def asked(memory: Memory, name: str | None, last: int | None) -> list[Known]:
    by = None if last is None else FIRST_DAY + timedelta(days=last, hours=1)
    return memory.facts(name, known_at=by, as_of=FIRST_DAY + timedelta(days=90))
