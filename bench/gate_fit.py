"""What a gate before the model saves and costs: sessions skipped against answers captured.

python bench/gate_fit.py FILE --recorded FOLDER --only A --only B

Recorded replies stand for the model. Each line is one threshold of the share of new words; with
`--bare` time words and new names open nothing, so that the threshold itself is seen.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from statistics import mean

from tkg.bench import capture
from tkg.bench.datasets.case import Conversation, limited
from tkg.bench.datasets.load import load
from tkg.bench.writers import RECORDED, Recordings, file_of
from tkg.extract import gate
from tkg.extract.llm import ModelExtractor
from tkg.extract.offline.extractor import Offline
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory

THRESHOLDS = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 1.01)
NEVER = re.compile(r"(?!)")


def measure(conversation: Conversation, recorded: Path, name: str) -> tuple[int, int, list[float]]:
    """Return sessions, sessions skipped, and what was captured of each question."""
    chat = Recordings(file_of(recorded, conversation.id))
    asked = ModelExtractor(chat, RECORDED, base=Offline(), workers=1)
    reader = asked if name == "none" else gate.Gated(asked, name, ())
    with Memory(":memory:", embedder=None) as memory:
        report = ingest_sessions(memory, conversation.sessions, reader)
        found = capture.capture(memory, conversation.questions)
    return report.sessions, report.skipped_calls, [row.fact for row in found]


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--recorded", type=Path, required=True)
    parser.add_argument("--only", action="append", required=True)
    parser.add_argument("--bare", action="store_true")
    given = parser.parse_args()
    conversations = limited(load(given.file), None, given.only).conversations
    if given.bare:
        gate.TIME = gate.NAME = NEVER
    for name in ("surprise", "multi"):
        for threshold in THRESHOLDS:
            gate.SURPRISE = threshold
            rows = [measure(c, given.recorded, name) for c in conversations]
            sessions, skipped = sum(r[0] for r in rows), sum(r[1] for r in rows)
            held = mean(value for r in rows for value in r[2])
            print(f"{name} {threshold:.2f}: {skipped} of {sessions} skipped, captured {held:.3f}")


if __name__ == "__main__":
    main()
