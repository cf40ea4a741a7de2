"""Run an experiment: fill stores, ask every question of every system, keep a row of each."""

from __future__ import annotations

import platform
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from threading import Lock

from tkg.answer.put import Reader
from tkg.bench import controls, metrics, misses, result, systems
from tkg.bench.capture import held, short
from tkg.bench.datasets.case import Conversation, Dataset, Question
from tkg.bench.experiment import Experiment, System
from tkg.bench.judge import Judge
from tkg.bench.result import Head, Row
from tkg.bench.survey import chosen
from tkg.bench.words import content
from tkg.extract.session import ingest_sessions
from tkg.kg.errors import KgError, UsageError
from tkg.kg.llm.chat import Chat
from tkg.kg.memory import Memory
from tkg.kg.model import Hit, Known

ERRORS_AT_MOST = 0.10
ERRORS_FROM = 10
"""Rows after which the share of errors is looked at."""
LIBRARIES = ("tkg", "duckdb", "numpy", "spacy", "onnxruntime")


class TooManyErrors(KgError):
    """More than a tenth of the questions ended in an error: the figures would mean nothing."""


@dataclass
class Run:
    """A run under way.

    Attributes:
        folder: Where rows are appended as they come.
        tell: Told one line now and then.
    """

    experiment: Experiment
    dataset: Dataset
    folder: Path
    chat: Chat | None
    tell: Callable[[str], None]
    workers: int = 4
    done: dict[tuple[str, int, str], Row] = field(default_factory=dict)
    ingest: dict[str, float] = field(default_factory=dict)


@dataclass
class Store:
    """A filled store with what is looked at again and again.

    Attributes:
        hits: What the search found, by question: the same for every system.
    """

    memory: Memory
    known: list[Known]
    bags: list[frozenset[str]]
    hits: dict[str, tuple[list[Hit], float]] = field(default_factory=dict)

    @classmethod
    def of(cls, memory: Memory) -> Store:
        """Look at a store."""
        known = memory.facts()
        return cls(memory, known, [content(short(k)) for k in known])

    def search(self, question: Question) -> tuple[list[Hit], float]:
        """Return what the search finds for a question, and the seconds it took."""
        if question.id not in self.hits:
            until = question.asked_at if question.as_told else None
            began = time.perf_counter()
            found = self.memory.search(question.text, k=200, before=until)
            self.hits[question.id] = found, time.perf_counter() - began
        return self.hits[question.id]


