"""The turns that are likely to answer are chosen by what they hold, who speaks, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.histories import NOW, memory_of
from tkg.answer.offline.context import Basis
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.look import look
from tkg.answer.offline.scorer import Layer, Weights
from tkg.answer.offline.turns import about, features, narrowed, premise, tells_of
from tkg.answer.put import Question
from tkg.kg.memory import Memory

HELD_BY_SUBJECT = 18
"""Column of `features`."""
SAID = (
    ("2023-03-10T10:00", [("Ana", "I planted tulips."), ("Ben", "I planted beans.")]),
    ("2023-07-02T10:00", [("Ana", "I planted roses."), ("Ben", "In March I planted leeks.")]),
)


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with memory_of(*SAID) as made:
        yield made


def evidence(memory: Memory, text: str) -> Evidence:
    return look(memory, Question(text, NOW))


def test_the_likeliest_turns_are_kept_with_their_shares(memory: Memory) -> None:
    found = evidence(memory, "What did Ana plant?")
    scores = np.arange(len(found.passages), dtype=np.float32)
    kept = narrowed(found, scores, 2)
    assert [p.rank for p in kept.passages] == [3, 2]
    assert kept.passages[0].share == pytest.approx(float(np.exp(3) / np.exp(scores).sum()), 1e-4)


def test_words_of_the_time_asked_about_are_not_looked_for(memory: Memory) -> None:
    asked = evidence(memory, "What did Ana plant in March 2023?").asked
    assert asked.stems == {"plant"}
    assert asked.window is not None
    assert asked.window.start is not None
    assert asked.window.start.month == 3


def test_a_turn_tells_of_when_it_was_said_and_of_the_times_it_names(memory: Memory) -> None:
    found = evidence(memory, "What did Ben plant in March 2023?")
    window = found.asked.window
    assert window is not None
    told = {p.turn.text: tells_of(p, window) for p in found.passages}
    assert told == {
        "I planted tulips.": True,
        "I planted beans.": True,
        "I planted roses.": False,
        "In March I planted leeks.": True,
    }


def test_every_turn_has_one_row(memory: Memory) -> None:
    found = evidence(memory, "What did Ana plant?")
    assert features(found).shape[0] == len(found.passages) == 4


@pytest.mark.parametrize("speaker", ["Ana", "Ben", "Cleo"])
def test_rows_about_another_are_those_of_the_question_asked_about_them(
    memory: Memory, speaker: str
) -> None:
    found = evidence(memory, "What did Ana plant in March 2023?")
    asked_anew = replace(found, asked=replace(found.asked, subject=speaker))
    assert (about(features(found), found, speaker) == features(asked_anew)).all()


def held_by_the_one_asked_about(columns: int) -> Weights:
    """Weights under which a turn answers by what it holds of the question, said by its subject."""
    line = np.zeros(columns, np.float32)
    line[HELD_BY_SUBJECT] = 1
    layer = Layer(np.zeros((columns, 1), np.float32), np.zeros(1, np.float32), np.zeros(1), line)
    return Weights({"turn": (layer,)}, 0.0, Basis("", np.zeros(1, np.float32), np.zeros((1, 1))))


@pytest.mark.parametrize(("question", "right"), [("Ben", True), ("Ana", False)])
def test_a_deed_of_the_other_speaker_shows_in_whose_turns_would_answer(
    question: str, right: bool
) -> None:
    said = [("Ben", "I adopted a green parrot."), ("Ana", "Lovely, parrots are clever.")]
    with memory_of(("2023-03-10T10:00", said)) as memory:
        found = evidence(memory, f"Why did {question} adopt a green parrot?")
    weights = held_by_the_one_asked_about(features(found).shape[1])
    assert (premise(found, weights)[0] > 0) == right


def test_without_a_subject_nobody_is_mixed_up(memory: Memory) -> None:
    found = evidence(memory, "Who planted leeks?")
    assert not any(premise(found, held_by_the_one_asked_about(features(found).shape[1])))
