"""Two names of one are one value: a confirmation, no succession, in every order of arrival."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.kg.graph.tellings import known, rows, store, tell
from tkg.kg.model import Change, FactKind
from tkg.kg.store import erase

SHORT = ("NYC", "New York City")


@pytest.mark.parametrize("first", [0, 1])
def test_a_place_by_its_short_name_is_the_same_place(first: int) -> None:
    said = [SHORT[first], SHORT[1 - first]]
    told = [
        tell("2024-01-01", "lives in", said[0]),
        tell("2024-02-01", "lives in", said[1]),
        tell("2024-03-01", "likes", "trains", same=SHORT),
    ]
    fullest = "New York City"
    assert known(told, "lives in") == [(fullest, "current", "2024-01-01", "?")]


def test_another_place_still_ends_it_under_either_name() -> None:
    told = [
        tell("2024-01-01", "lives in", "NYC", same=SHORT),
        tell("2024-02-01", "lives in", "New York City"),
        tell("2024-03-01", "moved to", "Boston", kind=FactKind.EVENT),
    ]
    assert known(told, "lives in") == [
        ("New York City", "ended", "2024-01-01", "2024-03-01"),
        ("Boston", "current", "2024-03-01", "?"),
    ]


def test_an_end_under_one_name_ends_what_was_told_under_the_other() -> None:
    told = [
        tell("2024-01-01", "plays for", "NYC"),
        tell("2024-02-01", "cooks for", "New York City", same=SHORT),
        tell("2024-03-01", "cooks for", "NYC", change=Change.END),
    ]
    assert known(told, "cooks for") == [("New York City", "ended", "2024-02-01", "2024-03-01")]


def test_a_person_by_name_and_as_kin_is_the_same_person() -> None:
    told = [
        tell("2024-01-01", "lives with", "my sister"),
        tell("2024-02-01", "lives with", "Kate"),
        tell("2024-03-01", "lives with", "my sister Kate"),
        tell("2024-04-01", "likes", "trains", same=("Ines's sister", "Kate")),
    ]
    found = known(told, "lives with")
    assert found == [("my sister Kate", "current", "2024-01-01", "?")]


def test_what_is_no_longer_one_is_two_values_again() -> None:
    told = [
        tell("2024-01-01", "lives in", "NYC"),
        tell("2024-02-01", "lives in", "New York City"),
    ]
    alias = tell("2024-03-01", "likes", "trains", same=SHORT)
    for order in permutations([*told, alias]):
        memory = store(order)
        memory.erase(erase.plan(memory.db, sessions=[alias.session.key]))
        assert rows(memory.facts("Ines", "lives in")) == known(told, "lives in")
