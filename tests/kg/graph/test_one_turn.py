"""Facts of one turn are told in the order of its words, whatever its session is called."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kg.graph.tellings import NOW, rows
from tkg.extract.formats.plain import read
from tkg.extract.offline.extractor import Offline
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory
from tkg.kg.model import Change, Extraction, Fact, FactKind, Polarity, Role, Session, Turn, digest
from tkg.kg.store import archive

NAMES = ("s1", "s2", "s3", "s4", "s5", "s6")
DAY = datetime(2023, 5, 8, tzinfo=UTC)


def heard(name: str, *told: tuple[str, str]) -> list[tuple[str, str, str, str]]:
    """Return what is known of the homes of somebody from sessions called so."""
    messages = [
        {
            "session_id": f"{name}-{day}",
            "date": day,
            "messages": [{"role": "Ana", "content": text}],
        }
        for day, text in told
    ]
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    ingest_sessions(memory, list(read(messages, "chat")), Offline())
    return rows(memory.facts("Ana", "lives in"))


@pytest.mark.parametrize(
    "text", ["I live in York. I live in Hull.", "I live in York. I moved to Hull."]
)
def test_the_home_told_last_in_a_turn_is_the_home(text: str) -> None:
    for name in NAMES:
        assert [row[:2] for row in heard(name, ("2023-05-08", text)) if row[1] == "current"] == [
            ("Hull", "current")
        ]


def test_what_was_right_is_told_after_what_was_wrong_in_the_same_breath() -> None:
    told = ("2022-06-01", "I moved to Lisbon in May 2022.")
    put_right = (
        "2022-07-01",
        "I was wrong, I did not move to Lisbon in May 2022, I moved to Lisbon in March 2022.",
    )
    for name in NAMES:
        now = [row for row in heard(name, told, put_right) if row[1] == "current"]
        assert now == [("Lisbon", "current", "2022-03-01", "?")]


Line = tuple[str, Change, Polarity, FactKind]
LINES = st.lists(
    st.tuples(
        st.sampled_from(("Graz", "Bern", "Oslo")),
        st.sampled_from((Change.NEW, Change.UPDATE, Change.CORRECTION, Change.NEVER, Change.END)),
        st.sampled_from(tuple(Polarity)),
        st.sampled_from((FactKind.STATE, FactKind.PLAN)),
    ),
    min_size=2,
    max_size=5,
    unique=True,
)


def stored(name: str, lines: list[Line]) -> Memory:
    """Return a memory of one turn in which these were told one after the other."""
    key = digest(name)
    turn = Turn(digest(key, 0), "t", key, 0, "Ines", Role.USER, "So it was.", DAY)
    facts = tuple(
        Fact(
            key, 0, (turn.key,), "Ines", "lives in", value, f"Ines: {value}.", "Ines", DAY,
            kind=kind, change=change, polarity=polarity,
        )
        for value, change, polarity, kind in lines
    )  # fmt: skip
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    memory.add(Session(key, "given", "", "s", DAY, (turn,)), Extraction(facts=facts))
    return memory


@settings(max_examples=8, deadline=None)
@given(LINES)
def test_what_a_session_is_called_changes_nothing(lines: list[Line]) -> None:
    results = {tuple(rows(stored(name, lines).facts("Ines", "lives in"))) for name in NAMES[:4]}
    assert len(results) == 1


def test_an_export_keeps_the_order_of_the_facts_of_a_turn() -> None:
    told = ("Graz", "Bern", "Oslo", "Rome", "Faro")
    lines = [(home, Change.NEW, Polarity.YES, FactKind.STATE) for home in told]
    for name in NAMES:
        memory = stored(name, lines)
        (record,) = archive.records(memory.db)
        assert tuple(fact.value for fact in record.facts) == told
        again = Memory(":memory:", clock=lambda: NOW, embedder=None)
        again.add(record.session, record.extraction)
        assert again.facts() == memory.facts()
