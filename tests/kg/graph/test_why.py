"""What stands behind a fact: its turns, its reader, its time, what closed it and what it closed."""

from __future__ import annotations

import pytest

from tests.kg.graph.tellings import NOW, Telling, in_every_order, store, tell
from tkg.kg.errors import NothingFound
from tkg.kg.graph.why import explain, lines
from tkg.kg.memory import Memory
from tkg.kg.model import Change, FactKind

HOME = tell("2023-01-01", "lives in", "Graz")
MOVE = tell("2023-05-10", "moved to", "Bern", time="last month", kind=FactKind.EVENT)


def text(memory: Memory, told: Telling) -> str:
    return "\n".join(lines(explain(memory.db, told.facts[0].key, now=NOW)))


def test_it_names_the_closer_the_rule_the_reader_and_the_time_whatever_came_first() -> None:
    for memory in in_every_order([HOME, MOVE]):
        old, new = text(memory, HOME), text(memory, MOVE)
        assert "Ines lives in Graz  [ended]" in old
        assert "closed  by rule 6: the next value began: Ines moved to Bern last month" in old
        assert f"said    {MOVE.session.turns[0].id}, 2023-05-10 00:00, Ines: " in new
        assert "read by offline" in new
        assert "dated   'last month' by the rule " in new
        assert "closes  Ines lives in Graz  (rule 6: the next value began)" in new


def test_all_tellings_of_a_fact_are_its_sources() -> None:
    again = tell("2023-03-01", "lives in", "Graz", by="Tom")
    memory = store([HOME, again, MOVE])
    for told in (HOME, again):
        why = explain(memory.db, told.facts[0].key, now=NOW)
        assert [t.speaker for t in why.turns] == ["Ines", "Tom"]


def test_what_ends_something_of_another_relation_closes_it() -> None:
    car = tell("2023-01-01", "owns", "a red car")
    sold = tell("2023-06-10", "sold", "the red car", kind=FactKind.EVENT, change=Change.END)
    memory = store([car, sold])
    assert [k.fact.value for k in explain(memory.db, sold.facts[0].key, now=NOW).closed] == [
        "a red car"
    ]
    by = explain(memory.db, car.facts[0].key, now=NOW).closed_by
    assert by is not None
    assert by.fact.predicate == "sold"


def test_only_what_concerns_the_fact_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    others = [tell("2023-02-01", "lives in", "Oslo", subject=n, by=n) for n in ("Ada", "Tom")]
    memory = store([HOME, MOVE, *others])
    from tkg.kg.graph import why

    asked: list[object] = []
    read = why.shelves.read

    def counted(db: object, entities: object) -> object:
        asked.append(entities)
        return read(db, entities)  # type: ignore[arg-type]

    monkeypatch.setattr(why.shelves, "read", counted)
    explain(memory.db, HOME.facts[0].key, now=NOW)
    assert asked == [[memory.resolve_name("Ines")]]


def test_what_is_told_of_the_future_only_is_planned() -> None:
    told = tell("2024-11-01", "starts at", "Acme", time="in March 2025", kind=FactKind.EVENT)
    assert "[planned]" in text(store([told]), told)


def test_a_fact_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(NothingFound, match="no fact nothing"):
        explain(store([HOME]).db, "nothing", now=NOW)
