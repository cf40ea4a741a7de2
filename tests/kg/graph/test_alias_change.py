"""Merging and splitting names: previewed, undone, and never lost."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.kg.graph.named import fill, forms, graph, session, values
from tkg.kg.errors import NothingFound, UsageError
from tkg.kg.graph.alias_change import merge, split
from tkg.kg.memory import Memory
from tkg.kg.search.reindex import reindex
from tkg.kg.store import archive, erase
from tkg.kg.store.decisions import all_decisions

READ = (
    session(1, ("Ana", "Wren", "lives in", "Faro"), ("Ana", "Wren", "has pet", "a cat")),
    session(2, ("Ana", "Ms Lark", "lives in", "Oslo")),
    session(3, ("Ana", "Deb", "lives in", "Rome"), same=[("Ana", "Deb", "Deborah")]),
    session(4, ("Ana", "Deborah", "lives in", "Bern")),
)


@pytest.fixture(scope="module")
def opened() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None) as made:
        yield made


@pytest.fixture
def memory(opened: Memory) -> Memory:
    return fill(opened, READ)


def exported(memory: Memory) -> str:
    return sha256("\n".join(archive.lines(memory.db)).encode()).hexdigest()


def test_a_merge_moves_facts_and_closes_what_they_end(memory: Memory) -> None:
    effect = merge(memory, "Ms Lark", "Wren")
    assert [(m.words, m.before, m.after) for m in effect.moves] == [
        ("Ms Lark | lives in | Oslo", ("Ms Lark",), ("Ms Lark", "Wren"))
    ]
    [change] = effect.changes
    assert (change.words, change.relation) == ("Wren | lives in | Faro", "lives in")
    assert change.before == "held 2024-01-02 .."
    assert change.after == "held 2024-01-02 .. 2024-01-03"
    assert values(memory, "Wren") == values(memory, "Ms Lark") == ["Faro", "Oslo", "a cat"]


@pytest.mark.parametrize("how", [merge, split])
def test_a_dry_run_says_the_same_and_changes_nothing(memory: Memory, how) -> None:  # type: ignore[no-untyped-def]
    names = ("Wren", "Ms Lark") if how is merge else ("Deb",)
    before = exported(memory), graph(memory)
    said = how(memory, *names, dry_run=True)
    assert (exported(memory), graph(memory)) == before
    assert said.moves
    assert how(memory, *names) == said
    assert exported(memory) != before[0]


def test_a_split_undoes_a_merge_and_a_merge_a_split(memory: Memory) -> None:
    before = exported(memory), graph(memory)
    merge(memory, "Wren", "Ms Lark")
    split(memory, "Ms Lark")
    assert (exported(memory), graph(memory)) == before
    split(memory, "Deb")
    assert values(memory, "Deb") == ["Rome"]
    merge(memory, "Deborah", "Deb")
    assert (exported(memory), graph(memory)) == before


def test_a_split_reopens_what_was_closed(memory: Memory) -> None:
    effect = split(memory, "Deborah")
    assert [(c.words, c.after) for c in effect.changes] == [
        ("Deb | lives in | Rome", "held 2024-01-04 ..")
    ]


def test_decisions_count_whenever_they_were_made(memory: Memory) -> None:
    merge(memory, "Wren", "Ms Lark")
    split(memory, "Deb")
    late = graph(memory)
    decided = all_decisions(memory.db)
    for order in (READ[::-1], (*READ[2:], *READ[:2])):
        fill(memory, READ[:2])
        merge(memory, "Ms Lark", "Wren")
        memory.add(*READ[2])
        split(memory, "Deborah")
        for read in order:
            memory.add(*read)
        assert graph(memory) == late
        assert all_decisions(memory.db) == decided


def test_decisions_survive_an_edit_a_new_index_and_an_erasure(memory: Memory) -> None:
    split(memory, "Deb")
    merge(memory, "Wren", "Ms Lark")
    held = graph(memory)
    memory.add(*session(3, ("Ana", "Bo", "lives in", "Rome")))
    memory.add(*READ[2])
    reindex(memory.db, None, lambda done, total: None)
    assert graph(memory) == held
    memory.add(*session(9, ("Ana", "Deb", "likes", "tea"), same=[("Ana", "Deb", "Deborah")]))
    memory.erase(erase.plan_sessions(memory.db, [READ[2][0].key]))
    assert forms(memory, "Deb") == {"Deb"}
    assert forms(memory, "Wren") == {"Wren", "Ms Lark"}


def test_what_was_decided_of_a_name_goes_with_the_last_mention_of_it(memory: Memory) -> None:
    merge(memory, "Wren", "Ms Lark")
    memory.erase(erase.plan_sessions(memory.db, [READ[1][0].key]))
    assert all_decisions(memory.db) == []


def test_an_export_carries_decisions(memory: Memory, tmp_path: Path) -> None:
    split(memory, "Deb")
    file = tmp_path / "memory.jsonl"
    file.write_text("\n".join(archive.lines(memory.db)), encoding="utf-8")
    held = graph(memory)
    fill(memory, [])
    assert archive.load(memory, file) == (4, [])
    assert graph(memory) == held


def test_a_decision_outranks_numbers_and_kin(memory: Memory) -> None:
    fill(
        memory,
        [
            session(
                1, ("Ana", "Ana's sister", "likes", "tea"), same=[("Ana", "my sister", "Kate")]
            ),
            session(2, ("Bo", "Bo's wife", "likes", "rain"), same=[("Bo", "my wife", "Kate")]),
            session(3, ("Ana", "Unit 1", "is", "loud"), ("Ana", "Unit 2", "is", "cold")),
        ],
    )
    merge(memory, "Ana's sister", "Bo's wife")
    assert values(memory, "Kate") == ["rain", "tea"]
    merge(memory, "Unit 1", "Unit 2")
    assert values(memory, "Unit 2") == ["cold", "loud"]


def test_a_form_of_several_is_named_by_its_id(memory: Memory) -> None:
    fill(
        memory,
        [
            session(1, ("Ana", "the store", "is", "big")),
            session(2, ("Ana", "the store", "is", "old")),
        ],
    )
    with pytest.raises(UsageError, match="another one in each session") as refused:
        merge(memory, "the store", "Ana")
    ids = [row[0] for row in graph(memory)["node"] if row[2] == "store"]
    assert all(i in refused.value.hint for i in ids)
    merge(memory, ids[0], ids[1])
    assert len({k.entity for k in memory.facts("the store")}) == 1


def test_what_cannot_be_is_refused_in_one_line(memory: Memory) -> None:
    for wrong in (("Wren", "wren"), ("Wren", "Nobody")):
        with pytest.raises((UsageError, NothingFound)):
            merge(memory, *wrong)
    with pytest.raises(UsageError, match="only name"):
        split(memory, "Wren")
    memory.add(*session(5, ("Ana", "Wren's shop", "is", "old")))
    with pytest.raises(UsageError, match="nobody is their own"):
        merge(memory, "Wren's shop", "Wren")
