"""What takes the place of something ends it in whatever words it was told, in every order."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from itertools import permutations

import pytest

from tests.kg.graph.tellings import NOW, Telling, in_every_order, rows, store, tell
from tkg.extract.formats.plain import read
from tkg.extract.llm import ModelExtractor
from tkg.extract.session import ingest_sessions
from tkg.kg.llm.chat import Reply, Request
from tkg.kg.memory import Memory
from tkg.kg.model import Change, FactKind
from tkg.kg.store import erase

Row = tuple[str, str, str, str]


def held(*tellings: Telling) -> list[Row]:
    """Return (value, status, from, until) of all that is told, the same in every order."""
    results = {tuple(rows(m.facts("Ines"))) for m in in_every_order(tellings)}
    assert len(results) == 1, results
    return list(results.pop())


ATLAS = tell("2024-01-10", "is on", "the Atlas project")
SWAP = tell("2024-03-01", "was reassigned to", "Borealis", kind=FactKind.EVENT, instead_of="Atlas")


def test_from_one_to_another_ends_the_one_in_other_words() -> None:
    assert held(ATLAS, SWAP) == [
        ("the Atlas project", "ended", "2024-01-10", "2024-03-01"),
        ("Borealis", "current", "2024-03-01", "?"),
    ]


def test_the_new_value_is_held_in_the_relation_of_the_old_one() -> None:
    for memory in in_every_order([ATLAS, SWAP]):
        assert [k.fact.value for k in memory.facts("Ines", "is on", past=False)] == ["Borealis"]


def test_a_chain_of_changes_ends_where_it_began() -> None:
    again = tell("2024-05-01", "switched to", "Comet", kind=FactKind.EVENT, instead_of="Borealis")
    assert held(ATLAS, SWAP, again) == [
        ("the Atlas project", "ended", "2024-01-10", "2024-03-01"),
        ("Borealis", "ended", "2024-03-01", "2024-05-01"),
        ("Comet", "current", "2024-05-01", "?"),
    ]


@pytest.mark.parametrize(
    ("predicate", "value"),
    [
        ("is on", "the Atlas conference committee"),
        ("likes", "Atlas"),
        ("visited", "Atlas"),
        ("is on", "the Comet project"),
    ],
)
def test_what_is_another_thing_or_lasts_does_not_end(predicate: str, value: str) -> None:
    told = tell("2024-01-10", predicate, value)
    [status] = [row[1] for row in held(told, SWAP) if row[0] == value]
    assert status in ("current", "happened")


def test_what_is_told_after_the_change_is_not_ended_by_it() -> None:
    back = tell("2024-06-01", "is on", "the Atlas project")
    assert ("the Atlas project", "current", "2024-06-01", "?") in held(SWAP, back)


def test_who_moves_to_another_town_may_still_work_in_the_old_one() -> None:
    job = tell("2024-01-10", "works in", "Porto")
    move = tell("2024-03-01", "moved to", "Faro", kind=FactKind.EVENT, instead_of="Porto")
    assert held(job, move) == [
        ("Porto", "current", "2024-01-10", "?"),
        ("Faro", "current", "2024-03-01", "?"),
    ]


def test_a_correction_of_another_wording_takes_back_what_was_told_last() -> None:
    old = tell("2024-01-10", "is employed by", "Norden")
    wrong = tell("2024-02-01", "has a desk at", "Norden")
    right = tell("2024-02-02", "sits at", "Arctos", change=Change.CORRECTION, instead_of="Norden")
    assert held(old, wrong, right) == [
        ("Norden", "current", "2024-01-10", "?"),
        ("Arctos", "current", "2024-02-02", "?"),
        ("Norden", "retracted", "?", "?"),
    ]


def test_a_correction_of_a_state_takes_back_no_event() -> None:
    trip = tell("2024-01-10", "visited", "Rome", kind=FactKind.EVENT)
    right = tell("2024-02-02", "sits in", "Milan", change=Change.CORRECTION, instead_of="Rome")
    assert ("Rome", "happened") in [row[:2] for row in held(trip, right)]


def test_a_change_that_is_forgotten_never_ended_anything() -> None:
    for order in permutations([ATLAS, SWAP]):
        memory = store(order)
        memory.erase(erase.plan(memory.db, sessions=[SWAP.session.key]))
        assert rows(memory.facts("Ines")) == [("the Atlas project", "current", "2024-01-10", "?")]


def test_before_the_change_was_told_the_old_value_held() -> None:
    for memory in in_every_order([ATLAS, SWAP]):
        then = datetime(2024, 2, 1, tzinfo=UTC)
        assert rows(memory.facts("Ines", known_at=then)) == [
            ("the Atlas project", "current", "2024-01-10", "?")
        ]


SAID = {
    "2024-01-10": ("I drive for Norden.", {"predicate": "drives for", "value": "Norden"}),
    "2024-02-01": (
        "I was wrong about Norden, I deliver parcels for Arctos.",
        {
            "predicate": "delivers parcels for",
            "value": "Arctos",
            "change": "correction",
            "instead_of": "Norden",
        },
    ),
    "2024-03-01": (
        "They put me on the night shift in place of Arctos.",
        {
            "predicate": "is on",
            "value": "the night shift",
            "change": "update",
            "instead_of": "Arctos",
        },
    ),
}


class Replay:
    """A model that answers with what is recorded of a session."""

    def complete(self, request: Request) -> Reply:
        """Return the one fact of the session whose words are asked about."""
        said = request.messages[-1].text
        [fact] = [f for words, f in SAID.values() if words in said]
        turn = re.search(r'"turn": "([^"]+)"', said)
        assert turn is not None
        return Reply(text=json.dumps({"facts": [{"subject": "user", **fact, "turns": [turn[1]]}]}))


def test_a_model_says_what_stands_instead_of_what_in_any_order() -> None:
    results = set()
    for order in permutations(SAID):
        told = [
            {"session_id": d, "date": d, "messages": [{"role": "user", "content": SAID[d][0]}]}
            for d in order
        ]
        memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
        ingest_sessions(memory, list(read(told, "chat")), ModelExtractor(Replay(), "m"))
        results.add(tuple(rows(memory.facts("user"))))
    assert results == {
        (
            ("Arctos", "ended", "2024-02-01", "2024-03-01"),
            ("the night shift", "current", "2024-03-01", "?"),
            ("Norden", "retracted", "?", "?"),
        )
    }
