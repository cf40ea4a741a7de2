"""Run an experiment: fill stores, ask every question of every system, keep a row of each."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import mean
from threading import Lock

from tkg.bench import controls, pool, result, systems
from tkg.bench.asking import row
from tkg.bench.ceiling import ceilings
from tkg.bench.datasets.case import Conversation, Dataset, Question
from tkg.bench.experiment import Experiment, System
from tkg.bench.judge import Judge
from tkg.bench.lines import line, size
from tkg.bench.misses import settled
from tkg.bench.model import Model
from tkg.bench.progress import Bars, Silent
from tkg.bench.result import Filled, Head, Row
from tkg.bench.stores import Store, fill
from tkg.bench.version import commit
from tkg.bench.writers import Sources
from tkg.kg.errors import KgError, UsageError
from tkg.kg.memory import Memory

ERRORS_AT_MOST = 0.10
ERRORS_FROM = 10
"""Rows after which the share of errors is looked at."""
LIBRARIES = ("tkg", "duckdb", "numpy", "spacy", "onnxruntime")
STORES = "stores"
"""Folder of the stores of a run that is under way, inside its own; never a user's."""

Left = list[tuple[System, int, Question]]


class TooManyErrors(KgError):
    """More than a tenth of the questions ended in an error: the figures would mean nothing."""


@dataclass
class Run:
    """A run under way.

    Attributes:
        folder: Where rows are appended as they come.
        model: What answers and extracts; None where no system asks a model.
        recorded: Where recorded extractions are.
        workers: Questions that are asked at once.
    """

    experiment: Experiment
    dataset: Dataset
    folder: Path
    model: Model | None = None
    recorded: Path | None = None
    bars: Bars = field(default_factory=Silent)
    workers: int = 4
    done: dict[tuple[str, int, str], Row] = field(default_factory=dict)
    filled: list[Filled] = field(default_factory=list)

    @property
    def systems(self) -> tuple[System, ...]:
        """Those of the experiment, then the controls."""
        return (*self.experiment.system, *self.experiment.baselines)

    def sources(self) -> Sources:
        """Where the words of extracting models come from."""
        model = self.model
        name = self.experiment.extraction_model or (model.name if model else "")
        return Sources(model.chat if model else None, name, self.recorded)


