"""From what was said to what holds: nothing closes but what was said to change, in every order."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

import pytest

from tkg.extract.formats.plain import read
from tkg.extract.offline.extractor import Offline
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def memory(*told: tuple[str, str]) -> Memory:
    """Return a memory of what somebody said on some days, as an assistant's user."""
    rows = [
        {"session_id": day, "date": day, "messages": [{"role": "user", "content": text}]}
        for day, text in told
    ]
    found = Memory(":memory:", clock=lambda: NOW, embedder=None)
    ingest_sessions(found, list(read(rows, "chat")), Offline())
    return found


def known(predicate: str, *told: tuple[str, str], who: str = "user") -> list[tuple[str, str]]:
    """Return (value, status) of a relation in the order in which they held, in any of arrival."""
    results = set()
    for order in permutations(told):
        facts = memory(*order).facts(who, predicate)
        dated = sorted(facts, key=lambda k: (k.valid_from or datetime.min, k.fact.value))
        results.add(tuple((k.fact.value, str(k.status)) for k in dated))
    assert len(results) == 1, results
    return list(results.pop())


def test_to_run_the_employers_website_closes_no_job() -> None:
    job = ("2024-01-01", "I work at Norden as an auditor.")
    site = ("2024-02-01", "I now administer the Norden website.")
    assert known("works at", job, site) == [("Norden", "current")]


def test_two_stints_on_one_project_are_two() -> None:
    first = ("2025-01-02", "I am assigned to Ledger until February 2025.")
    second = ("2025-06-10", "I have been assigned to Ledger since June.")
    assert known("is assigned to", first, second) == [("Ledger", "ended"), ("Ledger", "current")]


def test_who_is_reassigned_from_one_to_another_is_on_the_other() -> None:
    first = ("2026-08-01", "Mina is assigned to Comet.")
    second = ("2026-09-06", "Mina has been reassigned from Comet to Tundra.")
    assert known("is assigned to", first, second, who="Mina") == [
        ("Comet", "ended"),
        ("Tundra", "current"),
    ]


def test_to_hate_what_one_loved_keeps_both() -> None:
    loved, hated = ("2024-01-01", "I love sour beer."), ("2024-02-01", "I hate sour beer.")
    assert known("likes", loved, hated) == [("sour beer", "ended"), ("sour beer", "current")]


def test_to_move_back_is_a_third_stretch() -> None:
    told = [
        ("2020-01-01", "I live in Riga."),
        ("2021-01-01", "I moved to Tartu."),
        ("2022-01-01", "I moved back to Riga."),
    ]
    assert known("lives in", *told) == [
        ("Riga", "ended"),
        ("Tartu", "ended"),
        ("Riga", "current"),
    ]


def test_a_plan_and_a_past_leave_the_present_job_alone() -> None:
    now = ("2024-01-01", "I work at Orbit.")
    talk = ("2024-02-01", "Next year I will probably join Lumen. I used to work at Fenwick.")
    past = ("2024-03-01", "I worked at Kestrel.")
    assert dict(known("works at", now, talk, past)) == {
        "Orbit": "current",
        "Fenwick": "ended",
        "Kestrel": "ended",
    }


def test_a_slip_that_is_owned_takes_the_wrong_value_back() -> None:
    cat = ("2024-01-01", "I have a cat.")
    dog = ("2024-02-01", "Sorry, I meant something else: I have a dog, not a cat.")
    assert set(known("has", cat, dog)) == {("a cat", "retracted"), ("a dog", "current")}
    home = ("2024-01-01", "I live in Bern.")
    mended = ("2024-02-01", "Sorry, I live in Graz, not Bern.")
    assert set(known("lives in", home, mended)) == {("Bern", "retracted"), ("Graz", "current")}


def whole(*told: tuple[str, str], who: str = "user") -> set[tuple[str, str]]:
    """Return (value, status) of what holds or has held, the same in any order of arrival."""
    results = set()
    for order in permutations(told):
        facts = memory(*order).facts(who)
        results.add(frozenset((k.fact.value, str(k.status)) for k in facts))
    assert len(results) == 1, results
    return set(results.pop())


@pytest.mark.parametrize(
    ("first", "then", "old", "new"),
    [
        ("I'm on the Loans team.", "I was moved from Loans to Search.", "the Loans team", "Search"),
        ("I'm learning Dutch.", "I switched from Dutch to Greek.", "Dutch", "Greek"),
        (
            "I work in the Ghent office.",
            "I was transferred from the Ghent office to the Bruges office.",
            "the Ghent office",
            "the Bruges office",
        ),
        ("I work as a clerk.", "I got promoted from clerk to manager.", "a clerk", "manager"),
        ("I'm vegan.", "I changed from vegan to vegetarian.", "vegan", "vegetarian"),
        ("I study physics.", "I changed my major from physics to history.", "physics", "history"),
        ("I'm a nurse.", "I changed jobs from nurse to teacher.", "a nurse", "teacher"),
    ],
)  # fmt: skip
def test_from_one_to_another_ends_the_one_however_it_was_told(
    first: str, then: str, old: str, new: str
) -> None:
    found = whole(("2025-01-01", first), ("2025-03-01", then))
    assert {(old, "ended"), (new, "current")} <= found


@pytest.mark.parametrize(
    ("first", "then", "kept"),
    [
        ("I live in Porto.", "I drove from Porto to Faro.", "Porto"),
        ("I live in Porto.", "I flew from Porto to Rome.", "Porto"),
        ("I have 3 cousins.", "Our team grew from 3 to 5 people.", "3 cousins"),
        ("I love Mondays.", "I work from Monday to Friday.", "Mondays"),
        ("I own a desk.", "I moved the desk from the kitchen to the hall.", "a desk"),
        ("I speak Dutch.", "I switched from Dutch to Greek in the meeting.", "Dutch"),
    ],
)
def test_a_way_from_one_place_to_another_ends_nothing(first: str, then: str, kept: str) -> None:
    assert (kept, "current") in whole(("2025-01-01", first), ("2025-03-01", then))


@pytest.mark.parametrize("told", ["I quit my job.", "I lost my job.", "I lost my job at Acme."])
def test_a_job_that_was_lost_ends_wherever_it_was(told: str) -> None:
    job = ("2024-01-01", "I work at Acme.")
    assert known("works at", job, ("2024-02-01", told)) == [("Acme", "ended")]


def test_a_favourite_is_one_however_it_is_spelled() -> None:
    red = ("2024-01-01", "My favourite colour is red.")
    blue = ("2024-02-01", "My favorite color is blue.")
    assert known("favorite color", red, blue) == [("red", "ended"), ("blue", "current")]