def run(
    experiment: Experiment,
    dataset: Dataset,
    folder: Path,
    *,
    limit: int | None = None,
    chat: Chat | None = None,
    judge: Judge | None = None,
    tell: Callable[[str], None] = lambda _: None,
    workers: int = 4,
) -> tuple[Head, list[Row]]:
    """Run an experiment, or what is left of it: rows that stand in the folder are not asked again.

    Raises:
        TooManyErrors: More than a tenth of the rows are errors.
        UsageError: The folder holds another run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    head = _head(experiment, dataset, limit)
    going = Run(experiment, dataset, folder, chat, tell, workers)
    _resume(going, head)
    result.write_head(folder, head)
    for conversation in dataset.conversations:
        _conversation(going, conversation)
    order = {q.id: n for n, q in enumerate(dataset.questions)}
    names = [s.name for s in experiment.system]
    rows = sorted(
        going.done.values(), key=lambda r: (names.index(r.system), r.replicate, order[r.question])
    )
    result.write_rows(folder, rows)
    if judge:
        rows = judge.judged(rows)
        result.write_rows(folder, rows)
    head = head.model_copy(
        update={
            "ingest": going.ingest,
            "controls": tuple(controls.warnings(experiment, dataset, rows)),
            "calibration": judge.calibration() if judge else {},
        }
    )
    result.write_head(folder, head)
    return head, rows


def _resume(going: Run, head: Head) -> None:
    if not (going.folder / result.HEAD).exists():
        return
    before, rows = result.read(going.folder)
    if not before.same_run(head):
        raise UsageError(
            f"{going.folder} holds another run.", hint="Choose another --out, or remove it."
        )
    going.done = {row.key: row for row in rows if not row.error}
    going.ingest = dict(before.ingest)
    # A kill may have cut the last line: what is whole is written anew before rows are added.
    result.write_rows(going.folder, going.done.values())
    if rows:
        going.tell(f"{len(going.done)} rows are there already")


def _conversation(going: Run, conversation: Conversation) -> None:
    for extractor in dict.fromkeys(s.extractor for s in going.experiment.system):
        wanted = [s for s in going.experiment.system if s.extractor == extractor]
        left = list(_left(going, wanted, conversation))
        if not left:
            continue
        with tempfile.TemporaryDirectory() as place, Memory(Path(place) / "m.duckdb") as memory:
            began = time.perf_counter()
            ingest_sessions(memory, conversation.sessions, chosen(extractor, conversation))
            took = time.perf_counter() - began
            going.ingest[extractor] = going.ingest.get(extractor, 0.0) + took
            going.tell(f"{conversation.id}: stored in {took:.0f} s, {len(left)} questions")
            _ask_all(going, memory, conversation, left)


def _left(
    going: Run, wanted: list[System], conversation: Conversation
) -> Iterator[tuple[System, int, Question]]:
    for system in wanted:
        for replicate in range(going.experiment.replicates):
            for question in conversation.questions:
                if (system.name, replicate, question.id) not in going.done:
                    yield system, replicate, question


def _ask_all(
    going: Run,
    memory: Memory,
    conversation: Conversation,
    left: list[tuple[System, int, Question]],
) -> None:
    """Ask in parallel; the memory is used by one at a time, and let go while a server thinks."""
    lock = Lock()
    store = Store.of(memory)
    chat = systems.Unlocked(going.chat, lock) if going.chat else None

    def one(what: tuple[System, int, Question]) -> Row:
        system, replicate, question = what
        reader = systems.reader(
            system, conversation, chat, going.experiment.model, going.experiment.seed + replicate
        )
        with lock:
            return row(store, system, replicate, question, reader)

    with (
        ThreadPoolExecutor(going.workers) as pool,
        (going.folder / result.ROWS).open("a", encoding="utf-8") as out,
    ):
        for found in pool.map(one, left):
            out.write(found.model_dump_json() + "\n")
            out.flush()
            going.done[found.key] = found
            _watch(going)


def _watch(going: Run) -> None:
    wrong = [row.error for row in going.done.values() if row.error]
    total = len(going.done)
    if total >= ERRORS_FROM and len(wrong) > ERRORS_AT_MOST * total:
        raise TooManyErrors(
            f"{len(wrong)} of {total} rows are errors, the last: {wrong[-1]}",
            hint="Run it again to ask only those that failed.",
        )


def row(
    store: Store,
    system: System,
    replicate: int,
    question: Question,
    reader: Reader | str,
) -> Row:
    """Ask one question and measure the answer; an error is a wrong answer."""
    base = Row(
        system=system.name, replicate=replicate, question=question.id,
        conversation=question.conversation, kind=question.kind, answerable=question.answerable,
        text=question.text, gold=question.gold, may_be_stale=bool(question.stale),
        recall=_recall(store, question),
        captured=held(question, store.bags) if question.answerable else None,
    )  # fmt: skip
    began = time.perf_counter()
    try:
        found = systems.answer(store.memory, question, reader, system)
    except KgError as error:
        return base.model_copy(update={"error": f"{type(error).__name__}: {error}"})
    seconds = time.perf_counter() - began
    score = metrics.score(question, found.answer, found.abstained)
    stage, facts = "", tuple[str, ...]()
    if score < misses.WRONG_BELOW:
        hits, _ = store.search(question)
        seen = misses.look(question, store.known, hits, base.captured)
        stage = misses.stage(question, found, seen).value
        facts = tuple(short(k) for k in seen.facts[:12])
    usage = found.usage
    return base.model_copy(
        update={
            "answer": found.answer, "declined": found.abstained, "score": score,
            "stale": not found.abstained and metrics.stale(question, found.answer),
            "stage": stage, "facts": facts, "seconds": seconds,
            "tokens": usage.tokens_in + usage.tokens_out, "cost": usage.cost,
            "cited": tuple(c.turn_id for c in found.citations), "trace": found.trace,
            "evidence": _evidence(store.memory, question) if stage else (),
        }
    )  # fmt: skip


def _evidence(memory: Memory, question: Question) -> tuple[str, ...]:
    turns = (memory.turn(name) for name in sorted(question.turns))
    return tuple(f"{t.id} {t.speaker}: {t.words}" for t in turns if t)


def _recall(store: Store, question: Question) -> dict[str, float]:
    """Measure the search, where the benchmark says which turns hold the answer."""
    if not question.answerable or not question.sessions:
        return {}
    hits, took = store.search(question)
    places = [h.session_id for h in hits]
    found = {
        "any@5": metrics.any_at(places, question.sessions, 5),
        "any@10": metrics.any_at(places, question.sessions, 10),
        "all@10": metrics.all_at(places, question.sessions, 10),
        "mrr@10": metrics.reciprocal_rank(places, question.sessions, 10),
        "search_ms": took * 1000,
    }
    if question.turns:
        turns = [h.turn_id for h in hits]
        read = [(h.turn_id, h.text) for h in hits]
        found["turn@30"] = metrics.share_at(turns, question.turns, 30)
        found["turn@2k tokens"] = metrics.share_within(read, question.turns, 2000)
    return found


def _head(experiment: Experiment, dataset: Dataset, limit: int | None) -> Head:
    expected = f"{experiment.expect.score:.2f}: {experiment.expect.because}"
    return Head(
        experiment=experiment.name, hypothesis=experiment.hypothesis, expected=expected,
        config=experiment.hash, data=dataset.name, sha256=dataset.sha256, limit=limit,
        seed=experiment.seed, commit=_commit(), warnings=dataset.warnings,
        versions={"python": platform.python_version(), **{n: version(n) for n in LIBRARIES}},
    )  # fmt: skip


def _commit() -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return ""
    return done.stdout.strip()
