"""A list is made of phrases that say different likely things, and ends where nothing is added."""

from __future__ import annotations

import numpy as np

from tkg.answer.offline.together import MOST, together


def alike(*bags: str) -> np.ndarray:
    """Return the F1 of letters of every two bags."""
    held = [set(bag) for bag in bags]
    return np.array([[2 * len(a & b) / (len(a) + len(b)) for b in held] for a in held])


def test_the_first_is_the_phrase_that_most_votes_share_words_with() -> None:
    # "ab" meets .4 + .3 * 2/3 + .3 * 2/3 = .8 of the votes, "a" .3 + .4 * 2/3 = .57.
    assert together(alike("a", "ab", "b"), np.array([0.3, 0.4, 0.3]))[0] == 1


def test_a_likely_phrase_that_repeats_the_first_gives_way_to_one_that_does_not() -> None:
    assert together(alike("ab", "abc", "x"), np.array([0.5, 0.4, 0.1])) == [0, 2]


def test_a_list_ends_where_the_next_phrase_is_hardly_likely() -> None:
    assert together(alike("a", "b", "c"), np.array([0.6, 0.38, 0.02])) == [0, 1]


def test_a_list_has_an_end() -> None:
    count = MOST + 3
    chosen = together(np.eye(count), np.full(count, 1 / count))
    assert len(chosen) == len(set(chosen)) == MOST


def test_of_nothing_nothing_is_chosen() -> None:
    assert together(np.zeros((0, 0)), np.zeros(0)) == []
