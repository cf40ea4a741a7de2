"""What `kg alias list` tells: several names of one, several of one name, and what is likely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from tests.kg.graph.named import fill, forms, session
from tkg.kg.embed.embedder import Vectors
from tkg.kg.errors import UsageError
from tkg.kg.graph.alias_change import merge, split
from tkg.kg.graph.alias_list import aliases
from tkg.kg.graph.ask_pairs import ask_pairs
from tkg.kg.graph.possible import possible
from tkg.kg.llm.chat import Reply, Request
from tkg.kg.memory import Memory


class Letters:
    """Texts are alike as far as they share letters."""

    name = "letters"
    dimensions = 26

    def embed(self, texts: Sequence[str]) -> Vectors:
        counts = np.array(
            [[t.lower().count(c) for c in "abcdefghijklmnopqrstuvwxyz"] for t in texts]
        )
        rows = counts / np.maximum(1e-9, np.linalg.norm(counts, axis=1, keepdims=True))
        return rows.astype(np.float32)

    def pieces(self, text: str) -> list[str]:
        return [text]


class Says:
    """A model that says which pairs are one."""

    def __init__(self, same: str) -> None:
        self.same = same
        self.asked: list[str] = []

    def complete(self, request: Request) -> Reply:
        self.asked.append(request.messages[-1].text)
        return Reply(text=f'Sure: {{"same": {self.same}}}')


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=Letters()) as made:
        yield made


def test_an_entity_is_listed_with_its_forms_and_where_they_mean_it(memory: Memory) -> None:
    said = session(
        1, ("Ana", "Gina's store", "is", "big"), same=[("Ana", "the store", "Gina's store")]
    )
    fill(memory, [said])
    [entity] = aliases(memory.db).entities
    assert [(a.form, a.scope) for a in entity.forms] == [
        ("Gina's store", "everywhere"),
        ("the store", "session s1"),
    ]
    assert entity.facts == 1
    assert list(aliases(memory.db).lines()) == [
        f"{entity.id}\t1 fact\tGina's store, the store (session s1)"
    ]


def test_a_form_that_may_be_several_is_listed_as_ambiguous(memory: Memory) -> None:
    fill(
        memory,
        [
            session(1, same=[("Ana", "my sister", "Kate"), ("Bo", "my wife", "Rose")]),
            session(2, same=[("Ana", "my sister", "Ines"), ("Cy", "my dog", "Rose")]),
        ],
    )
    doubts = {d.form: d.means for d in aliases(memory.db).ambiguous}
    assert doubts["Ana's sister"] == (("Ana's sister",), ("Ines",), ("Kate",))
    assert ("Bo's wife", "Rose") in doubts["Rose"]
    assert ("Cy's dog", "Rose") in doubts["Rose"]


def test_a_decision_is_listed_and_no_longer_doubtful(memory: Memory) -> None:
    fill(memory, [session(1, ("Ana", "Deb", "is", "x"), same=[("Ana", "Deb", "Deborah")])])
    split(memory, "Deb")
    found = aliases(memory.db)
    assert [(d.verdict, d.one_shown, d.other_shown) for d in found.decisions] in (
        [("apart", "Deb", "Deborah")],
        [("apart", "Deborah", "Deb")],
    )
    assert not found.ambiguous
    assert not found.entities


def test_likely_pairs_are_listed_and_not_joined(memory: Memory) -> None:
    rooms = ("Room 101", "Room 102", "Ana's dance studio", "Ana's dance videos")
    names = ("Jonathan", "Jonatan", *rooms, "Ana's mother", "Ana's father")
    fill(memory, [session(1, *(("Ana", n, "is", n) for n in names))])
    pairs = [{p.one, p.other} for p in possible(memory.db, memory.embedder)]
    assert pairs == [{"Jonathan", "Jonatan"}]
    assert forms(memory, "Jonathan") == {"Jonathan"}


def test_without_a_model_of_meaning_only_short_forms_are_likely(memory: Memory) -> None:
    names = ("Chris", "Christopher", "Christine", "Tom", "Tom Lowe", "Rex")
    fill(memory, [session(1, *(("Ana", n, "is", n) for n in names))])
    pairs = {frozenset((p.one, p.other)) for p in possible(memory.db, None)}
    assert pairs == {
        frozenset(("Chris", "Christopher")),
        frozenset(("Chris", "Christine")),
        frozenset(("Tom", "Tom Lowe")),
    }


def test_a_model_is_asked_about_a_pair_once_until_more_is_known(memory: Memory) -> None:
    read = [
        session(1, ("Ana", "Jonathan", "is", "tall")),
        session(2, ("Ana", "Jonatan", "is", "late")),
    ]
    fill(memory, read)
    model = Says("[1]")
    assert ask_pairs(memory, model, "m") == (1, 1)
    assert "Jonatan" in model.asked[0]
    assert "Jonathan tall" in model.asked[0]
    assert forms(memory, "Jonathan") == {"Jonathan", "Jonatan"}
    assert ask_pairs(memory, model, "m") == (0, 0)
    split(memory, "Jonatan")
    assert forms(memory, "Jonathan") == {"Jonathan"}


def test_a_verdict_of_no_stands_until_more_is_known(memory: Memory) -> None:
    fill(memory, [session(1, ("Ana", "Jonathan", "is", "tall"), ("Ana", "Jonatan", "is", "late"))])
    model = Says("[]")
    assert [ask_pairs(memory, model, "m"), ask_pairs(memory, model, "m")] == [(1, 0), (0, 0)]
    memory.add(*session(2, ("Ana", "Jonatan", "is", "wet")))
    assert ask_pairs(memory, model, "m") == (1, 0)


def test_two_of_one_name_are_listed_each_as_its_teller_names_it(memory: Memory) -> None:
    fill(
        memory,
        [
            session(
                1,
                ("Ana", "Kate", "plays", "tennis"),
                ("Ben", "Kate", "is", "a doctor"),
                same=[("Ana", "my sister", "Kate"), ("Ben", "my sister", "Kate")],
            )
        ],
    )
    found = aliases(memory.db)
    listed = [{(a.form, a.scope) for a in e.forms} for e in found.entities]
    assert {("Ana's sister", "everywhere"), ("Kate", "said by ana")} in listed
    assert {("Ben's sister", "everywhere"), ("Kate", "said by ben")} in listed
    assert [doubt.form for doubt in found.ambiguous] == ["Kate"]
    with pytest.raises(UsageError, match="one already, as said by ana"):
        merge(memory, "Ana's sister", "Kate")
