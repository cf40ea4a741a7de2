"""How fast turns are read: the parser alone, the offline extractor, and our own part of a model's.

python bench/extract_speed.py FILE --instance ID

The model answers at once and with facts, so what is measured beside it is ours: cutting the session
up, the request, the parsing and checking of the reply, storing. Nothing is embedded.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tkg.bench.metrics import percentile
from tkg.extract.formats import history
from tkg.extract.llm import ModelExtractor
from tkg.extract.offline.extractor import Offline
from tkg.extract.offline.parser import parsed
from tkg.extract.offline.plain import readable
from tkg.extract.session import ingest_sessions
from tkg.kg.llm.chat import Reply, Request
from tkg.kg.memory import Memory
from tkg.kg.model import Session

FACTS = 2
"""Facts that the model tells of each turn."""


class AtOnce:
    """A model that answers in no time: every turn's words as facts of its speaker."""

    def complete(self, request: Request) -> Reply:
        """Answer with facts of the turns that were sent."""
        rows = [json.loads(line) for line in request.messages[1].text.splitlines()[1:]]
        return Reply(text=json.dumps({"facts": [f for r in rows for f in _facts(r)]}))


def _facts(row: dict[str, str]) -> Iterator[dict[str, object]]:
    words = row["text"].split()
    for number in range(FACTS):
        part = " ".join(words[number * 6 : number * 6 + 6])
        if part:
            yield {
                "subject": row["speaker"],
                "predicate": "said",
                "value": part,
                "statement": f"{row['speaker']} said {part}.",
                "turns": [row["turn"]],
            }


def turns_a_second(sessions: Sequence[Session]) -> tuple[float, float]:
    """Return turns a second of the parser alone, and of the extractor with it, once warm."""
    turns = [turn for session in sessions for turn in session.turns]
    list(parsed(readable(turn) for turn in turns[:20]))
    began = time.perf_counter()
    for session in sessions:
        list(parsed(readable(turn) for turn in session.turns))
    parsing = time.perf_counter() - began
    reader = Offline()
    began = time.perf_counter()
    for session in sessions:
        reader.extract(session)
    return len(turns) / parsing, len(turns) / (time.perf_counter() - began)


def overhead(sessions: Sequence[Session]) -> tuple[list[float], float]:
    """Return milliseconds beside a model that answers at once.

    Of each session to ask for its facts and check them, and of a whole run for one session with
    storing and deriving.
    """
    asked = ModelExtractor(AtOnce(), "at once", workers=1)
    spent: list[float] = []
    for session in sessions:
        began = time.perf_counter()
        asked.extract(session)
        spent.append((time.perf_counter() - began) * 1000)
    with Memory(":memory:", embedder=None) as memory:
        ingest_sessions(memory, sessions[:1], asked)
        began = time.perf_counter()
        ingest_sessions(memory, sessions[1:], asked)
        whole = (time.perf_counter() - began) * 1000 / max(1, len(sessions) - 1)
    return spent, whole


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--instance")
    given = parser.parse_args()
    sessions = list(history.sessions(given.file, instance=given.instance))
    alone, ours = turns_a_second(sessions)
    spent, whole = overhead(sessions)
    print(f"parser alone {alone:.0f} turns/s; offline extractor {ours:.0f} turns/s")
    print(
        f"a session beside a model that answers at once: asking and checking p50 "
        f"{percentile(spent, 0.5):.1f} ms, p90 {percentile(spent, 0.9):.1f} ms; "
        f"with storing and deriving {whole:.0f} ms"
    )


if __name__ == "__main__":
    main()
