"""The controls fire on what they are there for, and on nothing else."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.bench.bench_cases import Scripted, experiment, row, system
from tests.histories import history
from tkg.bench import controls, runner
from tkg.bench.datasets.case import Conversation, Dataset, Question
from tkg.bench.judge import Judge, prompt
from tkg.bench.model import Model

OURS = experiment(system("ours"))
ASKED = Question(
    "q", "c", "Where did Ann leave her red umbrella?", "at the harbour", ("at the harbour",),
    "single-hop", True, datetime(2024, 1, 1, tzinfo=UTC),
)  # fmt: skip


def talk(*said: str) -> Dataset:
    sessions = history(("2023-01-05T10:00", [("Ann", text) for text in said]))
    return Dataset("d", (Conversation("c", tuple(sessions), (ASKED,)),), "0")


def test_an_empty_store_declines_and_a_reader_that_always_guesses_is_caught(
    dataset: Dataset,
) -> None:
    guesses = experiment(system("guesses", reader="model", context="turns"))
    model = Model(Scripted("Porto"), "m")
    fired = list(controls.empty_store(guesses, dataset.questions, model))
    assert len(fired) == 1
    assert "from an empty store" in fired[0]
    assert list(controls.empty_store(OURS, dataset.questions, None)) == []
    honest = Model(Scripted("NOT IN MEMORY"), "m")
    assert list(controls.empty_store(guesses, dataset.questions, honest)) == []


def test_a_store_that_holds_the_questions_with_their_golds_is_caught() -> None:
    key = talk("Where did Ann leave her red umbrella? Answer: at the harbour")
    assert "answer key" in next(controls.leaked(key))
    assert list(controls.leaked(talk("I left my red umbrella at the harbour."))) == []


def test_the_control_of_a_leak_stands_in_the_report_of_a_run(tmp_path: Path) -> None:
    key = talk("Where did Ann leave her red umbrella? Answer: at the harbour")
    head, _ = runner.run(OURS, key, tmp_path)
    assert any("answer key" in found for found in head.controls)


def test_a_perfect_score_is_suspected_and_of_a_baseline_it_is_not() -> None:
    knows = [row(question=str(n), score=1.0) for n in range(6)]
    assert "gold" in next(controls.too_good(knows))
    assert list(controls.too_good([r.model_copy(update={"baseline": True}) for r in knows])) == []


def test_a_model_that_knows_the_answers_without_memory_is_contaminated() -> None:
    asking = experiment(system("s", reader="model", context="none"))
    knows = [row(question=str(n), score=0.2) for n in range(6)]
    assert "contamination" in next(controls.contaminated(asking, knows))
    ignorant = [row(question=str(n), score=0.1) for n in range(6)]
    assert list(controls.contaminated(asking, ignorant)) == []


@pytest.mark.parametrize(("context", "few"), [("turns", 5), ("chunks", 1)])
def test_taking_as_many_as_there_are_is_warned_of(context: str, few: int, dataset: Dataset) -> None:
    def taking(k: int) -> list[str]:
        wide = system("w", reader="model", context=context, k=k)
        return list(controls.too_wide(experiment(wide), dataset))

    assert "all of them" in taking(500)[0]
    assert taking(few) == []


def test_judged_answers_above_the_ceiling_of_the_key_are_warned_of() -> None:
    right = [row(question=str(n), kind="temporal", right=True) for n in range(40)]
    assert "ceiling" in next(controls.above_ceiling(right, {"temporal": 0.9}))
    assert list(controls.above_ceiling(right, {"multi-hop": 0.9})) == []


def test_a_judge_that_accepts_everything_is_shown_by_its_calibration() -> None:
    assert Judge(Scripted("right"), "j").calibration() == {
        "accepts reworded": 1.0, "accepts vague": 1.0, "accepts wrong": 1.0,
    }  # fmt: skip
    assert Judge(Scripted("It is wrong."), "j").calibration()["accepts vague"] == 0.0


def test_a_judge_never_hears_which_system_answered() -> None:
    chat = Scripted("right")
    rows = [row(system="the secret one", question="1", answer="x"), row(error="gone")]
    judged = Judge(chat, "j").judged(rows)
    assert [r.right for r in judged] == [True, None]
    assert not any("secret" in m.text for r in chat.asked for m in r.messages)


def test_a_benchmarks_own_judge_prompt_is_used_and_its_yes_or_no_read(tmp_path: Path) -> None:
    own = tmp_path / "prompt.txt"
    own.write_text("Q {question} G {gold} A {answer}. Answer yes or no.", encoding="utf-8")
    chat = Scripted("Yes.")
    assert Judge(chat, "j", prompt(own)).right("temporal", "when?", "May", "in May") is True
    assert chat.asked[0].messages[0].text == "Q when? G May A in May. Answer yes or no."
    assert Judge(Scripted("no"), "j", prompt(own)).right("temporal", "q", "g", "a") is False
    assert Judge(Scripted("hm"), "j", prompt(own)).right("temporal", "q", "g", "a") is None
