"""Speed of the graph: bulk load, facts of one person, deriving one slot; bare DuckDB beside it.

    python bench/graph_speed.py [--sizes 1000 10000 100000] [--runs 3] [--cpu]

200 people, 50 relations, three years, one turn a fact, no embeddings. The load goes the way that
`kg ingest` goes, with an extractor whose facts are at hand: sessions and turns are stored, times
resolved, words indexed, names, slots and validity derived; one small load before it reads the
word tables. Questions come at random people and moments; "first" is the first at that person.
`--cpu` counts processor time, for machines that others share.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path

import duckdb

from tkg.bench.graph_made import NOW, History, made
from tkg.extract.session import ingest_sessions
from tkg.kg.graph.predicates import named
from tkg.kg.graph.told import Told
from tkg.kg.graph.validity import derive
from tkg.kg.graph.values import stems
from tkg.kg.memory import Memory
from tkg.kg.model import Change, FactKind

ASKED = 1000
CPU = "--cpu" in sys.argv
"""Whether processor time is counted."""
TRIPLES = """
insert into triple select unnest($subject::text[]), unnest($predicate::text[]),
    unnest($value::text[]), unnest($begins::timestamp[])
"""
SCAN = """
select predicate, value from triple
where subject = $who and begins <= $at and (ends is null or ends > $at)
"""


@dataclass(frozen=True, slots=True)
class Speed:
    """What one size gave: facts a second, then milliseconds, medians."""

    facts: int
    load: float
    bare_load: float
    current: float
    current_first: float
    as_of: float
    as_of_first: float
    known_at: float
    bare_scan: float


def ms(act: Callable[[], object]) -> float:
    """Return how many milliseconds an act takes."""
    clock = time.process_time if CPU else time.perf_counter
    began = clock()
    act()
    return (clock() - began) * 1000


def measure(size: int, seed: int) -> Speed:
    """Load a made history of this size into a new store, and ask it."""
    history = made(size, seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.duckdb"
        with Memory(path, clock=lambda: NOW, embedder=None) as memory:
            load = ms(lambda: ingest_sessions(memory, history.sessions, history))
        current = _asked(path, history, seed, lambda m, who, _: m.facts(who, past=False))
        then = _asked(path, history, seed, lambda m, who, at: m.facts(who, as_of=at, past=False))
        told = _asked(path, history, seed, lambda m, who, at: m.facts(who, known_at=at))
        bare_load, bare_scan = _bare(Path(folder) / "bare.duckdb", history, seed)
    return Speed(
        facts=size,
        load=size / load * 1000,
        bare_load=bare_load,
        current=current[1],
        current_first=current[0],
        as_of=then[1],
        as_of_first=then[0],
        known_at=told[1],
        bare_scan=bare_scan,
    )


def _questions(history: History, seed: int) -> list[tuple[str, datetime]]:
    drawn = random.Random(seed)
    return [
        (drawn.choice(history.people), NOW - timedelta(days=drawn.randrange(1000)))
        for _ in range(ASKED)
    ]


def _asked(
    path: Path,
    history: History,
    seed: int,
    ask: Callable[[Memory, str, datetime], object],
) -> tuple[float, float]:
    """Return the median of the first questions at each person, and of all questions."""
    first: dict[str, float] = {}
    every = []
    with Memory(path, clock=lambda: NOW, embedder=None) as memory:
        memory.facts("nobody")
        for who, at in _questions(history, seed):
            took = ms(lambda who=who, at=at: ask(memory, who, at))  # type: ignore[misc]
            first.setdefault(who, took)
            every.append(took)
    return statistics.median(first.values()), statistics.median(every)


def _bare(path: Path, history: History, seed: int) -> tuple[float, float]:
    """Return DuckDB's own rate for rows of four columns, and the median of a scan for a person."""
    facts = [f for read in history.read.values() for f in read]
    with duckdb.connect(path) as db:
        db.execute("set threads = 1")
        db.execute(
            "create table triple (subject text, predicate text, value text, begins timestamp)"
        )
        columns = {
            "subject": [f.subject for f in facts],
            "predicate": [f.predicate for f in facts],
            "value": [f.value for f in facts],
            "begins": [f.said_at and f.said_at.replace(tzinfo=None) for f in facts],
        }
        load = ms(lambda: db.execute(TRIPLES, columns))
        db.execute("alter table triple add column ends timestamp")
        scans = []
        for who, at in _questions(history, seed)[:200]:
            values = {"who": who, "at": at.replace(tzinfo=None)}
            scans.append(ms(lambda v=values: db.execute(SCAN, v).fetchall()))  # type: ignore[misc]
    return len(facts) / load * 1000, statistics.median(scans)


def derivation(count: int, runs: int = 20) -> float:
    """Return how many milliseconds it takes to derive a slot of so many facts."""
    drawn = random.Random(count)
    facts = [_told(number, f"value{drawn.randrange(6)}") for number in range(count)]
    relation = named("lives in")
    return statistics.median(ms(lambda: derive(facts, relation)) for _ in range(runs))


def _told(number: int, value: str) -> Told:
    said = datetime(2021, 1, 1) + timedelta(hours=number)
    key = f"{number:06}"
    return Told(
        key=key,
        value=stems(value),
        words=value,
        denies=False,
        kind=FactKind.STATE,
        change=Change.NEW,
        order=(True, said, "s", number, 0, key),
        said=said,
        start=said if number % 3 == 0 else None,
        end=None,
        grain=None,
        deictic=False,
        voice=0,
        instead_of=None,
    )


def main() -> None:
    """Print a table, a row a size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--cpu", action="store_true")
    given = parser.parse_args()
    measure(50, seed=0)
    print("| " + " | ".join(f.name.replace("_", " ") for f in fields(Speed)) + " |")
    print("|" + "---|" * len(fields(Speed)))
    for size in given.sizes:
        print(_row([measure(size, seed) for seed in range(given.runs)]), flush=True)
    for count in (50, 1000):
        print(f"deriving a slot of {count} facts: {derivation(count):.2f} ms")


def _row(speeds: Iterable[Speed]) -> str:
    found = list(speeds)
    middle = [statistics.median(getattr(s, f.name) for s in found) for f in fields(Speed)]
    return "| " + " | ".join(f"{v:,.0f}" if v >= 100 else f"{v:.2f}" for v in middle) + " |"


if __name__ == "__main__":
    main()
