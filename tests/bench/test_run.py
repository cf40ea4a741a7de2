"""A whole run on a small made-up benchmark."""

import json
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pydantic import ValidationError

from tkg.bench import report, result, runner
from tkg.bench.controls import contaminated, empty_store, too_good, too_wide
from tkg.bench.datasets.case import Dataset, limited
from tkg.bench.datasets.load import load
from tkg.bench.datasets.memorybench import make
from tkg.bench.experiment import Expect, Experiment, System
from tkg.bench.experiment import load as settings
from tkg.bench.judge import Judge
from tkg.bench.plot import bars
from tkg.bench.result import Row
from tkg.bench.table import differences, summaries
from tkg.kg.errors import ModelError, UsageError
from tkg.kg.llm.chat import Reply, Request

EXPERIMENTS = sorted((Path(__file__).parents[2] / "bench" / "experiments").glob("*.toml"))


@dataclass
class Scripted:
    """A model that says what it is told to."""

    text: str = "NOT IN MEMORY"
    fail_every: int = 0
    asked: int = 0

    def complete(self, request: Request) -> Reply:
        self.asked += 1
        if self.fail_every and self.asked % self.fail_every == 0:
            raise ModelError("The server is gone.")
        return Reply(text=self.text, tokens_in=100, tokens_out=5, cost=0.001)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    path = tmp_path_factory.mktemp("made") / "made.json"
    path.write_text(json.dumps(make(0, conversations=1, sessions=4, chatter=1)), encoding="utf-8")
    return load(path)


def experiment(*systems: System, **more: object) -> Experiment:
    expect = Expect(score=0.5, because="it is a guess")
    return Experiment(name="t", hypothesis="h", expect=expect, system=systems, **more)  # type: ignore[arg-type]


BASELINES = (
    System(name="ours"),
    System(name="declines", reader="decline"),
    System(name="lots", reader="random"),
)


def test_a_killed_run_goes_on_and_ends_with_the_same_rows(dataset: Dataset, tmp_path: Path) -> None:
    whole = runner.run(experiment(*BASELINES), dataset, tmp_path / "a")[1]
    runner.run(experiment(*BASELINES), dataset, tmp_path / "b")
    rows = tmp_path / "b" / result.ROWS
    lines = rows.read_text(encoding="utf-8").splitlines()
    rows.write_text("\n".join([*lines[:5], lines[5][:40]]), encoding="utf-8")
    again = runner.run(experiment(*BASELINES), dataset, tmp_path / "b")[1]

    def figures(found: list[Row]) -> list[tuple[str, str, float, str]]:
        return [(r.system, r.question, r.score, r.answer) for r in found]

    assert figures(again) == figures(whole)
    declined = next(s for s in summaries(whole) if s.name == "declines")
    assert declined.abstained.value == 1.0
    assert declined.declined.value == 1.0


def test_a_folder_of_another_run_is_refused(dataset: Dataset, tmp_path: Path) -> None:
    runner.run(experiment(BASELINES[1]), dataset, tmp_path)
    with pytest.raises(UsageError, match="another run"):
        runner.run(experiment(BASELINES[2]), dataset, tmp_path)


def test_a_run_with_more_than_a_tenth_of_errors_stops(dataset: Dataset, tmp_path: Path) -> None:
    asking = experiment(System(name="m", reader="model", context="full"), replicates=3)
    with pytest.raises(runner.TooManyErrors):
        runner.run(asking, dataset, tmp_path, chat=Scripted(fail_every=6))


@pytest.mark.parametrize("context", ["none", "full", "chunks", "turns", "keyword-record"])
def test_every_context_reaches_the_model_and_is_counted(
    context: str, dataset: Dataset, tmp_path: Path
) -> None:
    system = System(name="m", reader="model", context=context)  # type: ignore[arg-type]
    chat = Scripted("Answer: Porto")
    _, rows = runner.run(experiment(system), limited(dataset, 3), tmp_path, chat=chat)
    assert chat.asked == 3
    assert {(r.answer, r.tokens, r.cost) for r in rows} == {("Porto", 105, 0.001)}


def test_a_system_that_needs_a_model_says_so(dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a model"):
        runner.run(experiment(System(name="m", reader="model")), dataset, tmp_path)


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda p: p.stem)
def test_every_packaged_experiment_says_what_it_expects(path: Path) -> None:
    found = settings(path)
    assert found.hypothesis
    assert found.expect.because


def test_an_unknown_key_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    text = EXPERIMENTS[0].read_text(encoding="utf-8")
    path.write_text(text + "\nspeling = true\n", encoding="utf-8")
    with pytest.raises(UsageError, match="speling"):
        settings(path)


def test_the_page_stands_alone_and_shows_misses_and_plots(dataset: Dataset, tmp_path: Path) -> None:
    head, rows = runner.run(experiment(*BASELINES), dataset, tmp_path)
    report.write(tmp_path, head, rows)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 5
    assert page.count("<details>") == sum(bool(r.stage) for r in rows)
    assert "src=" not in page
    assert head.sha256 in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_a_plot_is_well_formed_whatever_its_names_hold() -> None:
    tree = ElementTree.fromstring(bars("a < b & c", [('"x"', 0.5)]))
    assert tree.tag.endswith("svg")


def test_a_judge_that_accepts_everything_is_shown_by_its_calibration() -> None:
    assert Judge(Scripted("right"), "j").calibration() == {
        "accepts reworded": 1.0, "accepts vague": 1.0, "accepts wrong": 1.0,
    }  # fmt: skip
    assert Judge(Scripted("It is wrong."), "j").calibration()["accepts vague"] == 0.0


def row(**more: object) -> Row:
    base = {"system": "s", "replicate": 0, "question": "q", "conversation": "c", "kind": "k",
            "answerable": True, "text": "?", "gold": "g"}  # fmt: skip
    return Row.model_validate({**base, **more})


def test_controls_fire(dataset: Dataset) -> None:
    asking = experiment(
        System(name="s", reader="model", context="none"),
        System(name="w", reader="model", context="turns", k=500),
    )
    knows = [row(question=str(n), score=1.0) for n in range(6)]
    assert "contamination" in next(contaminated(asking, knows))
    assert "all of them" in next(too_wide(asking, dataset))
    assert "gold" in next(too_good(knows))
    assert list(empty_store(dataset.questions)) == []


def test_a_difference_inside_the_noise_is_printed_as_null() -> None:
    ours = [row(question=str(n), score=float(n % 2)) for n in range(20)]
    theirs = [row(question=str(n), score=float(n % 2 == 0)) for n in range(20)]
    assert "null" in str(differences(ours, theirs)[0])
    better = [row(question=str(n), score=0.9) for n in range(20)]
    worse = [row(question=str(n), score=0.1) for n in range(20)]
    assert "+0.8000" in str(differences(better, worse)[0])


def test_a_row_takes_no_unknown_field() -> None:
    with pytest.raises(ValidationError):
        row(colour="red")
