"""Predicates that are one: put to a model once, kept, taken back by a person, in no order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from tests.fake_server import Server, refuses, says, serving
from tests.kg.graph.named import Read, fill, graph, session
from tests.kg.graph.test_alias_list import Letters
from tkg.kg.errors import ModelError, NothingFound, UsageError
from tkg.kg.graph.alias_change import merge, split
from tkg.kg.graph.alias_list import aliases
from tkg.kg.graph.ask_pairs import ask_configured
from tkg.kg.graph.ask_predicates import ask_predicates
from tkg.kg.graph.groups import Verdicts, grouped
from tkg.kg.graph.possible_predicates import possible_predicates
from tkg.kg.llm.openai import OpenAIChat
from tkg.kg.memory import Memory
from tkg.kg.store import archive, erase

SHELLS = (
    session(1, ("Ana", "Ana", "gathers", "sea shells")),
    session(2, ("Ana", "Ana", "garners", "sea shells")),
    session(3, ("Bo", "Bo", "tastes", "plums")),
)
"""Two relations of one subject and value, and one of neither."""


@pytest.fixture(scope="module")
def opened() -> Iterator[Memory]:
    with Memory(":memory:", embedder=Letters()) as made:
        yield made


@pytest.fixture
def memory(opened: Memory) -> Memory:
    return fill(opened, SHELLS)


def model(server: Server) -> OpenAIChat:
    return OpenAIChat(server.url, "key", retries=0)


def judge(memory: Memory, same: str = "[1]") -> tuple[int, int]:
    with serving(says(f'{{"same": {same}}}')) as server:
        return ask_predicates(memory, model(server), "m")


def pairs(memory: Memory, *read: Read) -> set[frozenset[str]]:
    fill(memory, read)
    found = possible_predicates(memory.db, memory.embedder)
    return {frozenset((p.one, p.other)) for p in found}


def slots(memory: Memory, who: str = "Ana") -> set[str]:
    return {k.slot for k in memory.facts(who)}


# -- asking --------------------------------------------------------------------------------------


def test_likely_pairs_are_put_to_the_model_once_in_one_request(memory: Memory) -> None:
    memory.add(*session(4, ("Cy", "Cy", "paints", "boats"), ("Cy", "Cy", "depicts", "boats")))
    with serving(says('{"same": []}')) as server:
        assert ask_predicates(memory, model(server), "m") == (2, 0)
        assert ask_predicates(memory, model(server), "m") == (0, 0)
        assert len(server.seen) == 1
    asked = server.seen[0]["messages"][-1]["content"]
    assert "gathers" in asked and "    Ana sea shells." in asked and "paints" in asked
    assert "tastes" not in asked


def test_one_relation_by_verdict_shares_a_slot(memory: Memory) -> None:
    assert len(slots(memory)) == 2
    assert judge(memory) == (1, 1)
    assert len(slots(memory)) == 1
    [known] = memory.facts("Ana", "gathers")
    assert known.sources == ("1:0", "2:0")
    assert memory.facts("Ana", "garners") == [known]


def test_a_verdict_is_for_facts_to_come_in_any_order(memory: Memory) -> None:
    judge(memory)
    kept = memory.db.execute("from verdict").fetchall()
    later = session(5, ("Dee", "Dee", "gathers", "figs"), ("Dee", "Dee", "garnered", "figs"))
    results = []
    for order in permutations((*SHELLS[:2], later)):
        fill(memory, ())
        memory.db.executemany("insert into verdict values (?, ?, ?, ?, ?)", kept)
        for read in order:
            memory.add(*read)
        results.append(graph(memory))
    assert all(result == results[0] for result in results)
    assert len(slots(memory, "Dee")) == 1


def test_a_verdict_stays_when_a_session_is_read_again(memory: Memory) -> None:
    judge(memory)
    for read in SHELLS:
        memory.add(*read)
    assert len(slots(memory)) == 1
    assert possible_predicates(memory.db, memory.embedder) == []


@pytest.mark.parametrize(
    "play", [says("They are the same."), says('{"same": 1}'), refuses(500, "x")]
)
def test_a_reply_out_of_form_joins_nothing_and_is_asked_again(memory: Memory, play) -> None:  # type: ignore[no-untyped-def]
    before = graph(memory)
    with serving(play) as server, pytest.raises(ModelError):
        ask_predicates(memory, model(server), "m")
    assert graph(memory) == before
    assert judge(memory) == (1, 1)


def test_without_a_model_nothing_is_asked_and_nothing_is_one(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KG_MODEL", raising=False)
    with pytest.raises(UsageError):
        ask_configured(memory)
    assert len(slots(memory)) == 2
    assert not memory.db.execute("from verdict").fetchall()


# -- what is never put ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("opened", "closed"),
        ("loves", "hates"),
        ("packs", "unpacked"),
        ("was taught by", "taught"),
        ("wants to paint", "paints"),
        ("has not tasted", "has tasted"),
        ("walks with", "walks without"),
        ("stayed in room 12", "stayed in room 13"),
        ("has pupil", "is pupil of"),
        ("sits with niece", "sits with nephew"),
        ("lives in", "works at"),
        ("gathers", "left"),
        ("favourite film", "filmed"),
        ("favourite drink", "drinks"),
    ],
)
def test_contraries_and_relations_of_the_table_are_never_put(
    memory: Memory, one: str, other: str
) -> None:
    assert not pairs(memory, session(1, ("Ana", "Ana", one, "it"), ("Ana", "Ana", other, "it")))


def test_relations_that_share_neither_subject_nor_value_are_not_put(memory: Memory) -> None:
    apart = session(1, ("Ana", "Ana", "gathers", "figs"), ("Bo", "Bo", "garners", "nuts"))
    assert not pairs(memory, apart)
    shared = session(2, ("Bo", "Bo", "garners", "figs"))
    assert pairs(memory, apart, shared) == {frozenset(("gathers", "garners"))}


# -- taking back ---------------------------------------------------------------------------------


def test_a_split_undoes_a_verdict_and_no_later_session_redoes_it(memory: Memory) -> None:
    before = graph(memory)
    judge(memory)
    joined = graph(memory)
    preview = split(memory, "garners", dry_run=True)
    assert graph(memory) == joined
    assert split(memory, "garners") == preview
    assert [(m.words, m.before, m.after) for m in preview.moves] == [
        ("Ana | gathers | sea shells", ("garners",), ("gathers",))
    ]
    assert graph(memory) == before
    memory.add(*SHELLS[1])
    assert judge(memory) == (0, 0)
    assert len(slots(memory)) == 2
    assert merge(memory, "gathers", "garners").undone
    assert graph(memory) == joined


def test_a_person_may_make_one_of_predicates_that_no_model_saw(memory: Memory) -> None:
    before = graph(memory)
    assert merge(memory, "tastes", "gathers", dry_run=True).moves
    assert graph(memory) == before
    merge(memory, "gathers", "tastes")
    found = aliases(memory.db)
    assert [(g.said, g.facts) for g in found.predicates] == [(("tastes", "gathers"), 2)]
    assert list(found.lines()) == [
        "predicate tast\t2 facts\ttastes, gathers",
        "decided same predicates\tgathers and tastes",
    ]
    assert list(aliases(memory.db, "gathers").lines()) == list(found.lines())
    split(memory, "gathers")
    assert graph(memory) == before


def test_relations_of_the_table_stay_two(memory: Memory) -> None:
    fill(memory, [session(1, ("Ana", "Ana", "lives in", "Rome"), ("Ana", "Ana", "owns", "Rome"))])
    with pytest.raises(UsageError, match="two in the table"):
        merge(memory, "lives in", "owns")
    with pytest.raises(NothingFound):
        merge(memory, "lives in", "juggles")


def test_what_joins_one_of_the_table_holds_as_many_values_as_that(memory: Memory) -> None:
    read = [
        session(1, ("Ana", "Ana", "lives in", "Rome")),
        session(2, ("Ana", "Ana", "dwells by", "Oslo")),
    ]
    fill(memory, read)
    merge(memory, "dwells by", "lives in")
    assert {k.fact.value: str(k.status) for k in memory.facts("Ana", "lives in")} == {
        "Oslo": "current",
        "Rome": "ended",
    }


def test_an_export_keeps_a_persons_decision(memory: Memory, tmp_path) -> None:  # type: ignore[no-untyped-def]
    merge(memory, "gathers", "tastes")
    file = tmp_path / "out.jsonl"
    file.write_text("\n".join(archive.lines(memory.db)), encoding="utf-8")
    with Memory(":memory:", embedder=None) as other:
        archive.load(other, file)
        assert [g.said for g in aliases(other.db).predicates] == [("tastes", "gathers")]


def test_a_verdict_goes_with_the_last_mention_of_a_predicate(memory: Memory) -> None:
    judge(memory)
    merge(memory, "garners", "tastes")
    memory.erase(erase.plan_sessions(memory.db, [SHELLS[1][0].key]))
    left = fill_without(memory)
    for table in ("decision", "verdict"):
        assert not memory.db.execute(f"from {table}").fetchall()
    assert graph(memory)["reading"] == left


def fill_without(memory: Memory) -> list[object]:
    now = graph(memory)
    with Memory(":memory:", embedder=None) as other:
        expected = graph(fill(other, (SHELLS[0], SHELLS[2])))
    assert now["node"] == expected["node"]
    return expected["reading"]


# -- which are one -------------------------------------------------------------------------------


def made(
    judged: Sequence[str] = (),
    denied: Sequence[str] = (),
    same: Sequence[str] = (),
    apart: Sequence[str] = (),
) -> Verdicts:
    return Verdicts(*map(ends, (same, apart, judged, denied)))


def ends(pairs: Sequence[str]) -> frozenset[tuple[str, str]]:
    return frozenset((one, other) for one, other in (pair.split("-") for pair in pairs))


def test_the_table_names_a_relation_else_the_shortest_else_the_first() -> None:
    assert grouped(made(judged=["pick-reap", "crop-pick"])) == {"pick": "crop", "reap": "crop"}
    assert grouped(made(judged=["gather-pick"])) == {"gather": "pick"}
    assert grouped(made(judged=["dwell by-lives in"])) == {"dwell by": "lives in"}


def test_what_was_told_apart_is_not_joined_by_way_of_a_third() -> None:
    assert grouped(made(judged=["a-b", "b-c"], denied=["a-c"])) == {"b": "a"}
    assert grouped(made(same=["a-b", "b-c"], denied=["a-c"])) == {"b": "a", "c": "a"}
    assert grouped(made(same=["a-b", "b-c"], apart=["a-c"])) == {"b": "a"}
    assert grouped(made(judged=["dwell by-lives in", "dwell by-works at"])) == {
        "dwell by": "lives in"
    }
