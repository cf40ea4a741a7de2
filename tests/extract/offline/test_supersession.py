"""From what was said to what holds: nothing closes but what was said to change, in every order."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

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