def run(
    experiment: Experiment,
    dataset: Dataset,
    folder: Path,
    *,
    limit: int | None = None,
    only: Sequence[str] = (),
    model: Model | None = None,
    recorded: Path | None = None,
    judge: Judge | None = None,
    bars: Bars | None = None,
    workers: int = 4,
) -> tuple[Head, list[Row]]:
    """Run an experiment, or what is left of it: rows that stand in the folder are not asked again.

    Raises:
        TooManyErrors: More than a tenth of the rows are errors.
        UsageError: The folder holds another run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    going = Run(experiment, dataset, folder, model, recorded, bars or Silent(), workers)
    head = _head(going, limit, only)
    _resume(going, head)
    result.write_head(folder, head)
    places = folder / STORES
    shutil.rmtree(places, ignore_errors=True)  # of a run that was killed
    places.mkdir()
    try:
        for conversation in dataset.conversations:
            _conversation(going, conversation, places)
        found = pool.recall(dataset, places / "pool.duckdb") if experiment.pool else {}
    finally:
        shutil.rmtree(places)
    return _finished(going, head.model_copy(update={"pool": found}), judge)


def _finished(going: Run, head: Head, judge: Judge | None) -> tuple[Head, list[Row]]:
    """Judge, settle the stages, look at the controls, and write the result whole."""
    rows = _ordered(going)
    if judge:
        rows = judge.judged(rows, going.workers)
    rows = [settled(one) for one in rows]
    result.write_rows(going.folder, rows)
    found = controls.warnings(going.experiment, going.dataset, rows, going.model)
    head = head.model_copy(
        update={
            "controls": tuple(found),
            "calibration": judge.calibration() if judge else {},
        }
    )
    result.write_head(going.folder, head)
    return head, rows


def _ordered(going: Run) -> list[Row]:
    """Return the rows by system, in the order of the experiment and of the file."""
    place = {q.id: n for n, q in enumerate(going.dataset.questions)}
    names = [s.name for s in going.systems]
    controls_ = {s.name for s in going.experiment.baselines}
    rows = sorted(
        going.done.values(), key=lambda r: (names.index(r.system), r.replicate, place[r.question])
    )
    return [r.model_copy(update={"baseline": r.system in controls_}) for r in rows]


def _resume(going: Run, head: Head) -> None:
    if not (going.folder / result.HEAD).exists():
        return
    before, rows = result.read(going.folder)
    if not before.same_run(head):
        raise UsageError(
            f"{going.folder} holds another run.", hint="Choose another --out, or remove it."
        )
    going.done = {row.key: row for row in rows if not row.error}
    going.filled = result.filled(going.folder)
    # A kill may have cut the last line: what is whole is written anew before rows are added.
    result.write_rows(going.folder, going.done.values())
    result.write_filled(going.folder, going.filled)
    if rows:
        going.bars.tell(f"{len(going.done)} rows are there already")


def _conversation(going: Run, conversation: Conversation, places: Path) -> None:
    for number, name in enumerate(dict.fromkeys(s.store for s in going.systems)):
        wanted = [s for s in going.systems if s.store == name]
        left = list(_left(going, wanted, conversation))
        if not left:
            continue
        model = going.model
        with Memory(places / f"{number}.duckdb") as memory:
            store, took = fill(
                memory, wanted, conversation, going.sources(),
                (model.chat if model else None, model.name if model else ""),
                going.bars.filling(f"{conversation.id}, {name}"),
            )  # fmt: skip
            _append(going.folder / result.FILLED, took)
            going.bars.tell(
                f"{conversation.id}, {name}: {took.turns} turns and {took.facts} facts "
                f"in {took.seconds:.0f} s, {len(left)} questions"
            )
            _ask_all(going, store, conversation, left)
        (places / f"{number}.duckdb").unlink()


def _left(
    going: Run, wanted: Sequence[System], conversation: Conversation
) -> Iterator[tuple[System, int, Question]]:
    for system in wanted:
        for replicate in range(going.experiment.replicates):
            for question in conversation.questions:
                if (system.name, replicate, question.id) not in going.done:
                    yield system, replicate, question


def _ask_all(going: Run, store: Store, conversation: Conversation, left: Left) -> None:
    """Ask in parallel; the memory is used by one at a time, and let go while a server thinks."""
    lock = Lock()

    def one(what: tuple[System, int, Question]) -> Row:
        system, replicate, question = what
        model = going.model
        chat = systems.Unlocked(model.replicate(replicate), lock) if model else None
        reader = systems.reader(
            system, conversation, chat, model.name if model else "",
            going.experiment.seed + replicate, store.summaries,
        )  # fmt: skip
        with lock:
            return row(store, system, replicate, question, reader)

    show = going.bars.asking(conversation.id, len(left))
    with ThreadPoolExecutor(going.workers) as workers:
        for number, found in enumerate(workers.map(one, left), start=1):
            _append(going.folder / result.ROWS, found)
            going.done[found.key] = found
            show(number)
            _watch(going)


def _append(path: Path, line_: Row | Filled) -> None:
    with path.open("a", encoding="utf-8") as out:
        out.write(line_.model_dump_json() + "\n")


def _watch(going: Run) -> None:
    wrong = [row.error for row in going.done.values() if row.error]
    total = len(going.done)
    if total >= ERRORS_FROM and len(wrong) > ERRORS_AT_MOST * total:
        raise TooManyErrors(
            f"{len(wrong)} of {total} rows are errors, the last: {wrong[-1]}",
            hint="Run it again to ask only those that failed.",
        )


def _head(going: Run, limit: int | None, only: Sequence[str]) -> Head:
    experiment, dataset = going.experiment, going.dataset
    return Head(
        experiment=experiment.name, hypothesis=experiment.hypothesis,
        systems={s.name: f"{s.hypothesis} ({s.expect.because})" for s in going.systems},
        expected={s.name: s.expect.score for s in going.systems},
        config=experiment.hash, data=dataset.name, sha256=dataset.sha256, limit=limit,
        only=tuple(only), seed=experiment.seed, commit=commit(), warnings=dataset.warnings,
        model=going.model.name if going.model else "", writer=going.sources().model,
        workers=going.workers, whole_tokens=_whole(dataset), ceiling=ceilings(dataset),
        versions={"python": platform.python_version(), **{n: version(n) for n in LIBRARIES}},
    )  # fmt: skip


def _whole(dataset: Dataset) -> float:
    """Return how many tokens a whole conversation takes, mean over the questions."""
    sizes: list[int] = []
    for conversation in dataset.conversations:
        whole = sum(size(line(t)) for s in conversation.sessions for t in s.turns)
        sizes += [whole] * len(conversation.questions)
    return mean(sizes) if sizes else 0.0
