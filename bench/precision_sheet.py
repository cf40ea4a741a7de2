"""Write a sheet of random offline facts, each beside its turn, for somebody to judge.

python -m tkg.bench.precision_sheet FILE --instance A --instance B > sheet.csv
python -m tkg.bench.precision_sheet FILE --instance A --markdown > sheet.md

Whoever judges fills the last two columns: verdict is "true" or "false"; error is one of subject,
polarity, value, time, mood (a question, fancy or quote taken for a fact), or nonsense.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from tkg.extract.formats import history
from tkg.extract.offline.extractor import Offline
from tkg.kg.model import Fact, Session

COLUMNS = (
    "instance", "turn", "speaker", "before", "text", "subject", "predicate", "value", "polarity",
    "kind", "change", "time", "statement", "verdict", "error",
)  # fmt: skip


def rows(instance: str, sessions: Iterable[Session]) -> list[tuple[str, ...]]:
    """Return a row for every fact that is read in these sessions, without a verdict."""
    reader = Offline()
    return [_row(instance, s, f) for s in sessions for f in reader.extract(s).facts]


def _row(instance: str, session: Session, fact: Fact) -> tuple[str, ...]:
    turn = session.turns[fact.index]
    before = session.turns[fact.index - 1].words if fact.index else ""
    when = fact.time.expr if fact.time else ""
    said = (instance, turn.id, turn.speaker, before, turn.words)
    told = (fact.subject, fact.predicate, fact.value, fact.polarity, fact.kind, fact.change)
    return (*said, *(str(part) for part in told), when, fact.statement, "", "")


def write(found: Sequence[tuple[str, ...]], count: int, seed: int, out: TextIO) -> None:
    """Write a random choice of rows, the same for the same seed."""
    chosen = random.Random(seed).sample(list(found), min(count, len(found)))
    sheet = csv.writer(out)
    sheet.writerow(COLUMNS)
    sheet.writerows(chosen)


def table(found: Sequence[tuple[str, ...]], count: int, seed: int, out: TextIO) -> None:
    """Write the same choice as a Markdown table, for somebody who reads and judges it."""
    out.write("| n | fact | turn before | turn | verdict |\n|---|---|---|---|---|\n")
    chosen = random.Random(seed).sample(list(found), min(count, len(found)))
    for number, row in enumerate(chosen, 1):
        told = dict(zip(COLUMNS, (_cell(part) for part in row), strict=True))
        words = "{subject} | {predicate} | {value} | {statement} | {polarity} | {time}"
        fact = words.format(**told).replace(" | ", " \\| ")
        turn = f"{told['speaker']}: {told['text']}"
        out.write(f"| {number} | {fact} | {told['before']} | {turn} | |\n")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "/")


def main() -> None:
    """Read the arguments and print the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--instance", action="append", required=True)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    found: list[tuple[str, ...]] = []
    for instance in given.instance:
        found += rows(instance, history.sessions(given.file, instance=instance))
    (table if given.markdown else write)(found, given.count, given.seed, sys.stdout)


if __name__ == "__main__":
    main()
