"""Every line of the corpus is read as it says."""

from __future__ import annotations

import pytest

from tests.extract.offline.cases import lines, read
from tkg.kg.model import Change, Fact, FactKind, Polarity

MARKS = {member.value: member for kind in (FactKind, Change, Polarity) for member in kind}


def told(fact: Fact) -> str:
    return f"{fact.subject} | {fact.predicate} | {fact.value}"


def holds(facts: tuple[Fact, ...], expected: str) -> bool:
    words, _, marks = expected.partition(" + ")
    wanted = {MARKS[mark] for mark in marks.split()}
    return any(
        told(f).lower() == words.strip().lower() and wanted <= {f.kind, f.change, f.polarity}
        for f in facts
    )


@pytest.mark.parametrize("line", list(lines("facts.txt")))
def test_a_clause_gives_the_facts_that_it_tells(line: str) -> None:
    words, expected = line.split(" => ")
    facts = read(words).facts
    missing = [one for one in expected.split(" ; ") if not holds(facts, one)]
    assert not missing, [told(f) for f in facts]


@pytest.mark.parametrize("line", list(lines("nothing.txt")))
def test_small_talk_questions_and_fancies_give_nothing(line: str) -> None:
    assert [told(f) for f in read(line).facts] == []


@pytest.mark.parametrize("line", list(lines("times.txt")))
def test_the_words_that_say_when_go_with_their_fact(line: str) -> None:
    words, expected = line.split(" => ")
    value, when = expected.split(" | ")
    facts = read(words).facts
    dated = [f for f in facts if f.time is not None and f.value.lower() == value.lower()]
    assert [f.time.expr for f in dated if f.time] == [when], [told(f) for f in facts]
    text = words.split(": ", 1)[1]
    assert all(text[f.time.offset :].startswith(when) for f in dated if f.time)


@pytest.mark.parametrize("line", list(lines("dialogues.txt")))
def test_what_was_said_before_tells_who_is_meant(line: str) -> None:
    words, expected = line.split(" => ")
    facts = read(*words.split(" // ")).facts
    assert holds(facts, expected), [told(f) for f in facts]
