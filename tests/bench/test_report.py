"""Reports say what was run, and the page stands alone."""

import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bench.bench_cases import experiment, row, system
from tests.bench.test_compare import head
from tkg.bench import plot, report, runner
from tkg.bench.datasets.case import Dataset
from tkg.bench.misses import settled
from tkg.bench.stats import Interval
from tkg.bench.version import commit


def computed(dataset: Dataset, folder: Path) -> report.Figures:
    runner.run(experiment(system("ours"), pool=True), dataset, folder)
    from tkg.kg.llm.prices import load

    return report.figures(folder, load())


@pytest.fixture(scope="module")
def found(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> report.Figures:
    folder = tmp_path_factory.mktemp("out")
    figures = computed(dataset, folder)
    report.write(folder, figures)
    return figures


class Strict(HTMLParser):
    """Counts what is open; a page must close what it opens."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not any(name in ("src", "href") and (value or "").startswith("http")
                       for name, value in attrs)  # fmt: skip
        if tag not in ("meta", "input", "path", "rect", "circle", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("path", "rect", "circle"):
            return
        assert self.open.pop() == tag


def test_the_page_is_whole_needs_nothing_else_and_shows_every_miss(found: report.Figures) -> None:
    from tkg.bench.page import page

    reader = Strict()
    reader.feed(page(found))
    assert reader.open == []
    missed = [r for r in found.rows if r.stage and not r.baseline]
    assert reader.seen.count("details") == len(missed) > 0
    assert reader.seen.count("svg") >= 4
    assert reader.seen.count("select") == 3


def test_text_names_data_code_stages_and_both_pools(found: report.Figures) -> None:
    text = report.text(found)
    assert found.head.sha256 in text
    assert "## Where ours lost its misses" in text
    assert "all in one store" in text
    assert "stale retrieval" in text
    assert "turns@2000 tokens" in text
    assert "## ours minus always decline" in text
    assert 0 < found.head.pool["any@5"] <= 1


def test_a_stage_stays_where_the_judge_or_the_score_calls_an_answer_wrong() -> None:
    missed = row(score=0.4, stage="answered wrong")
    assert settled(missed).stage == "answered wrong"
    assert settled(missed.model_copy(update={"right": True})).stage == ""
    fine = row(score=0.6, stage="answered wrong")
    assert settled(fine).stage == ""
    assert settled(fine.model_copy(update={"right": False})).stage == "answered wrong"


@pytest.mark.parametrize(
    "drawn",
    [
        plot.bars("a < b & c", [('"x"', 0.5), ("y", Interval(0.5, 0.4, 0.6))]),
        plot.grouped("g", [("one", [("a", 1.0)]), ("two", [("a", float("nan"))])]),
        plot.stacked("s", ["a & b", "c" * 90], [("x", [1.0, 2.0]), ("none", [0.0, 0.0])]),
        plot.points("p", "x", "y", [("<a>", 0.5, 0.5), ("b", 0.5, 0.5)]),
    ],
)
def test_a_plot_is_well_formed_whatever_its_names_hold(drawn: str) -> None:
    assert ElementTree.fromstring(drawn).tag.endswith("svg")


def test_edits_that_no_commit_holds_are_noticed(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        named = ["-c", "user.name=n", "-c", "user.email=e@x"]
        subprocess.run(["git", *named, "-C", str(tmp_path), *words], check=True,
                       capture_output=True)  # fmt: skip

    (tmp_path / "a.py").write_text("1\n", encoding="utf-8")
    git("init")
    git("add", ".")
    git("commit", "-m", "one")
    clean = commit(tmp_path)
    assert clean
    assert "+edits" not in clean
    (tmp_path / "a.py").write_text("2\n", encoding="utf-8")
    edited = commit(tmp_path)
    assert edited.startswith(f"{clean}+edits-")
    (tmp_path / "b.py").write_text("3\n", encoding="utf-8")
    assert commit(tmp_path) not in (clean, edited)
    (tmp_path / "result.json").write_text("{}", encoding="utf-8")
    git("add", "b.py", "a.py")
    git("commit", "-m", "two")
    assert "+edits" not in commit(tmp_path)
    notice = head().model_copy(update={"commit": edited})
    assert "NOTICE" in report.text(report.computed(notice, [row()]))
