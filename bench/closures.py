"""Write a sheet of every closure of some histories, for somebody to judge who knows no rule.

    python bench/closures.py [--locomo FILE --recorded DIR --only ID] [--made 50] [--seed 0]

First the conversations that are named, read from recorded replies of a model; then as many
closures of made lives (`closures.toml`), read by the offline rules. For each: what no longer holds
and since when, what was said, why. The verdict is left empty: "right", "wrong", or "wrong date".
`--words` puts the source turns beside it; without, a conversation that is not ours is named by its
turn ids only. At the end, the relations of the conversations that have held more than one value.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tkg.bench.datasets.load import load
from tkg.bench.writers import RECORDED, Recordings, file_of
from tkg.extract.extractor import Extractor
from tkg.extract.formats.plain import read
from tkg.extract.llm import ModelExtractor
from tkg.extract.offline.extractor import Offline
from tkg.extract.session import ingest_sessions
from tkg.kg.graph.timeline import when
from tkg.kg.memory import Memory
from tkg.kg.model import FactKind, Known, Session, Status

NOW = datetime(2026, 1, 1, tzinfo=UTC)
START = datetime(2025, 1, 6, 9, tzinfo=UTC)
APART = 7
"""Places in the table between the two scripts of one person."""
OVER = (Status.ENDED, Status.CANCELLED, Status.RETRACTED)
COLUMNS = ("#", "no longer so", "held", "said", "closed by", "reason", "verdict")


@dataclass(frozen=True, slots=True)
class Closure:
    """One fact that something closed, as a row of the sheet."""

    what: str
    held: str
    said: str
    closed_by: str
    reason: str


def memory(sessions: Sequence[Session], extractor: Extractor) -> Memory:
    """Return a memory of these sessions."""
    found = Memory(":memory:", clock=lambda: NOW, embedder=None)
    ingest_sessions(found, sessions, extractor)
    return found


def closures(held: Memory, *, words: bool) -> Iterator[Closure]:
    """Give everything that was closed, in the order of the store."""
    everything = held.facts()
    plans: dict[str, list[str]] = defaultdict(list)
    for known in everything:
        if known.fact.kind is FactKind.PLAN and known.closed_by:
            plans[known.closed_by] += known.fact.turns
    for known in everything:
        if known.status in OVER and known.closed_rule:
            yield _closure(held, known, plans, words=words)


def _closure(
    held: Memory, known: Known, plans: Mapping[str, Sequence[str]], *, words: bool
) -> Closure:
    by = held.fact(known.closed_by) if known.closed_by else None
    keys = {*known.fact.turns, *(by.turns if by else ()), *plans.get(known.closed_by or "", ())}
    turns = sorted(held.turns(sorted(keys)), key=lambda t: (str(t.said_at), t.index))
    said = {t.id: f"{t.id}, {t.said_at:%-d %b %Y}, {t.speaker}" for t in turns if t.said_at}
    texts = {t.id: f"{said[t.id]}: {t.words}" for t in turns if t.id in said}
    fact = known.fact
    no = "not " if fact.polarity == "no" else ""
    return Closure(
        what=f"{fact.subject} | {no}{fact.predicate} | {fact.value} ({known.status})",
        held=when(known),
        said="<br>".join((texts if words else said).values()),
        closed_by=f"{by.subject} | {by.predicate} | {by.value}" if by else "",
        reason=known.closed_rule.split(": ", 1)[1],
    )


def made(seed: int) -> list[Session]:
    """Return the made lives as sessions, in the order of time; the same for the same seed."""
    table = tomllib.loads(Path(__file__).with_name("closures.toml").read_text(encoding="utf-8"))
    drawn = random.Random(seed)
    rows = []
    scripts = table["script"]
    for number, name in enumerate([*table["names"], *table["names"]]):
        script = scripts[(number + number // len(table["names"]) * APART) % len(scripts)]
        values = dict(zip("abc", drawn.sample(script["draw"], 3), strict=True))
        day = START + timedelta(days=drawn.randrange(60))
        for sentence in script["say"]:
            text, day = _said(sentence, day)
            rows.append((day, name, text.format(**values)))
            day += timedelta(days=drawn.randrange(20, 60))
    rows.sort()
    return list(
        read(
            [
                {
                    "session_id": f"m{number}",
                    "date": day.isoformat(),
                    "messages": [{"speaker": name, "content": text}],
                }
                for number, (day, name, text) in enumerate(rows, start=1)
            ],
            "made",
        )
    )


def _said(sentence: str | dict[str, Any], day: datetime) -> tuple[str, datetime]:
    """Return the words of a sentence, and the day on which it is said."""
    if isinstance(sentence, str):
        return sentence, day
    return sentence["text"], max(day, datetime.combine(sentence["from"], START.timetz()))


def several(held: Memory) -> Iterator[str]:
    """Give what has held more than one value: one after another, then side by side.

    A relation that holds one value at a time is one slot; of another one each value has its own.
    """
    told: dict[tuple[str, str], list[Known]] = defaultdict(list)
    for known in held.facts():
        told[known.entity, known.relation].append(known)
    groups = [g for g in told.values() if len({k.fact.value for k in g}) > 1]
    for beside in (False, True):
        for group in groups:
            if (group[0].slot.count("|") > 1) == beside:
                values = "; ".join(f"{k.fact.value} ({_stands(k)})" for k in group)
                yield f"- {group[0].fact.subject} | {group[0].relation}: {values}"


def _stands(known: Known) -> str:
    """Return where a value stands, and when it held, where something says so."""
    times = when(known)
    return f"{known.status}, {times}" if times not in ("?", "undated") else str(known.status)


def table(rows: Sequence[Closure], first: int) -> Iterator[str]:
    """Give a markdown table, its verdicts left empty."""
    yield "| " + " | ".join(COLUMNS) + " |"
    yield "|" + "---|" * len(COLUMNS)
    for number, row in enumerate(rows, start=first):
        cells = (row.what, row.held, row.said, row.closed_by, row.reason)
        yield f"| {number} | " + " | ".join(c.replace("|", "/") for c in cells) + " | |"


def main() -> None:
    """Print the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--recorded", type=Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--made", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--words", action="store_true")
    given = parser.parse_args()
    first, lists = 1, []
    for conversation in load(given.locomo).conversations if given.locomo else ():
        if conversation.id in given.only:
            replies = Recordings(file_of(given.recorded, conversation.id))
            held = memory(conversation.sessions, ModelExtractor(replies, RECORDED))
            rows = list(closures(held, words=given.words))
            print(f"\n## {conversation.id}, recorded replies\n")
            print("\n".join(table(rows, first)))
            first += len(rows)
            lists += [f"\n## Slots of {conversation.id} with more than one value\n", *several(held)]
    rows = list(closures(memory(made(given.seed), Offline()), words=True))
    chosen = random.Random(given.seed).sample(rows, min(given.made, len(rows)))
    print(f"\n## Made lives, seed {given.seed}: {len(chosen)} of {len(rows)} closures\n")
    print("\n".join(table(chosen, first)))
    print("\n".join(lists))


if __name__ == "__main__":
    main()
