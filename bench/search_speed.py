"""Speed of search as ratios to the bare libraries in the same run.

    python bench/search_speed.py [--turns 10000 100000] [--runs 40] [--folder DIR]

The bare stack is numpy's product of a matrix of rows with a question, after one embedding of it;
cold, it is `bare_stack.py cold` and `same`. Stores are made once in the folder, and kept there.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tkg.bench.synthetic_store import make, session, text
from tkg.kg.embed.embedder import Embedder, Vectors
from tkg.kg.embed.named import PACKAGED, embedder
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction
from tkg.kg.search import ann
from tkg.kg.search.index import write as write_index
from tkg.kg.store import turns

HERE = Path(__file__).parent
WORDS_OF_A_QUESTION = 7
NEW_SESSIONS = 9
A_ROUND = 5
"""Questions that are asked one way before the other way has its turn."""
SETTLING = 0.2
"""Seconds: numpy's threads spin for a while after a product, and would slow what comes next."""
QUESTION = "When did I move?"


def questions(count: int) -> list[str]:
    """Return so many questions, none of them a turn."""
    return [" ".join(text(-10_000 - n).split()[:WORDS_OF_A_QUESTION]) for n in range(count)]


def timed(ask: Callable[[str], object], asked: Sequence[str]) -> list[float]:
    """Return the milliseconds of each question."""
    times = []
    for question in asked:
        began = time.perf_counter()
        ask(question)
        times.append((time.perf_counter() - began) * 1000)
    return times


def in_turn(asks: Sequence[Callable[[str], object]], asked: Sequence[str]) -> list[float]:
    """Return the median milliseconds of each way of asking, taken in turn in rounds.

    So a busy moment falls on all of them.
    """
    times: list[list[float]] = [[] for _ in asks]
    for start in range(0, len(asked), A_ROUND):
        for ask, found in zip(asks, times, strict=True):
            time.sleep(SETTLING)
            found += timed(ask, asked[start : start + A_ROUND])
    return [statistics.median(found) for found in times]


def warm(store: Path, made: Embedder, runs: int) -> dict[str, Any]:
    """Measure a process that has searched before."""
    asked = questions(runs)
    with Memory(store, embedder=made) as memory:
        matrix = rows_of(memory)
        began = time.perf_counter()
        memory.search("the first question reads its own terms")
        memory.search("the second reads all")
        loaded = time.perf_counter() - began
        bare, ours = in_turn((lambda q: matrix @ made.embed([q])[0], memory.search), asked)
        repeats = all(memory.search(q) == memory.search(q) for q in asked)
    return {
        "bare_ms": round(bare, 1),
        "warm_ms": round(ours, 1),
        "warm_ratio": round(ours / bare, 2),
        "load_s": round(loaded, 2),
        "repeats": repeats,
    }


def rows_of(memory: Memory) -> Vectors:
    """Return the vectors as numpy's users keep them: one row each."""
    rows = memory.db.execute("select data from vector").fetchall()
    half = np.frombuffer(b"".join(r[0] for r in rows), np.float16).reshape(len(rows), -1)
    return half.astype(np.float32)


def near(store: Path, made: Embedder, runs: int) -> dict[str, Any]:
    """Measure a search over the graph, and how much of the exact one it finds."""
    if not ann.installed():
        return {"ann": "hnswlib is not installed"}
    asked = questions(runs)
    with Memory(store, embedder=made) as memory:
        exact = [{hit.key for hit in memory.search(q)} for q in asked]
        matrix = rows_of(memory)
    limit, ann.ABOVE = ann.ABOVE, 0
    with Memory(store, embedder=made) as memory:
        began = time.perf_counter()
        ann.keep(memory.db)
        built = time.perf_counter() - began
        found = [{hit.key for hit in memory.search(q)} for q in asked]
        bare, ours = in_turn((lambda q: matrix @ made.embed([q])[0], memory.search), asked)
    ann.ABOVE = limit
    size = Path(f"{store}{ann.SUFFIX}").stat().st_size
    ann.drop(store)
    shared = [len(a & b) / len(a) for a, b in zip(exact, found, strict=True) if a]
    return {
        "ann_ms": round(ours, 1),
        "ann_ratio": round(ours / bare, 2),
        "ann_recall": round(statistics.mean(shared), 3),
        "ann_build_s": round(built, 1),
        "ann_mb": round(size / 1e6),
    }


