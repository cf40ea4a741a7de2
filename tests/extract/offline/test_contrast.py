"""What is set apart is no part of a value, and names what a correction takes back."""

from __future__ import annotations

import pytest

from tests.extract.offline.cases import read
from tkg.extract.offline.contrast import blanked, contrasts
from tkg.kg.model import Change, Fact, Polarity


def value(words: str, predicate: str) -> Fact:
    return next(f for f in read(words).facts if f.predicate == predicate)


@pytest.mark.parametrize(
    ("words", "predicate", "right", "wrong"),
    [
        ("I was wrong, I drive a Skoda, not a Kia.", "drives", "a Skoda", "a Kia"),
        ("Oops, wrong town. I live in Porto, not in Ghent!", "lives in", "Porto", "Ghent"),
        ("Sorry, my favourite drink is cider, not lemonade.", "is", "cider", "lemonade"),
        ("My mistake: I work as a nurse - not as a chemist.", "works as", "a nurse", "a chemist"),
    ],
)
def test_a_correction_names_the_value_that_was_wrong(
    words: str, predicate: str, right: str, wrong: str
) -> None:
    fact = value(f"Nora: {words}", predicate)
    told = (fact.value, fact.instead_of, fact.change, fact.polarity)
    assert told == (right, wrong, Change.CORRECTION, Polarity.YES)


def test_who_only_sets_apart_corrects_nothing() -> None:
    fact = value("Nora: We eat fish, not meat.", "eats")
    told = (fact.value, fact.instead_of, fact.change, fact.polarity)
    assert told == ("fish", None, Change.NEW, Polarity.YES)


@pytest.mark.parametrize(
    "remark",
    [
        "Wow, not bad.",
        "We went home, not that I wanted to.",
        "I run a lot, not only in spring.",
        "I left early, not knowing the way.",
        "I bought it, not because of the price.",
        "He is tall, not she is.",
        "I haven't been there, not yet.",
    ],
)
def test_a_remark_sets_nothing_apart(remark: str) -> None:
    assert contrasts(remark) == ()


def test_blanks_keep_every_offset_and_the_stop() -> None:
    text = "I drive a Skoda, not a Kia. It is red."
    plain = blanked(text, contrasts(text))
    assert len(plain) == len(text)
    assert plain.index("It") == text.index("It")
    assert plain.startswith("I drive a Skoda. ")
