"""A name that holds another: one value however it is worded, and two where somebody moved."""

from __future__ import annotations

import pytest

from tests.extract.offline.test_supersession import known as heard
from tests.kg.graph.test_timelines import held, tell
from tkg.kg.graph.values import agree, worded
from tkg.kg.model import Change

PAIRS = [("New York", "York"), ("Georgia", "South Georgia"), ("Oxford", "Oxford Brookes")]


@pytest.mark.parametrize(("first", "second"), [*PAIRS, *(pair[::-1] for pair in PAIRS)])
def test_a_move_to_a_place_with_a_longer_or_shorter_name_is_a_move(first: str, second: str) -> None:
    facts = [
        tell(first, "2023-01-10"),
        tell(second, "2023-02-10", start="2023-02-09", starts=True, deictic=True),
        tell(second, "2023-03-10"),
    ]
    assert held(facts) == [(first, "2023-01-10", "2023-02-09"), (second, "2023-02-09", "?")]


def test_now_is_news_and_a_bare_telling_is_another_wording() -> None:
    before = tell("Oxford", "2023-01-10", relation="studies at")
    now = tell("Oxford Brookes", "2023-02-10", change=Change.UPDATE, relation="studies at")
    still = tell("Oxford Brookes", "2023-02-10", relation="studies at")
    assert [row[0] for row in held([before, now], "studies at")] == ["Oxford", "Oxford Brookes"]
    assert held([before, still], "studies at") == [("Oxford Brookes", "2023-01-10", "?")]


def test_the_move_of_old_told_later_with_the_longer_name_is_no_second_one() -> None:
    home = tell("York", "2023-01-10")
    moved = tell("New York", "2023-02-10", start="2019-03-01", starts=True)
    again = tell("York", "2023-03-10", start="2019-03-01", starts=True)
    assert held([home, moved]) == [("New York", "2019-03-01", "?")]
    assert held([home, moved, again]) == [("New York", "2019-03-01", "?")]


@pytest.mark.parametrize(("one", "other"), [("Acme", "Acme Corp"), ("New York", "New York City")])
def test_a_word_that_only_says_of_what_sort_it_is_makes_no_other_name(one: str, other: str) -> None:
    facts = [tell(one, "2023-01-10"), tell(other, "2023-02-10", starts=True, deictic=True)]
    assert held(facts) == [(other, "2023-01-10", "?")]


def test_a_name_is_no_name_that_begins_like_it() -> None:
    for one, other in (("Niger", "Nigeria"), ("Julia", "Julian"), ("Robert", "Roberta")):
        assert not agree(worded(one), worded(other))
        assert not agree(worded(other), worded(one))
    for one, other in (("trans", "transgender"), ("Trans", "transgender woman")):
        assert agree(worded(one), worded(other))


def test_a_move_that_is_heard_is_a_move_though_one_name_holds_the_other() -> None:
    told = [
        ("2023-01-10", "I live in New York."),
        ("2023-02-10", "I moved to York yesterday."),
        ("2023-03-10", "I live in York."),
    ]
    assert heard("lives in", *told) == [("New York", "ended"), ("York", "current")]
    assert heard(
        "lives in", ("2023-01-10", "I live in Niger."), ("2023-02-10", "I live in Nigeria.")
    ) == [
        ("Niger", "ended"),
        ("Nigeria", "current"),
    ]
