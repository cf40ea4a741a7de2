"""A few questions put to a memory, as a person would read the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tkg.answer.question import ask
from tkg.answer.shape import answer_lines
from tkg.kg.memory import Memory


def conversation(memory: Memory, questions: Iterable[str]) -> Iterator[str]:
    """Give each question, its answer and the sentences it rests on, line by line."""
    for question in questions:
        yield ""
        yield f"? {question}"
        yield from answer_lines(ask(memory, question, now=memory.clock()))
