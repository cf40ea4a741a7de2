"""What is told of a relative is not told of the one whose relative it is."""

from __future__ import annotations

from tests.histories import NOW, memory_of
from tkg.answer.offline.admitted import admitted
from tkg.answer.offline.look import look
from tkg.answer.offline.pool import pool
from tkg.answer.put import Question
from tkg.answer.question import ask

REX = "My sister has a dog named Rex."


def phrases(question: str, *said: str) -> set[str]:
    with memory_of(("2023-03-10T10:00", [("Ben", text) for text in said])) as memory:
        found = look(memory, Question(question, NOW))
    kept = admitted(found, pool(found))
    return {kept.text(n) for n in range(len(kept.first))}


def test_a_sisters_dog_is_no_dog_of_her_brothers() -> None:
    assert "Rex" not in phrases("What is Ben's dog called?", REX)


def test_a_question_about_the_sister_finds_her_dog() -> None:
    assert "Rex" in phrases("What is the dog of Ben's sister called?", REX)


def test_what_a_sister_gave_her_brother_is_told_of_him() -> None:
    assert "a dog" in phrases("What did Ben get?", "My sister gave me a dog.")


def test_who_may_be_a_relative() -> None:
    assert "sister" in phrases("Who has a dog named Rex, Ben?", REX)


def test_what_things_of_somebody_do_is_told_of_him() -> None:
    assert "the cup" in phrases("What did Ben win?", "My team won the cup.")


def test_a_favourite_of_another_kind_answers_nothing() -> None:
    said = [("user", "My favourite sport is fencing."), ("assistant", "Noted.")]
    with memory_of(("2023-03-10T10:00", said)) as memory:
        assert ask(memory, "What is my favourite drink?", now=NOW).abstained
        assert ask(memory, "What is my favourite sport?", now=NOW).answer == "fencing"
