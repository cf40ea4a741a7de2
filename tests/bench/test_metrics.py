"""Scores are the benchmark's own."""

import importlib.util
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tkg.bench import metrics
from tkg.bench.datasets.case import Question
from tkg.bench.datasets.locomo import parts

SCORER = Path(__file__).parents[3] / "shared" / "eval" / "score_locomo.py"
NUMBERS = {"multi-hop": 1, "temporal": 2, "open-domain": 3, "single-hop": 4, "unanswerable": 5}
CASES = [
    ("single-hop", "a red bicycle and a helmet", "She bought the red bicycles."),
    ("single-hop", "10,000 steps", "10000 step"),
    ("temporal", "the week before 9 June 2023", "2 June 2023"),
    ("multi-hop", "painting, pottery, long runs", "pottery, running"),
    ("multi-hop", "tea", "green tea, coffee, "),
    ("open-domain", "Yes; she said so", "yes"),
    ("single-hop", "x", ""),
    ("unanswerable", "", "nothing"),
]


def question(kind: str, gold: str, **more: object) -> Question:
    return Question(
        id="q", conversation="c", text="?", gold=gold, parts=parts(gold, kind), kind=kind,
        answerable=kind != "unanswerable", asked_at=datetime(2024, 1, 1, tzinfo=UTC), **more,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.skipif(
    not SCORER.exists(), reason="the benchmark's scorer is not beside this checkout"
)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_score_agrees_with_the_benchmarks_scorer(case: tuple[str, str, str]) -> None:
    spec = importlib.util.spec_from_file_location("scorer", SCORER)
    assert spec and spec.loader
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    kind, gold, said = case
    theirs = scorer.answer_score({"category": NUMBERS[kind], "answer": gold}, said, False)
    assert metrics.score(question(kind, gold), said, False) == pytest.approx(theirs, abs=1e-9)


def test_token_f1_by_hand() -> None:
    # One of two tokens said is right, and one of two wanted is said: 2*1 / (2+2).
    assert metrics.token_f1("red house", "the red boat") == 0.5
    assert metrics.token_f1("", "boat") == 0.0


def test_the_right_answer_to_an_unanswerable_question_is_to_decline() -> None:
    asked = question("unanswerable", "")
    assert metrics.score(asked, "Berlin", False) == 0.0
    assert metrics.score(asked, "I do not know.", True) == 1.0


def test_an_old_answer_is_stale_unless_the_new_one_is_there_too() -> None:
    asked = question("single-hop", "Ghent", stale=("Porto",))
    assert metrics.stale(asked, "in Porto")
    assert not metrics.stale(asked, "in Ghent, before that in Porto")
    assert not metrics.stale(asked, "in Graz")


def test_ranks_count_different_sessions_once() -> None:
    ranked, wanted = ["a", "a", "b", "c"], frozenset("bc")
    assert metrics.any_at(ranked, wanted, 1) == 0.0
    assert metrics.any_at(ranked, wanted, 2) == 1.0
    assert (metrics.all_at(ranked, wanted, 2), metrics.all_at(ranked, wanted, 3)) == (0.0, 1.0)
    assert metrics.reciprocal_rank(ranked, wanted) == 0.5
    assert metrics.share_at(ranked, wanted, 2) == 0.5


def test_reading_stops_where_the_tokens_run_out() -> None:
    ranked = [("a", "x" * 400), ("b", "x" * 400)]
    assert metrics.share_within(ranked, frozenset("ab"), 150) == 0.5
