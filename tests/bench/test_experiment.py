"""Every packaged experiment runs, says what it expects, and takes no key that means nothing."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.bench.bench_cases import experiment, system
from tkg.bench import report, runner
from tkg.bench.datasets.case import Dataset, limited
from tkg.bench.experiment import Experiment, load
from tkg.bench.model import Model
from tkg.kg.errors import UsageError
from tkg.kg.llm.chat import Reply, Request

EXPERIMENTS = sorted((Path(__file__).parents[2] / "bench" / "experiments").glob("*.toml"))
WANTED = {
    "no memory", "full context", "chunks top 8", "turns top 30", "turns top 30, step by step",
    "fact record v1", "memory record", "record and tools", "record and tools over a dated store",
    "surprise", "multi", "salience", "judged", "second pass", "date pass", "offline reader",
    "offline",
}  # fmt: skip


@dataclass
class Obliging:
    """A model that extracts one fact of each session, summarises, and declines to answer."""

    prompts: list[str] = field(default_factory=list)

    def complete(self, request: Request) -> Reply:
        self.prompts.append(request.messages[0].text)
        if not request.json_object:
            return Reply(text="NOT IN MEMORY", tokens_in=90, tokens_out=10)
        turn = json.loads(request.messages[1].text.split("\n")[1])["turn"]
        fact = {"subject": "user", "predicate": "said", "value": "a thing", "turns": [turn]}
        return Reply(text=json.dumps({"facts": [fact]}), tokens_in=900, tokens_out=100)


def all_systems() -> dict[str, Experiment]:
    return {s.name: found for path in EXPERIMENTS for found in [load(path)] for s in found.system}


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda p: p.stem)
def test_every_packaged_experiment_runs_with_scripted_replies(
    path: Path, dataset: Dataset, tmp_path: Path
) -> None:
    chosen, asked = load(path), limited(dataset, 2)
    recorded = tmp_path / "recorded"
    recorded.mkdir()
    lines = [
        json.dumps({"session": s.id, "reply": {"facts": []}})
        for s in asked.conversations[0].sessions
    ]
    (recorded / f"{asked.conversations[0].id}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    chat = Obliging()
    head, rows = runner.run(
        chosen, asked, tmp_path / "out", model=Model(chat, "m"), recorded=recorded
    )
    names = [s.name for s in (*chosen.system, *chosen.baselines)]
    assert [r.system for r in rows] == [name for name in names for _ in range(2)]
    assert not [r.error for r in rows if r.error]
    assert bool(chat.prompts) == chosen.asks_a_model
    assert all(head.systems[name] and 0 <= head.expected[name] <= 1 for name in names)
    assert report.text(report.computed(head, rows))


def test_all_systems_to_compare_are_there() -> None:
    assert set(all_systems()) >= WANTED


def test_a_run_always_has_its_baselines_and_of_a_model_one_without_memory() -> None:
    offline = experiment(system("ours"))
    model = experiment(system("m", reader="model"))
    assert [s.name for s in offline.baselines] == ["always decline", "random turn"]
    assert [s.name for s in model.baselines] == ["no memory", "always decline", "random turn"]


def test_an_unknown_key_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    text = EXPERIMENTS[0].read_text(encoding="utf-8")
    path.write_text(text + "\nspeling = true\n", encoding="utf-8")
    with pytest.raises(UsageError, match="speling"):
        load(path)


@pytest.mark.parametrize(
    "settings",
    [
        {"gate": "surprise"},
        {"variant": "judged"},
        {"tools": True},
        {"context": "full"},
        {"extractor": "recorded", "variant": "second"},
    ],
    ids=str,
)
def test_a_setting_that_would_change_nothing_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="for"):
        system("s", **settings)


def test_a_system_without_a_hypothesis_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text('name = "e"\nhypothesis = "h"\n[[system]]\nname = "s"\n', encoding="utf-8")
    with pytest.raises(UsageError, match="hypothesis"):
        load(path)
