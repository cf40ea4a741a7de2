"""A whole run on a small made-up benchmark."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition

import pytest
from pydantic import ValidationError

from tests.bench.bench_cases import Scripted, experiment, made, row, system
from tkg.bench import result, runner
from tkg.bench.datasets.case import Dataset, limited
from tkg.bench.experiment import System
from tkg.bench.model import Model
from tkg.bench.result import Row
from tkg.bench.table import summaries
from tkg.kg.errors import UsageError
from tkg.kg.llm.chat import Reply, Request

OURS = system("ours")
SETTINGS = """
name = "small"
hypothesis = "it can be killed"
[[system]]
name = "ours"
hypothesis = "it answers"
reader = "random"
extractor = "nothing"
expect = { score = 0.5, because = "it is a guess" }
"""


def figures(found: list[Row]) -> list[tuple[str, str, float, str, str]]:
    return [(r.system, r.question, r.score, r.answer, r.stage) for r in found]


def test_a_run_that_is_cut_in_a_line_goes_on_and_ends_with_the_same_rows(
    dataset: Dataset, tmp_path: Path
) -> None:
    whole = runner.run(experiment(OURS), dataset, tmp_path)[1]
    rows = tmp_path / result.ROWS
    lines = rows.read_text(encoding="utf-8").splitlines()
    rows.write_text("\n".join([*lines[:5], lines[5][:40]]), encoding="utf-8")
    again = runner.run(experiment(OURS), dataset, tmp_path)[1]
    assert figures(again) == figures(whole)
    declined = next(s for s in summaries(whole) if s.name == "always decline")
    assert declined.abstained.value == 1.0
    assert declined.declined.value == 1.0


def test_a_killed_process_leaves_rows_that_the_next_one_keeps(tmp_path: Path) -> None:
    asked = made(tmp_path, conversations=3, sessions=2).questions
    settings, out = tmp_path / "e.toml", tmp_path / "out"
    settings.write_text(SETTINGS, encoding="utf-8")
    words = ["run", str(settings), "--data", str(tmp_path / "made.json"), "--out", str(out)]
    code = f"from tkg.bench.command import app; app({words!r})"
    first = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    while not (out / result.ROWS).exists() and first.poll() is None:
        time.sleep(0.02)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    kept = result.rows(out)
    assert 0 < len(kept) < 2 * len(asked)  # of ours and the other baseline
    assert (out / runner.STORES).exists()  # what it was writing; never a user's store
    second = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"{len(kept)} rows are there already" in second.stderr
    assert second.returncode == 0
    rows = result.rows(out)
    assert {r.key for r in kept} <= {r.key for r in rows}
    assert len({r.key for r in rows}) == len(rows)
    assert not (out / runner.STORES).exists()


def test_a_folder_of_another_run_is_refused(dataset: Dataset, tmp_path: Path) -> None:
    runner.run(experiment(system("a", reader="decline")), dataset, tmp_path)
    with pytest.raises(UsageError, match="another run"):
        runner.run(experiment(system("b", reader="random")), dataset, tmp_path)


def failing(every: int, dataset: Dataset, folder: Path) -> list[Row]:
    """Ask a hundred questions, one after the other, of a model that fails every so many times."""
    asking = experiment(system("m", reader="model", context="none"), replicates=4)
    chat = Scripted(fail_every=every)
    few = limited(dataset, 25)
    return runner.run(asking, few, folder, model=Model(chat, "m"), workers=1)[1]


def test_a_run_with_eleven_per_cent_of_errors_stops(tmp_path: Path) -> None:
    talks = made(tmp_path, conversations=2)
    with pytest.raises(runner.TooManyErrors, match="of"):
        failing(9, talks, tmp_path / "eleven")


def test_a_run_with_nine_per_cent_of_errors_counts_them_as_wrong(tmp_path: Path) -> None:
    talks = made(tmp_path, conversations=2)
    rows = [r for r in failing(11, talks, tmp_path / "nine") if r.system == "m"]
    wrong = [r for r in rows if r.error]
    assert (len(rows), len(wrong)) == (100, 9)
    assert {r.score for r in wrong} == {0.0}
    assert summaries(rows)[0].errors == 9


@pytest.mark.parametrize("context", ["none", "full", "chunks", "turns", "keyword-record"])
def test_every_context_reaches_the_model_and_is_counted(
    context: str, dataset: Dataset, tmp_path: Path
) -> None:
    chat = Scripted("Answer: Porto")
    chosen = experiment(system("m", reader="model", context=context, extractor="nothing"))
    _, rows = runner.run(chosen, limited(dataset, 3), tmp_path, model=Model(chat, "m"))
    mine = [r for r in rows if r.system == "m"]
    assert {(r.answer, r.tokens, r.cost) for r in mine} == {("Porto", 105, 0.001)}
    written = result.filled(tmp_path)[0]
    sessions = len(dataset.conversations[0].sessions)
    assert written.calls == (sessions if context == "keyword-record" else 0)


@dataclass
class Crowded:
    """A model that waits for company, and notes how many ask it at once."""

    company: int
    now: int = 0
    most: int = 0
    change: Condition = field(default_factory=Condition)

    def complete(self, request: Request) -> Reply:
        with self.change:
            self.now += 1
            self.most = max(self.most, self.now)
            self.change.notify_all()
            self.change.wait_for(lambda: self.most >= self.company, timeout=20)
            self.now -= 1
        return Reply(text="NOT IN MEMORY")


@pytest.mark.parametrize("workers", [1, 3])
def test_so_many_questions_are_asked_at_once_and_no_more(
    workers: int, dataset: Dataset, tmp_path: Path
) -> None:
    chat = Crowded(workers)
    chosen = experiment(system("m", reader="model", context="none", extractor="nothing"))
    runner.run(chosen, dataset, tmp_path, model=Model(chat, "m"), workers=workers)
    assert chat.most == workers


def test_full_context_is_the_newest_that_fits_in_the_order_of_telling(
    dataset: Dataset, tmp_path: Path
) -> None:
    chat = Scripted()
    chosen = experiment(system("m", reader="model", context="full", tokens=60, extractor="nothing"))
    last = dataset.conversations[0].questions[-1]
    runner.run(chosen, limited(dataset, None), tmp_path, model=Model(chat, "m"))
    asked = next(r.messages[1].text for r in chat.asked if last.text in r.messages[1].text)
    notes = asked.split("\n\nToday")[0].splitlines()
    turns = sorted(
        (t for s in dataset.conversations[0].sessions for t in s.turns),
        key=lambda t: (t.said_at, t.index),
    )
    told = [f"[{t.said_at:%d %B %Y}] {t.speaker}: {t.text}" for t in turns if t.said_at]
    assert notes == told[-len(notes) :]
    assert 0 < len(notes) < len(told)


def test_a_store_without_dates_keeps_facts_and_loses_their_times(
    dataset: Dataset, tmp_path: Path
) -> None:
    from tests.histories import MOVES, history
    from tkg.bench.writers import Sources, writer

    dated = writer(OURS, Sources(), "c")
    bare = writer(system("u", dated=False), Sources(), "c")
    session = history(*MOVES)[1]
    times = [fact.time for fact in dated.extract(session).facts]
    assert any(times)
    without = bare.extract(session).facts
    assert len(without) == len(times)
    assert not any(fact.time for fact in without)


@pytest.mark.parametrize(
    "needs", [system("m", reader="model"), system("m", extractor="llm")], ids=lambda s: s.store
)
def test_a_system_that_needs_a_model_says_so(
    needs: System, dataset: Dataset, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="needs a model"):
        runner.run(experiment(needs), dataset, tmp_path)


def test_a_row_takes_no_unknown_field() -> None:
    with pytest.raises(ValidationError):
        row(colour="red")
