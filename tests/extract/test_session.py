"""Ingest: again changes nothing, an interruption loses nothing, an edit replaces its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.histories import MOVES, NOW, history, memory_of
from tkg.extract.offline.extractor import Offline
from tkg.extract.session import ingest_sessions
from tkg.kg.errors import ModelError, UsageError
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Session
from tkg.kg.store.archive import lines


def exported(memory: Memory) -> str:
    return "\n".join(lines(memory.db))


class Failing:
    """An extractor whose server is down for one session."""

    name = "offline"
    workers = 1

    def __init__(self, session: str) -> None:
        self.session = session

    def extract(self, session: Session) -> Extraction:
        if session.id == self.session:
            raise ModelError("The model did not answer.")
        return Offline().extract(session)


class Interrupted(Failing):
    """An extractor during which somebody presses Ctrl-C."""

    def extract(self, session: Session) -> Extraction:
        if session.id == self.session:
            raise KeyboardInterrupt
        return Offline().extract(session)


def test_a_second_ingest_changes_no_count() -> None:
    memory = memory_of(*MOVES)
    before = memory.stats()
    report = ingest_sessions(memory, history(*MOVES))
    assert memory.stats() == before
    assert (report.sessions, report.unchanged) == (0, 3)


def test_the_same_content_under_another_file_name_is_known() -> None:
    memory = memory_of(*MOVES)
    before = memory.stats()
    ingest_sessions(memory, history(*MOVES, name="renamed"))
    assert memory.stats() == before


def test_an_interrupted_run_goes_on_to_the_same_store() -> None:
    clean = memory_of(*MOVES)
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    with pytest.raises(KeyboardInterrupt):
        ingest_sessions(memory, history(*MOVES), Interrupted("s2"))
    assert memory.stats()["sessions"] == 1
    ingest_sessions(memory, history(*MOVES))
    assert exported(memory) == exported(clean)


def test_a_failed_session_is_named_kept_as_turns_and_tried_again_alone() -> None:
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    report = ingest_sessions(memory, history(*MOVES), Failing("s3"))
    assert report.failed == {"s3": "The model did not answer."}
    assert memory.search("Lisbon")[0].turn_id == "s3:1"
    again = ingest_sessions(memory, history(*MOVES), Failing("nothing"))
    assert (again.sessions, again.unchanged, again.failed) == (1, 2, {})
    assert exported(memory) == exported(memory_of(*MOVES))


def test_an_edited_session_replaces_its_own_facts_only() -> None:
    memory = memory_of(*MOVES)
    edited = history(*MOVES[:2], ("2023-05-20T10:00", [("user", "I moved to Porto last month.")]))
    ingest_sessions(memory, edited)
    homes = [f.fact.value for f in memory.facts("user", "lives in")]
    assert homes == ["Porto", "Berlin"]
    assert memory.search("Lisbon") == []


def test_sessions_may_come_in_any_order() -> None:
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    for session in reversed(history(*MOVES)):
        ingest_sessions(memory, [session])
    assert exported(memory) == exported(memory_of(*MOVES))
    assert memory.facts() == memory_of(*MOVES).facts()


def test_a_dry_run_counts_and_stores_nothing() -> None:
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    report = ingest_sessions(memory, history(*MOVES), dry_run=True)
    assert report.turns == 3
    assert memory.stats()["turns"] == 0


def test_a_history_without_dates_is_kept_undated_and_says_so() -> None:
    undated = [
        replace(s, started_at=None, turns=tuple(replace(t, said_at=None) for t in s.turns))
        for s in history(("2024-01-01", [("user", "We shipped the beta yesterday.")]))
    ]
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    report = ingest_sessions(memory, undated)
    assert "No session has a date" in report.warnings[0]
    (fact,) = memory.facts("user")
    assert fact.fact.said_at is None
    assert fact.event is None or fact.event.start is None


def test_prompts_tool_output_and_recalled_memory_are_left_out_and_counted() -> None:
    sessions = history(("2024-03-01", [("user", "My cat is called Biscuit.")]))
    turn = sessions[0].turns[0]
    from tkg.kg.model import Role

    noisy = (
        replace(turn, key="k1", role=Role.SYSTEM, text="You are Jarvis. The user lives in Rome."),
        replace(turn, key="k2", text="<memories>The user lives in Rome.</memories>"),
        turn,
    )
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    report = ingest_sessions(memory, [replace(sessions[0], turns=noisy)])
    assert dict(report.dropped) == {"system prompt": 1, "recalled memory": 1}
    assert memory.search("Rome") == []


def test_a_secret_is_replaced_before_anything_is_stored() -> None:
    memory = memory_of(("2024-03-01", [("user", "My password is hunter2!x and I live in Rome.")]))
    assert "hunter2" not in exported(memory)
    assert memory.search("hunter2") == []
    assert memory.facts("user", "lives in")[0].fact.value == "Rome"


def test_an_unknown_extractor_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        ingest_sessions(Memory(":memory:", embedder=None), [], "magic")
    assert "offline" in caught.value.hint


EXPORT = """
import sys
from tests.histories import MOVES, memory_of
from tkg.kg.store.archive import lines
print(*lines(memory_of(*MOVES).db), sep="\\n")
"""


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_the_export_is_the_same_in_any_zone(zone: str) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", EXPORT],
        env={"TZ": zone, "PYTHONPATH": str(root), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
    )
    assert done.stdout.rstrip("\n") == exported(memory_of(*MOVES))


def test_what_was_said_keeps_its_own_zone() -> None:
    memory = memory_of(("2023-06-05T00:36:00+08:00", [("user", "I went to the clinic today.")]))
    (fact,) = memory.facts("user")
    assert fact.event is not None
    assert fact.event.start == datetime(2023, 6, 5)
    turn = memory.turn("s1:1")
    assert turn is not None
    assert turn.said_at is not None
    assert turn.said_at.astimezone(UTC) == datetime(2023, 6, 4, 16, 36, tzinfo=UTC)
    assert turn.said_at.isoformat() == "2023-06-05T00:36:00+08:00"
