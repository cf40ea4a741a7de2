"""Who is one and who is not, from words alone: the corpus of names, in both orders of sessions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.extract.offline.cases import lines
from tests.histories import NOW, Said, history
from tests.kg.graph.named import fill
from tkg.extract.offline.extractor import Offline
from tkg.kg.memory import Memory

CASES = list(lines("names.txt"))


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with Memory(":memory:", clock=lambda: NOW, embedder=None) as made:
        yield made


def told(words: str) -> list[tuple[str, list[Said]]]:
    """Return the sessions of a case, a month apart."""
    return [
        (f"2024-{month:02}-01", [_said(turn) for turn in session.split(" | ")])
        for month, session in enumerate(words.split(" || "), start=1)
    ]


def _said(turn: str) -> Said:
    speaker, _, text = turn.partition(": ")
    return speaker, text


def groups(memory: Memory, people: str) -> list[set[str]]:
    """Return the entities of each group of forms, a form that nothing tells of as its own."""
    return [
        {memory.resolve_name(form) or form for form in group.split(" = ")}
        for group in people.split(" ; ")
    ]


@pytest.mark.parametrize("case", CASES)
def test_who_is_one_and_who_is_another(case: str, memory: Memory) -> None:
    words, _, people = case.removeprefix("!").partition(" => ")
    heard = [(session, Offline().extract(session)) for session in history(*told(words))]
    orders = [heard, heard[::-1]][: len(heard)]
    wrong = [order for order in orders if not _right(fill(memory, order), people)]
    assert bool(wrong) == case.startswith("!")


def _right(memory: Memory, people: str) -> bool:
    found = groups(memory, people)
    apart = len(set.union(*found)) == len(found)
    return apart and all(len(group) == 1 for group in found)
