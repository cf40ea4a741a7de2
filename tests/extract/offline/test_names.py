"""Who is who, from what is said to the memory: the same in every order of the sessions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.extract.offline.cases import read
from tests.histories import NOW, Said, history
from tests.kg.graph.named import fill, forms, graph, values
from tkg.extract.offline.extractor import Offline
from tkg.kg.memory import Memory
from tkg.kg.model import Status


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with Memory(":memory:", clock=lambda: NOW, embedder=None) as made:
        yield made


def told(memory: Memory, *sessions: tuple[str, list[Said]]) -> Memory:
    """Return a memory of what was said, once it is the same in every order of arrival."""
    heard = [(session, Offline().extract(session)) for session in history(*sessions)]
    results = [graph(fill(memory, order)) for order in permutations(heard)]
    assert all(result == results[0] for result in results)
    return memory


def test_what_differs_in_a_number_is_two(memory: Memory) -> None:
    told(
        memory,
        ("2024-03-01", [("user", "Gate 14 holds 80 people. Gate 15 holds 20.")]),
        ("2024-03-02", [("user", "Gate 15 is closed. Flight KL14 is late. Flight KL15 is full.")]),
    )
    assert "80 people" in values(memory, "Gate 14")
    assert "80 people" not in values(memory, "Gate 15")
    assert forms(memory, "Flight KL14") == {"Flight KL14"}


def test_a_name_within_another_is_another_one(memory: Memory) -> None:
    told(
        memory,
        ("2024-03-01", [("user", "I flew to Iran in March.")]),
        ("2024-03-20", [("user", "Tigran owes me 40 euros.")]),
    )
    assert values(memory, "Tigran") == ["user 40 euros"]
    assert forms(memory, "Tigran") == {"Tigran"}
    assert forms(memory, "user") == {"user"}


def test_two_of_one_surname_are_two_in_one_session_and_in_two(memory: Memory) -> None:
    vet = ("user", "Dr Paul Ostrom is my vet.")
    dentist = ("user", "Dr Petra Ostrom is my dentist.")
    for days in (
        [("2024-03-01", [vet, dentist])],
        [("2024-03-01", [vet]), ("2024-04-01", [dentist])],
    ):
        told(memory, *days)
        assert values(memory, "Dr Petra Ostrom") == ["user's dentist"]
        assert values(memory, "Dr Paul Ostrom") == ["user's vet"]


def test_one_name_is_one_in_all_sessions(memory: Memory) -> None:
    told(
        memory,
        ("2024-03-01", [("user", "Novatek approved the budget.")]),
        ("2024-03-02", [("user", "Novatek hired a new director.")]),
        ("2024-03-03", [("user", "NOVATEK is in Bergen.")]),
    )
    assert len({fact.entity for fact in memory.facts("novatek")}) == 1
    assert {"the budget", "a new director"} <= set(values(memory, "NOVATEK"))


def test_a_sister_has_the_dogs_of_before_and_after_her_name_is_told(memory: Memory) -> None:
    told(
        memory,
        ("2024-01-02", [("user", "my sister got a terrier")]),
        ("2024-02-02", [("user", "Clara, my sister, adopted a second puppy")]),
        ("2024-03-02", [("user", "Her garden is large. The dog sleeps.")]),
    )
    assert values(memory, "Clara") == ["a second puppy", "a terrier"]
    sources = {s for fact in memory.facts("Clara") for s in fact.sources}
    assert sources == {"s1:1", "s2:1"}


def test_decoration_does_not_make_two_of_a_person(memory: Memory) -> None:
    told(
        memory,
        ("2024-01-02", [("Wren \U0001f56f", "I live in Oslo."), ("Bo", "Nice.")]),
        ("2024-02-02", [("wren", "I bought a boat."), ("Bo", "Wow.")]),
        ("2024-03-02", [("Bo", "Wren is tall.")]),
    )
    assert values(memory, "Wren") == ["Oslo", "a boat", "tall"]


def test_what_was_never_so_is_held_of_nobody(memory: Memory) -> None:
    told(
        memory,
        ("2024-07-10", [("user", "I am allergic to peanuts.")]),
        ("2024-07-17", [("user", "That was wrong, I never was allergic to peanuts.")]),
    )
    held = [f for f in memory.facts("user", "is allergic to") if f.status is Status.CURRENT]
    assert not [f for f in held if f.fact.polarity == "yes"]


def test_my_sister_is_each_speakers_own(memory: Memory) -> None:
    told(
        memory,
        (
            "2024-01-02",
            [("Ana", "My sister moved to Faro. Mom cooks pasta every day.")],
        ),
        ("2024-02-02", [("Bo", "My sister moved to Oslo. My mother sings.")]),
    )
    assert values(memory, "Ana's sister") == ["Faro"]
    assert values(memory, "Bo's sister") == ["Oslo"]
    assert not set(values(memory, "Ana's mom")) & set(values(memory, "Bo's mom"))
    assert "mom" in forms(memory, "Ana's mother")


@pytest.mark.parametrize(
    ("said", "mention", "name", "kind"),
    [
        ("My dog is called Rex.", "Nora's dog", "Rex", "explicit"),
        ("My mom's name is Ruth.", "Nora's mom", "Ruth", "explicit"),
        ("My wife is Rose Miller.", "Nora's wife", "Rose Miller", "explicit"),
        ("Everybody calls me Annie.", "Annie", "Nora", "explicit"),
        ("Kate and Ines came.", "Kate", "Ines", "different"),
        ("Kate is not Katherine.", "Kate", "Katherine", "different"),
    ],
)
def test_a_turn_tells_who_is_one_and_who_is_not(
    said: str, mention: str, name: str, kind: str
) -> None:
    found = {(a.mention, a.name, a.evidence) for a in read(f"Nora: {said}").aliases}
    assert (mention, name, kind) in found


def test_people_who_are_told_apart_are_not_joined_for_a_short_name(memory: Memory) -> None:
    told(
        memory,
        ("2024-01-02", [("Ana", "Kate lives in Faro."), ("Bo", "Katherine lives in Oslo.")]),
        ("2024-02-02", [("Ana", "Katherine and Kate met yesterday.")]),
    )
    assert values(memory, "Kate") == ["Faro"]
    assert values(memory, "Katherine") == ["Oslo"]
