"""Our speed as ratios to the bare libraries in the same run, for machines that others share.

    python bench/ratios.py HISTORY [HISTORY ...] [--instance ID]

For each history: ingest against `bare_stack.py ingest`, cold `kg search` and `kg ask` against
`bare_stack.py cold`, warm search, peak memory and the size of the store. Medians of `--runs`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tkg.extract.formats import history
from tkg.kg.model import Session

HERE = Path(__file__).parent
QUESTION = "When did I move?"

INGEST = """
import json, resource, sys, time
from pathlib import Path
from tkg.kg.memory import Memory
from tkg.extract.formats import history
from tkg.extract.session import ingest_sessions
from tkg.extract.offline.parser import parser
file, instance, db = sys.argv[1:]
sessions = history.sessions(Path(file), instance=instance or None)
parser()
with Memory(db) as memory:
    memory.embedder
    began = time.perf_counter()
    report = ingest_sessions(memory, sessions)
    seconds = time.perf_counter() - began
    times = []
    for turn in [t for s in sessions for t in s.turns][:50]:
        began = time.perf_counter()
        memory.search(turn.text[:60], k=20)
        times.append(time.perf_counter() - began)
print(json.dumps({"turns": report.turns, "seconds": seconds, "search_ms": sorted(times)[25] * 1000,
    "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def seconds(*words: str) -> float:
    """Return how long a command takes."""
    began = time.perf_counter()
    subprocess.run(words, check=False, capture_output=True)
    return time.perf_counter() - began


def output(*words: str) -> dict[str, Any]:
    """Return the JSON document that a command prints."""
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(file: Path, instance: str | None, runs: int) -> dict[str, Any]:
    """Measure one history."""
    sessions = history.sessions(file, instance=instance)
    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder) / "texts.txt"
        texts.write_text("\n".join(_texts(sessions)), encoding="utf-8")
        db = str(Path(folder) / "m.duckdb")
        ours = output(sys.executable, "-c", INGEST, str(file), instance or "", db)
        bare = output(sys.executable, str(HERE / "bare_stack.py"), "ingest", str(texts))
        cold = _cold(db, runs)
        size = os.path.getsize(db)
    rate = ours["turns"] / ours["seconds"]
    return {
        "history": f"{file.name} {instance or ''}".strip(),
        "turns": ours["turns"],
        "ingest_turns_per_second": round(rate, 1),
        "bare_turns_per_second": round(bare["turns_per_second"], 1),
        "ingest_ratio": round(rate / bare["turns_per_second"], 2),
        **cold,
        "warm_search_ms": round(ours["search_ms"], 1),
        "peak_mb": round(ours["peak_mb"]),
        "kb_a_turn": round(size / 1024 / ours["turns"], 2),
    }


def _texts(sessions: Sequence[Session]) -> list[str]:
    return [" ".join(t.words.split()) for s in sessions for t in s.turns]


def _cold(db: str, runs: int) -> dict[str, float]:
    """Return cold starts, taken in turn so that a busy moment falls on all of them."""
    bare, search, ask = [], [], []
    for _ in range(runs):
        bare.append(seconds(sys.executable, str(HERE / "bare_stack.py"), "cold", db))
        search.append(seconds(sys.executable, "-m", "tkg.cli", "search", QUESTION, "--db", db))
        ask.append(seconds(sys.executable, "-m", "tkg.cli", "ask", QUESTION, "--db", db))
    base = statistics.median(bare)
    return {
        "bare_cold_s": round(base, 2),
        "search_cold_ratio": round(statistics.median(search) / base, 2),
        "ask_cold_ratio": round(statistics.median(ask) / base, 2),
    }


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("--instance")
    arguments.add_argument("--runs", type=int, default=7)
    given = arguments.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for file in given.files:
        print(json.dumps(measure(file, given.instance, given.runs), indent=1))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"largest process: {peak:.0f} MB")


if __name__ == "__main__":
    main()
