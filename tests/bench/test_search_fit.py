"""Weights are learned from which turns hold the answer, and the measures are the benchmark's."""

import numpy as np
import pytest

from tkg.bench.search_cases import Case
from tkg.bench.search_fit import Example, fit
from tkg.bench.search_tune import left_out, measures


def example(*rows: tuple[float, float], right: int) -> Example:
    """Return a question whose one right turn is also its one right session."""
    turns = np.arange(len(rows)) == right
    return Example(np.array(rows, np.float32), turns, turns)


MANY = [
    example((1, 0), (0, 1), (0, 0), right=0),
    example((0.2, 0.9), (0.9, 0.1), (0.1, 0.2), right=1),
    example((0, 0.5), (0.1, 0.6), (0.8, 0.4), right=2),
]


def test_the_feature_that_tells_right_from_wrong_gets_the_weight() -> None:
    first, second = fit(MANY, shrink=0.01)
    assert first > 1 > second


def test_more_shrinking_makes_smaller_weights() -> None:
    loose, tight = (np.abs(fit(MANY, shrink)).sum() for shrink in (0.01, 1.0))
    assert tight < loose / 2


def test_the_same_examples_give_the_same_weights() -> None:
    assert fit(MANY, 0.01).tolist() == fit(MANY, 0.01).tolist()


def test_a_question_without_a_right_turn_teaches_nothing() -> None:
    nothing = Example(np.ones((2, 2), np.float32), np.zeros(2, bool), np.zeros(2, bool))
    assert fit([*MANY, nothing], 0.01).tolist() == fit(MANY, 0.01).tolist()


def test_a_question_that_counts_twice_is_two_questions() -> None:
    twice = [*MANY, MANY[1]]
    heavy = [MANY[0], Example(MANY[1].rows, MANY[1].turns, MANY[1].sessions, 2.0), MANY[2]]
    loose = fit(twice, 0.01), fit(heavy, 0.01)
    assert np.sign(loose[0]).tolist() == np.sign(loose[1]).tolist()


def case(group: str = "a", turns: tuple[int, ...] = (2,), held: int = 1) -> Case:
    """Return a question over four turns of three sessions; one feature falls from 4 to 1."""
    feature = np.array([4, 3, 2, 1], np.float32)
    places = np.array([0, 0, 1, 2])
    right = np.isin(np.arange(4), turns)
    return Case(
        group=group,
        kind="k",
        text="?",
        features={"falls": feature},
        first=feature,
        turns=right,
        sessions=np.isin(places, places[right]),
        places=places,
        keys=("d", "c", "b", "a"),
        held=held,
    )


def test_a_session_ranks_where_its_best_turn_does() -> None:
    # The third turn is the first of the second session.
    assert measures(case(), case().first) == (1.0, 1.0, 0.5, 1.0, 1.0)


def test_a_turn_that_was_not_looked_at_is_not_found() -> None:
    assert measures(case(held=2), case().first)[3] == 0.5


def test_turns_that_score_the_same_go_by_key() -> None:
    # All equal: the last turn has the first key, so the third comes second.
    assert measures(case(), np.zeros(4, np.float32))[2] == pytest.approx(1 / 2)


def test_a_conversation_is_ranked_by_what_the_others_taught() -> None:
    # In "a" the right turn scores low, in "b" high: each is ranked by the other's lesson.
    known = [case("a", turns=(3,)), case("b", turns=(0,))]
    score = left_out(known, ["falls"])
    assert np.argmax(score(known[0])) == 0
    assert np.argmax(score(known[1])) == 3
