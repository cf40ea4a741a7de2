"""The made-up benchmark knows its truth."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from tkg.bench.datasets.load import load
from tkg.bench.datasets.memorybench import make


def test_the_same_seed_makes_the_same_file_and_another_seed_another() -> None:
    assert make(3, conversations=2) == make(3, conversations=2)
    assert make(3, conversations=2) != make(4, conversations=2)


def lives(**sizes: Any) -> Iterator[tuple[dict[str, datetime], list[dict[str, Any]]]]:
    """Give (dates of the sessions, probes) of each made-up conversation."""
    for conversation in make(0, **sizes)["conversations"]:
        dates = {
            s["session_id"]: datetime.fromisoformat(s["date"]) for s in conversation["sessions"]
        }
        yield dates, conversation["questions"]


def told(dates: dict[str, datetime], turns: list[str]) -> list[datetime]:
    return [dates[turn.split(":")[0]] for turn in turns]


def test_every_probe_of_the_present_is_asked_before_the_next_value_is_told() -> None:
    for dates, probes in lives(conversations=8, late=0.3):
        present = [p for p in probes if p["kind"].endswith(("first", "update", "correction"))]
        by_text: dict[str, list[dict[str, Any]]] = {}
        for probe in present:
            by_text.setdefault(probe["question"], []).append(probe)
        for group in by_text.values():
            for this, following in pairwise(group):
                asked = datetime.fromisoformat(this["asked_at"])
                assert told(dates, this["turns"])[0] <= asked < told(dates, following["turns"])[0]
                assert this["answer"] in following["stale"]


def test_every_probe_of_a_past_day_is_about_a_day_on_which_its_answer_held() -> None:
    seen = 0
    for dates, probes in lives(conversations=8):
        for probe in (p for p in probes if p["kind"].endswith("past")):
            words = re.search(r"\d+ \w+ \d{4}", probe["question"])
            assert words
            day = datetime.strptime(words[0], "%d %B %Y").replace(tzinfo=UTC)
            others = told(dates, probe["stale_turns"])
            since = told(dates, probe["turns"])[0]
            assert since < day
            assert not any(since < other <= day for other in others)
            assert datetime.fromisoformat(probe["asked_at"]) > max(dates.values())
            seen += 1
    assert seen > 10


def test_corrections_others_unanswerable_probes_and_late_sessions_are_there() -> None:
    made = make(1, conversations=6, sessions=10, late=0.3)
    kinds = Counter(q["kind"] for c in made["conversations"] for q in c["questions"])
    sorts = {f"{sort}, {how}" for sort in ("fact", "preference")
             for how in ("first", "update", "correction", "past")}  # fmt: skip
    assert set(kinds) == {*sorts, "somebody else", "unanswerable"}
    dates = [s["date"] for s in made["conversations"][0]["sessions"]]
    assert dates != sorted(dates)
    traps = [q["trap"] for c in made["conversations"] for q in c["questions"] if not q["answer"]]
    assert any(traps)


def test_a_benchmark_is_as_large_as_wanted() -> None:
    assert len(make()["conversations"]) == 30
    turns = [m for s in make(0, 1, 40, 100)["conversations"][0]["sessions"] for m in s["messages"]]
    assert len(turns) >= 40 * 100 * 2


def test_a_written_file_is_read_with_its_evidence(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    path.write_text(json.dumps(make(0, conversations=1)), encoding="utf-8")
    dataset = load(path)
    asked = dataset.questions
    turns = {t.id: t.text for s in dataset.conversations[0].sessions for t in s.turns}
    assert dataset.name == "memorybench"
    assert all(q.gold in turns[name] for q in asked if q.answerable for name in q.turns)
    assert all(q.turns for q in asked if q.answerable)
    assert any(q.stale_turns for q in asked)
    assert all(q.stale[n] in turns[name] for q in asked if len(q.stale) == 1
               for n, name in enumerate(q.stale_turns))  # fmt: skip
