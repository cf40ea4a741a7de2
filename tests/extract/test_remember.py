"""What an agent stores while it talks: dated, once, without secrets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from tests.histories import NOW
from tkg.extract.formats.format import Message, session
from tkg.extract.remember import remember
from tkg.extract.session import ingest_sessions
from tkg.kg.errors import UsageError
from tkg.kg.memory import Memory
from tkg.kg.model import Role


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", clock=lambda: NOW, embedder=None) as made:
        yield made


def test_words_are_kept_as_said_and_facts_are_dated_from_when(memory: Memory) -> None:
    found = remember(memory, "I moved to Lisbon last month.", said_at="20 May 2023")
    assert (found.stored, found.turn_id[:22]) == (True, "remembered-2023-05-20-")
    turn = memory.turn(found.turn_id)
    assert turn is not None and turn.text == "I moved to Lisbon last month."
    home = next(k for k in memory.facts("user", "lives in"))
    assert (home.fact.value, home.valid_from) == ("Lisbon", datetime(2023, 4, 1))


def test_the_same_words_of_the_same_day_are_stored_once(memory: Memory) -> None:
    first = remember(memory, "I own a red kayak.")
    again = remember(memory, "I own a red kayak.")
    assert (first.stored, again.stored) == (True, False)
    assert first.turn_id == again.turn_id
    assert remember(memory, "I own a red kayak.", said_at="2024-05-30").stored
    assert memory.stats()["turns"] == 2


def test_without_a_date_it_was_said_now(memory: Memory) -> None:
    turn = memory.turn(remember(memory, "I own a red kayak.").turn_id)
    assert turn is not None and turn.said_at == NOW


@pytest.mark.parametrize("speaker", [None, "user"])
@pytest.mark.parametrize("answered", [True, False])
def test_who_is_not_named_is_the_owner_of_the_memory(
    memory: Memory, speaker: str | None, answered: bool
) -> None:
    talk = [Message("Ines", "I live in Porto."), Message("assistant", "Nice.", Role.ASSISTANT)]
    told = session("plain", "a", "s1", datetime(2024, 1, 1), talk[: 1 + answered])
    ingest_sessions(memory, [told])
    remember(memory, "I moved to Faro.", speaker=speaker, said_at="2024-03-01")
    homes = [(k.fact.value, str(k.status)) for k in memory.facts("Ines", "lives in")]
    assert homes == [("Faro", "current"), ("Porto", "ended")]


def test_who_said_it_is_kept_and_the_assistant_is_no_person(memory: Memory) -> None:
    for speaker, role in (("Ines", Role.USER), ("assistant", Role.ASSISTANT)):
        turn = memory.turn(remember(memory, "I like tea.", speaker=speaker).turn_id)
        assert turn is not None and (turn.speaker, turn.role) == (speaker, role)


def test_secrets_are_replaced(memory: Memory) -> None:
    found = remember(memory, "My password is hunter2!x, by the way.")
    assert found.redacted == 1
    assert all("hunter2" not in text for _, text in memory.said())


def test_nothing_to_remember_and_no_time_are_errors(memory: Memory) -> None:
    with pytest.raises(UsageError, match="nothing to remember"):
        remember(memory, "  ")
    with pytest.raises(UsageError, match="not a time"):
        remember(memory, "I like tea.", said_at="the colour blue")