def inserting(store: Path, made: Embedder) -> dict[str, float]:
    """Measure storing sessions of twenty turns, with and without embedding them."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.duckdb"
        shutil.copy(store, copy)
        whole, stored = [], []
        with Memory(copy, embedder=made) as memory:
            for number in range(1_000_000, 1_000_000 + NEW_SESSIONS):
                new = session(number)
                began = time.perf_counter()
                prepared = memory.prepare(new)
                ready = time.perf_counter()
                memory.add(new, Extraction(), prepared)
                stored.append(time.perf_counter() - ready)
                whole.append(time.perf_counter() - began)
            indexed = [_indexing(memory, n) for n in range(2_000_000, 2_000_000 + NEW_SESSIONS)]
    return {
        "insert_index_ms": round(statistics.median(indexed) * 1000, 1),
        "insert_ms": round(statistics.median(stored) * 1000, 1),
        "insert_with_embedding_ms": round(statistics.median(whole) * 1000, 1),
    }


def _indexing(memory: Memory, number: int) -> float:
    """Return the seconds that the index takes of storing a session."""
    new = session(number)
    prepared = memory.prepare(new)
    with memory.transaction() as db:
        turns.insert(db, [(new, Extraction())], recorded_at=memory.clock())
        began = time.perf_counter()
        write_index(db, prepared)
        return time.perf_counter() - began


def cold(store: Path, runs: int) -> dict[str, float]:
    """Measure one question in a new process, taken in turn with the bare stack."""
    ways = {
        "bare": (str(HERE / "bare_stack.py"), "cold", str(store)),
        "same": (str(HERE / "bare_stack.py"), "same", str(store)),
        "ours": ("-m", "tkg.cli", "search", QUESTION, "--db", str(store)),
    }
    took = [{name: _seconds(*words) for name, words in ways.items()} for _ in range(runs)]
    wall = {name: statistics.median(each[name][0] for each in took) for name in ways}
    used = {name: statistics.median(each[name][1] for each in took) for name in ways}
    return {
        "bare_cold_s": round(wall["bare"], 2),
        "cold_s": round(wall["ours"], 2),
        "cold_ratio": round(wall["ours"] / wall["bare"], 2),
        "cold_ratio_same_libraries": round(wall["ours"] / wall["same"], 2),
        "cold_processor_s": round(used["ours"], 2),
        "cold_processor_ratio": round(used["ours"] / used["bare"], 2),
        "cold_processor_ratio_same_libraries": round(used["ours"] / used["same"], 2),
    }


def _seconds(*words: str) -> tuple[float, float]:
    """Return how long a command takes, and how much of a processor."""
    began, used = time.perf_counter(), _used()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return time.perf_counter() - began, _used() - used


def _used() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def measure(folder: Path, size: int, runs: int, *, graph: bool) -> dict[str, Any]:
    """Measure one size."""
    made = embedder(PACKAGED)
    if made is None:
        raise SystemExit("The packaged embedder is not installed.")
    store = folder / f"synthetic-{size}.duckdb"
    built = None
    if not store.exists():
        began = time.perf_counter()
        make(store, size, made)
        built = round(time.perf_counter() - began, 1)
    found = warm(store, made, runs)
    return {
        "turns": size,
        "build_s": built,
        "bytes_a_turn": round(store.stat().st_size / size),
        **found,
        **(near(store, made, runs) if graph else {}),
        **inserting(store, made),
        **cold(store, 7),
    }


def main() -> None:
    """Measure and print one JSON document a size."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--turns", type=int, nargs="+", default=[10_000, 100_000])
    arguments.add_argument("--runs", type=int, default=40)
    arguments.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    arguments.add_argument("--graph", action="store_true", help="Also with hnswlib.")
    given = arguments.parse_args()
    for size in given.turns:
        print(json.dumps(measure(given.folder, size, given.runs, graph=given.graph), indent=1))


if __name__ == "__main__":
    main()
