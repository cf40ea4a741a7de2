"""Benchmarks are read from any of their files, slips and all."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench.bench_cases import experiment, system
from tkg.bench import runner
from tkg.bench.ceiling import ceilings
from tkg.bench.datasets.load import disputed, load, prepared
from tkg.bench.misses import Stage
from tkg.kg.errors import InputError

SHARED = Path(__file__).parents[3] / "shared" / "data"
OURS = experiment(system("ours", extractor="nothing"))


def instance(name: str, answer: str = "a red kite", **more: Any) -> dict[str, Any]:
    """Return an instance in the schema of LongMemEval."""
    return {
        "question_id": name, "question_type": "single-session-user", "answer": answer,
        "question": "What did I buy?", "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 03:00"],
        "haystack_session_ids": ["s_a", "s_b"], "answer_session_ids": ["s_b"],
        "haystack_sessions": [
            [{"role": "user", "content": "It rains."}],
            [{"role": "assistant", "content": "  "},
             {"role": "user", "content": "I bought a red kite.", "has_answer": True}],
        ],
        **more,
    }  # fmt: skip


def oracle(name: str) -> dict[str, Any]:
    """Return an instance that holds its evidence sessions alone."""
    whole = instance(name)
    return {
        **whole, "haystack_dates": whole["haystack_dates"][1:], "haystack_session_ids": ["s_b"],
        "haystack_sessions": whole["haystack_sessions"][1:],
    }  # fmt: skip


def written(folder: Path, content: object) -> Path:
    path = folder / "data.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("content", "sessions"),
    [([instance("a"), instance("b_abs", "")], 2), ([oracle("a")], 1), (instance("a"), 2)],
    ids=["S", "oracle", "one instance"],
)
def test_every_form_of_longmemeval_goes_through_the_bench(
    content: Any, sessions: int, tmp_path: Path
) -> None:
    found = load(written(tmp_path, content))
    first = found.conversations[0]
    assert (found.name, len(first.sessions)) == ("longmemeval", sessions)
    assert first.questions[0].sessions == {"s_b"}
    # The empty message before it is not counted: the turn is the first of its session.
    assert first.questions[0].turns == {"s_b:1"}
    head, rows = runner.run(OURS, found, tmp_path / "out")
    assert head.data == "longmemeval"
    assert rows[0].recall["turns@5"] == 1.0
    assert [q.answerable for q in found.questions] == [True, False][: len(found.questions)]


def test_the_digest_is_of_the_very_file(tmp_path: Path) -> None:
    path = written(tmp_path, [instance("a")])
    assert load(path).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def talk(*evidence: Any) -> dict[str, Any]:
    """Return a sample in the schema of LoCoMo, with a question for each evidence."""
    return {
        "sample_id": "c-1",
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Bob",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "I sold my canoe."}],
        },
        "qa": [
            {"question": "What did Ann sell?", "answer": "a canoe", "category": 4, "evidence": e}
            for e in evidence
        ],
    }  # fmt: skip


def test_evidence_that_points_nowhere_is_tolerated_and_told(tmp_path: Path) -> None:
    slips = (["D1:1"], ["D1:01; D9:4"], ["D"], [], None, ["D1:1 D1:7"])
    found = load(written(tmp_path, [talk(*slips)]))
    assert [q.turns & {"D1:1"} for q in found.questions] == [
        {"D1:1"}, {"D1:1"}, set(), set(), set(), {"D1:1"},
    ]  # fmt: skip
    assert [w.split(":")[0] for w in found.warnings] == ["c-1/1", "c-1/5"]
    head, rows = runner.run(OURS, found, tmp_path / "out")
    assert head.warnings == found.warnings
    assert len([r for r in rows if not r.baseline]) == len(slips)


@pytest.mark.parametrize("text", ["c-1/1\n\nc-1/2\n", '["c-1/1", "c-1/2"]'], ids=["lines", "JSON"])
def test_disputed_golds_are_marked_and_lower_the_ceiling(text: str, tmp_path: Path) -> None:
    audit = tmp_path / "audit.txt"
    audit.write_text(text, encoding="utf-8")
    path = written(tmp_path, [talk(*[["D1:1"]] * 4)])
    found = prepared(path, None, (), audit)
    assert disputed(audit) == {"c-1/1", "c-1/2"}
    assert [q.disputed for q in found.questions] == [False, True, True, False]
    assert ceilings(found) == {"single-hop": 0.5}
    _, rows = runner.run(experiment(system("d", reader="decline")), found, tmp_path / "out")
    stages = [r.stage for r in rows if r.system == "d"]
    assert [s == Stage.DISPUTED for s in stages] == [False, True, True, False]


def test_without_a_list_the_ceiling_is_that_of_the_published_audit(tmp_path: Path) -> None:
    found = ceilings(load(written(tmp_path, [talk(["D1:1"])])))
    # github.com/dial481/locomo-audit: 36 of the 841 single-hop golds are wrong, ceiling 95.72 %.
    assert found == {"single-hop": pytest.approx(0.9572, abs=5e-5)}


def test_what_is_no_benchmark_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no benchmark"):
        load(written(tmp_path, {"a": 1}))


@pytest.mark.skipif(not SHARED.exists(), reason="the benchmarks are not beside this checkout")
def test_whole_files_are_read() -> None:
    s = load(SHARED / "longmemeval" / "longmemeval_s_4.json")
    assert len(s.questions) == 4
    assert all(q.sessions and q.turns for q in s.questions if q.answerable)
    assert len(load(SHARED / "locomo" / "locomo5.json").questions) == 999
