"""Words are read in their context by the packaged model; without one nothing is known of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.histories import NOW, memory_of
from tkg.answer.offline.context import AXES, COLUMNS, Basis, basis, columns, of_words
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.look import look
from tkg.answer.offline.pool import pool
from tkg.answer.offline.tokens import tokens
from tkg.answer.put import Question
from tkg.kg.embed.embedder import States
from tkg.kg.embed.named import embedder


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    said = [("Ana", "I play the violin every Sunday."), ("Ben", "Who taught you?")]
    with memory_of(("2023-03-10T10:00", said)) as memory:
        return look(memory, Question("What instrument does Ana play?", NOW))


def made(evidence: Evidence) -> tuple[Evidence, Basis]:
    model = embedder("packaged")
    assert model is not None
    texts = [p.turn.text for p in evidence.passages]
    states = np.concatenate([model.states(text).vectors for text in texts])  # type: ignore[attr-defined]
    return replace(evidence, model=model), basis(model.name, states)  # type: ignore[arg-type]


def test_a_memory_without_a_model_knows_nothing_of_words(evidence: Evidence) -> None:
    _, kept = made(evidence)
    found = columns(evidence, pool(evidence), kept)
    assert found.shape == (len(pool(evidence).first), COLUMNS)
    assert not found.any()


def test_states_of_another_model_are_not_mixed_in(evidence: Evidence) -> None:
    with_model, kept = made(evidence)
    assert not columns(with_model, pool(with_model), replace(kept, model="another")).any()


def test_what_is_like_the_question_stands_out(evidence: Evidence) -> None:
    with_model, kept = made(evidence)
    candidates = pool(with_model)
    like = columns(with_model, candidates, kept)[:, 5 * AXES]
    by_text = {candidates.text(n): float(v) for n, v in enumerate(like)}
    assert by_text["violin"] > by_text["Sunday"]


def test_a_word_has_the_mean_state_of_its_pieces() -> None:
    words = tokens("I kayak now")
    pieces = [(0, 0), (0, 1), (2, 4), (4, 7), (0, 0)]  # signs of the model's own at both ends
    starts, ends = np.array(pieces).T
    states = States(np.array([[9], [1], [2], [4], [9]], np.float32), starts, ends)
    assert of_words(states, words).tolist() == [[1], [3], [0]]
