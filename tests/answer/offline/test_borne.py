"""A yes needs a clause about the one asked about that tells of something real."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask
from tkg.answer.answer import Answer


def answer(said: str, question: str) -> Answer:
    told = [("Ana", said), ("Ben", "Oh nice, tell me more.")]
    with memory_of(("2023-03-10T10:00", told)) as memory:
        return ask(memory, question, now=NOW)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Dan's wife Priya is a dentist.", "Is Ana a dentist?"),
        ("My son Tom is allergic to nuts.", "Is Ana allergic to nuts?"),
        ("Leo has two dogs. Zoe owns a boat.", "Does Zoe have a dog?"),
    ],
)
def test_what_somebody_else_is_or_has_is_no_yes(said: str, question: str) -> None:
    assert answer(said, question).abstained


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I might move to Paris next year.", "Did Ana move to Paris?"),
        ("I want to buy a boat.", "Does Ana have a boat?"),
        ("I wish I had a garden.", "Does Ana have a garden?"),
    ],
)
def test_a_wish_or_a_possibility_is_no_yes(said: str, question: str) -> None:
    found = answer(said, question)
    assert found.abstained
    assert "no more than a plan" in found.reason


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I got a dog last week.", "Does Ana have a dog?"),
        ("Leo has two dogs. Zoe owns a boat.", "Does Leo have a dog?"),
        ("My husband and I adopted a puppy.", "Did Ana adopt a puppy?"),
        ("My sister gave me a bike.", "Did Ana get a bike?"),
        ("My sister Kate is a nurse.", "Is Ana's sister a nurse?"),
        ("My dog is called Rex and he is sick.", "Is Ana's dog sick?"),
        ("Hiking is my favourite hobby.", "Does Ana like hiking?"),
    ],
)
def test_what_is_really_so_of_the_one_asked_about_is_a_yes(said: str, question: str) -> None:
    assert answer(said, question).answer == "Yes"


def test_a_plan_bears_out_a_question_for_plans() -> None:
    assert answer("I am planning to visit Rome.", "Is Ana planning to visit Rome?").answer == "Yes"


def test_who_is_asked_about_together_may_each_bear_it_out() -> None:
    said = "I used to sing in a choir."
    assert answer(said, "Did Ana and Ben sing in a choir?").answer == "Yes"
