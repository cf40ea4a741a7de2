"""Where a number is told twice, the one told last holds, unless the question is about earlier."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.histories import NOW, memory_of
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.look import look
from tkg.answer.offline.newer import newest
from tkg.answer.offline.phrases import Phrase
from tkg.answer.put import Question
from tkg.kg.memory import Memory

OLD = "The bank lent us $9,000 for the new roof."
NEW = "In the end the bank lent us $12,000 for the new roof!"
OTHER = "The new roof took the bank's people 12 days."


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with memory_of(
        ("2023-03-10T10:00", [("Ana", OLD), ("Ben", "A new roof!")]),
        ("2023-05-02T10:00", [("Ana", NEW), ("Ana", OTHER)]),
        ("2023-06-02T10:00", [("Ben", "The bank lent us $500 for a new roof, too.")]),
    ) as made:
        yield made


def phrase(evidence: Evidence, text: str) -> Phrase:
    passage = next(p for p in evidence.passages if text in p.turn.text)
    return Phrase(text, passage, 0.0, 0.0, 0.0)


def chosen(memory: Memory, question: str, top: str, *others: str) -> str:
    evidence = look(memory, Question(question, NOW))
    found = [phrase(evidence, text) for text in others]
    return newest(evidence, phrase(evidence, top), found).text


ASKED = "How much did the bank lend Ana for the roof?"


def test_the_number_told_last_is_the_answer(memory: Memory) -> None:
    assert chosen(memory, ASKED, "$9,000", "$9,000", "$12,000") == "$12,000"
    assert chosen(memory, ASKED, "$12,000", "$9,000", "$12,000") == "$12,000"


def test_a_number_of_another_thing_is_not_newer(memory: Memory) -> None:
    assert chosen(memory, ASKED, "$9,000", "12 days", "12") == "$9,000"


def test_what_another_person_told_is_not_newer(memory: Memory) -> None:
    assert chosen(memory, "How much did they lend for the roof?", "$9,000", "$500") == "$9,000"


@pytest.mark.parametrize(
    "question",
    ["How much did the bank first lend Ana?", "How much did the bank lend Ana in March 2023?"],
)
def test_a_question_about_earlier_keeps_the_earlier_number(memory: Memory, question: str) -> None:
    assert chosen(memory, question, "$9,000", "$12,000") == "$9,000"


def test_an_answer_without_a_number_is_kept(memory: Memory) -> None:
    assert chosen(memory, "What did the bank lend for?", "roof", "$12,000") == "roof"
