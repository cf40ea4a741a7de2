"""Speed of search as ratios to the bare libraries in the same run.

    python bench/search_speed.py [--turns 10000 100000] [--runs 40] [--folder DIR]

The bare stack is numpy's product of a matrix of rows with a question, after one embedding of it;
cold, it is `bare_stack.py cold`. Stores are made once in the folder, and kept there.
"""

from __future__ import annotations

import argparse
import json
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
from tkg.kg.embed.embedder import Embedder
from tkg.kg.embed.named import PACKAGED, embedder
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction
from tkg.kg.search import ann

HERE = Path(__file__).parent
WORDS_OF_A_QUESTION = 7
NEW_SESSIONS = 9
QUESTION = "When did I move?"


def questions(count: int) -> list[str]:
    """Return so many questions, none of them a turn."""
    return [" ".join(text(-10_000 - n).split()[:WORDS_OF_A_QUESTION]) for n in range(count)]


def p50(ask: Callable[[str], object], asked: Sequence[str]) -> float:
    """Return the median milliseconds of a question."""
    times = []
    for question in asked:
        began = time.perf_counter()
        ask(question)
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


def warm(store: Path, made: Embedder, runs: int) -> dict[str, Any]:
    """Measure a process that has searched before."""
    asked = questions(runs)
    with Memory(store, embedder=made) as memory:
        bare = _bare(memory, made, asked)
        time.sleep(0.5)  # numpy's threads spin for a while after a product
        began = time.perf_counter()
        first = [memory.search(q) for q in asked[:2]]
        loaded = time.perf_counter() - began
        ours = p50(memory.search, asked)
        repeats = all(memory.search(q) == hits for q, hits in zip(asked, first, strict=False))
    return {
        "bare_ms": round(bare, 1),
        "warm_ms": round(ours, 1),
        "warm_ratio": round(ours / bare, 2),
        "load_s": round(loaded, 2),
        "repeats": repeats,
    }


def _bare(memory: Memory, made: Embedder, asked: Sequence[str]) -> float:
    """Return the median milliseconds of an embedding and a product with numpy's matrix of rows."""
    rows = memory.db.execute("select data from vector").fetchall()
    half = np.frombuffer(b"".join(r[0] for r in rows), np.float16).reshape(len(rows), -1)
    matrix = half.astype(np.float32)
    return p50(lambda question: matrix @ made.embed([question])[0], asked)


def near(store: Path, made: Embedder, runs: int, bare: float) -> dict[str, Any]:
    """Measure a search over the graph, and how much of the exact one it finds."""
    if not ann.installed():
        return {"ann": "hnswlib is not installed"}
    asked = questions(runs)
    with Memory(store, embedder=made) as memory:
        exact = [{hit.key for hit in memory.search(q)} for q in asked]
    ann.ABOVE = 0
    with Memory(store, embedder=made) as memory:
        began = time.perf_counter()
        ann.keep(memory.db)
        built = time.perf_counter() - began
        memory.search("warm up")
        memory.search("warm up again")
        ours = p50(memory.search, asked)
        found = [{hit.key for hit in memory.search(q)} for q in asked]
    ann.ABOVE = 300_000
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
    return {
        "insert_ms": round(statistics.median(stored) * 1000, 1),
        "insert_with_embedding_ms": round(statistics.median(whole) * 1000, 1),
    }


def cold(store: Path, runs: int) -> dict[str, float]:
    """Measure one question in a new process, taken in turn with the bare stack."""
    bare, ours = [], []
    for _ in range(runs):
        bare.append(_seconds(str(HERE / "bare_stack.py"), "cold", str(store)))
        ours.append(_seconds("-m", "tkg.cli", "search", QUESTION, "--db", str(store)))
    base, found = statistics.median(bare), statistics.median(ours)
    return {
        "bare_cold_s": round(base, 2),
        "cold_s": round(found, 2),
        "cold_ratio": round(found / base, 2),
    }


def _seconds(*words: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return time.perf_counter() - began


def measure(folder: Path, turns: int, runs: int, *, graph: bool) -> dict[str, Any]:
    """Measure one size."""
    made = embedder(PACKAGED)
    if made is None:
        raise SystemExit("The packaged embedder is not installed.")
    store = folder / f"synthetic-{turns}.duckdb"
    built = None
    if not store.exists():
        began = time.perf_counter()
        make(store, turns, made)
        built = round(time.perf_counter() - began, 1)
    found = warm(store, made, runs)
    return {
        "turns": turns,
        "build_s": built,
        "bytes_a_turn": round(store.stat().st_size / turns),
        **found,
        **(near(store, made, runs, found["bare_ms"]) if graph else {}),
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
    for turns in given.turns:
        print(json.dumps(measure(given.folder, turns, given.runs, graph=given.graph), indent=1))


if __name__ == "__main__":
    main()
