"""The made-up benchmark knows its truth."""

import json
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from tkg.bench.datasets.load import load
from tkg.bench.datasets.memorybench import make


def test_the_same_seed_makes_the_same_file_and_another_seed_another() -> None:
    assert make(3, conversations=2) == make(3, conversations=2)
    assert make(3, conversations=2) != make(4, conversations=2)


def test_every_probe_is_asked_while_its_answer_is_true() -> None:
    for conversation in make(0, conversations=5, late=0.3)["conversations"]:
        dates = {
            s["session_id"]: datetime.fromisoformat(s["date"]) for s in conversation["sessions"]
        }
        by_topic: dict[str, list[dict[str, str]]] = {}
        for probe in conversation["questions"]:
            by_topic.setdefault(probe["topic"], []).append(probe)
        for probes in by_topic.values():
            for this, following in pairwise(probes):
                told, asked = dates[this["session"]], datetime.fromisoformat(this["asked_at"])
                assert told <= asked < dates[following["session"]]


def test_unanswerable_probes_and_late_sessions_are_there() -> None:
    made = make(1, conversations=4, sessions=10, late=0.3)
    kinds = {q["kind"] for c in made["conversations"] for q in c["questions"]}
    assert kinds == {"first", "update", "unanswerable"}
    dates = [s["date"] for s in made["conversations"][0]["sessions"]]
    assert dates != sorted(dates)


def test_a_written_file_is_read_with_its_evidence(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    path.write_text(json.dumps(make(0, conversations=1)), encoding="utf-8")
    dataset = load(path)
    asked = dataset.questions
    turns = {t.id: t.text for s in dataset.conversations[0].sessions for t in s.turns}
    assert dataset.name == "memorybench"
    assert all(q.gold in turns[name] for q in asked if q.answerable for name in q.turns)
    assert all(q.turns for q in asked if q.answerable)
