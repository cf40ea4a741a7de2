"""What stands around a turn is looked at: its topic two turns before, the question it answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.histories import NOW, memory_of
from tkg.answer.offline.asked import Kind
from tkg.answer.offline.dialogue import columns, questions
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.look import look
from tkg.answer.put import Question
from tkg.kg.memory import Memory

TALK = [
    ("Ana", "I joined the rowing club."),
    ("Ben", "Nice! Why did you join? It rains."),
    ("Ana", "My doctor told me to."),
    ("Ben", "Sensible."),
]


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with memory_of(("2023-03-10T10:00", TALK)) as made:
        yield made


def seen(memory: Memory, question: str, said: str) -> tuple[Evidence, Passage]:
    found = look(memory, Question(question, NOW))
    return found, next(p for p in found.passages if p.turn.text == said)


def test_the_reply_to_a_question_of_the_same_kind_is_marked(memory: Memory) -> None:
    evidence, reply = seen(memory, "Why did Ana join the rowing club?", TALK[2][1])
    assert columns(evidence, reply, {}, 1.0)[4:6] == [1.0, 1.0]
    evidence, reply = seen(memory, "Where did Ana join the rowing club?", TALK[2][1])
    assert columns(evidence, reply, {}, 1.0)[4:6] == [0.0, 0.0]


def test_the_topic_two_turns_before_counts_for_a_reply(memory: Memory) -> None:
    evidence, reply = seen(memory, "Why did Ana join the rowing club?", TALK[2][1])
    earlier, all_three, *_ = columns(evidence, reply, {}, 1.0)
    assert earlier == all_three == 1.0


def test_scores_of_the_turns_beside_one_are_seen(memory: Memory) -> None:
    evidence, reply = seen(memory, "Why did Ana join?", TALK[2][1])
    session = reply.turn.session
    scores = {(session, 0): 0.7, (session, 1): 0.2, (session, 3): 0.1, ("another", 1): 0.9}
    assert columns(evidence, reply, scores, 0.0)[10:16] == [0.2, 0.7, 0.1, 0.0, 0.7, 0.0]


def test_only_questions_of_a_turn_ask(memory: Memory) -> None:
    _, asking = seen(memory, "Why did Ana join?", TALK[1][1])
    kinds, wanted = questions(asking.turn)
    assert kinds == {Kind.WHY}
    assert "rain" not in wanted
    assert questions(None) == (frozenset(), frozenset())
