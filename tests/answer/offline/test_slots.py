"""A relation answers the question that leaves its preposition, not one that leaves another."""

from __future__ import annotations

import pytest

from tests.histories import NOW, memory_of
from tkg.answer import ask

WORK = (
    ("2023-01-05T10:00", [("user", "I work as a nurse.")]),
    ("2023-02-05T10:00", [("user", "I work in the payroll team.")]),
)
HOME = (
    ("2023-01-05T10:00", [("user", "I live in Ghent.")]),
    ("2023-02-05T10:00", [("user", "Sorry, my mistake, I live in Porto, not in Ghent.")]),
)


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("What do I work as?", "a nurse"),
        ("What do I work as now?", "a nurse"),
        ("Which team do I work in?", "the payroll team"),
    ],
)
def test_a_job_and_a_team_are_told_apart(question: str, right: str) -> None:
    with memory_of(*WORK) as memory:
        assert ask(memory, question, now=NOW).answer == right


def test_a_corrected_value_answers_alone() -> None:
    with memory_of(*HOME) as memory:
        assert ask(memory, "Where do I live?", now=NOW).answer == "Porto"


SHOPPING = (
    (
        "2023-01-05T10:00",
        [
            ("Omar", "I bought a kettle and a lamp. I didn't buy the sofa."),
            ("Lena", "I read a book about bees. Hugo, my neighbour, sold his boat."),
        ],
    ),
    ("2023-04-05T10:00", [("Omar", "I bought a rug yesterday. I joined a chess club in March.")]),
    ("2023-09-05T10:00", [("Omar", "I bought a desk last week. I joined a choir today.")]),
)


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("What did Omar buy?", "a kettle, a lamp, a rug, a desk"),
        ("What has Omar bought?", "a kettle, a lamp, a rug, a desk"),
        ("What did Omar buy in April 2023?", "a rug"),
        ("What was the last thing Omar bought?", "a desk"),
        ("Which club did Omar join?", "a chess club"),
        ("What did Hugo sell?", "his boat"),
    ],
)
def test_what_was_told_over_many_talks_is_one_list(question: str, right: str) -> None:
    with memory_of(*SHOPPING) as memory:
        assert ask(memory, question, now=NOW).answer.replace("Hugo's", "his") == right


def test_of_what_somebody_likes_best_only_the_last_is_told() -> None:
    drinks = (
        ("2023-01-05T10:00", [("user", "My favourite drink is still coffee, before and after.")]),
        ("2023-02-05T10:00", [("user", "My favourite drink is green tea now.")]),
    )
    with memory_of(*drinks) as memory:
        assert ask(memory, "What is my favourite drink?", now=NOW).answer == "green tea"
