"""What a correction takes back: what it speaks against, and nothing that was so before."""

from __future__ import annotations

import pytest

from tests.extract.offline.test_supersession import known as heard
from tests.kg.graph.test_timelines import held, stands, tell
from tkg.kg.graph.told import Stand
from tkg.kg.model import Change

HELD, RETRACTED = Stand.HELD, Stand.RETRACTED


@pytest.mark.parametrize(
    ("change", "denies"), [(Change.END, False), (Change.END, True), (Change.NEW, True)]
)
@pytest.mark.parametrize("relation", ["is allergic to", "lives in"])
def test_who_takes_back_that_it_ended_keeps_what_was_so(
    relation: str, change: Change, *, denies: bool
) -> None:
    facts = [
        tell("nuts", "2023-01-10"),
        tell("nuts", "2023-02-10", change=change, denies=denies),
        tell("nuts", "2023-03-10", change=Change.CORRECTION),
    ]
    assert held(facts, relation) == [("nuts", "2023-01-10", "?")]
    assert stands(facts, relation) == [HELD, RETRACTED, HELD]


def test_a_corrected_move_takes_back_the_move_and_no_end_before_or_after_it() -> None:
    facts = [
        tell("Rome", "2021-01-01"),
        tell("Rome", "2022-01-01", change=Change.END),
        tell("Rome", "2023-06-01", start="2023-05-01", starts=True),
        tell("Rome", "2023-09-01", change=Change.END),
        tell("Rome", "2023-10-01", start="2023-04-01", starts=True, change=Change.CORRECTION),
    ]
    assert held(facts) == [
        ("Rome", "2021-01-01", "2022-01-01"),
        ("Rome", "2023-04-01", "2023-09-01"),
    ]


@pytest.mark.parametrize(
    ("relation", "told", "ended", "put_right"),
    [
        (
            "is allergic to",
            "I am allergic to nuts.",
            "I am not allergic to nuts anymore.",
            "That was wrong, I am still allergic to nuts.",
        ),
        (
            "lives in",
            "I live in Rome.",
            "I no longer live in Rome.",
            "I was wrong, I live in Rome.",
        ),
    ],
)
def test_what_was_wrong_of_the_end_leaves_the_beginning(
    relation: str, told: str, ended: str, put_right: str
) -> None:
    said = [("2023-01-10", told), ("2023-02-10", ended), ("2023-03-10", put_right)]
    found = heard(relation, *said)
    assert sorted(status for _, status in found) == ["current", "retracted"]
