"""Fill a temporary store with every conversation of a benchmark, and measure what it holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tkg.bench import capture
from tkg.bench.capture import Captured, Width
from tkg.bench.datasets.case import Conversation, limited
from tkg.bench.datasets.load import load
from tkg.bench.writers import RECORDED, Recordings, file_of
from tkg.extract.extractor import Extractor
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory


@dataclass(frozen=True, slots=True)
class Survey:
    """What stores of a benchmark hold.

    Attributes:
        kinds: Means by kind of question: n, fact, statement, turn.
        widths: By conversation.
        dated: Of the labelled time expressions: (carried rightly by a fact, all); None without.
    """

    data: str
    sha256: str
    extractor: str
    kinds: dict[str, dict[str, float]]
    widths: dict[str, Width]
    dated: tuple[int, int] | None
    seconds: float
    warnings: tuple[str, ...]


def run(
    data: Path,
    only: Sequence[str],
    extractor: str,
    times: Path | None,
    tell: Callable[[str], None],
) -> Survey:
    """Measure capture on a benchmark file; each conversation gets a store of its own."""
    dataset = limited(load(data), None, only)
    labelled = capture.labels(times) if times else {}
    rows: list[Captured] = []
    widths: dict[str, Width] = {}
    right: list[bool] = []
    began = time.perf_counter()
    for conversation in dataset.conversations:
        turns = [t for s in conversation.sessions for t in s.turns]
        with Memory(":memory:", embedder=None) as memory:
            ingest_sessions(memory, conversation.sessions, chosen(extractor, conversation))
            rows += capture.capture(memory, conversation.questions, turns)
            widths[conversation.id] = capture.width(memory, turns)
            right += capture.dated_rightly(memory, labelled.get(conversation.id, ()))
        tell(f"{conversation.id} done")
    dated = (sum(right), len(right)) if labelled else None
    seconds = time.perf_counter() - began
    kinds = capture.by_kind(rows)
    return Survey(
        data.name, dataset.sha256, extractor, kinds, widths, dated, seconds, dataset.warnings
    )


def chosen(extractor: str, conversation: Conversation) -> str | Extractor:
    """Return an extractor by name, or one that replays a file or folder of recorded replies."""
    path = Path(extractor)
    if not path.exists():
        return extractor
    from tkg.extract.llm import ModelExtractor

    return ModelExtractor(Recordings(file_of(path, conversation.id)), RECORDED)


def lines(found: Survey) -> Iterator[str]:
    """Write a survey for people."""
    yield f"capture, {found.extractor}, {found.data} (sha256 {found.sha256[:12]})"
    yield f"{'kind':<26} {'n':>5} {'fact':>6} {'stmt':>6} {'turns':>6}"
    for kind, row in found.kinds.items():
        shares = " ".join(f"{row[name]:6.3f}" for name in ("fact", "statement", "turn"))
        yield f"{kind:<26} {row['n']:5.0f} {shares}"
    if found.dated:
        done, total = found.dated
        yield f"time labels carried by a fact: {done} of {total} ({done / max(1, total):.3f})"
    for name, w in found.widths.items():
        yield (
            f"{name}: {w.facts} facts of {w.turns} turns; words p50/p90 in value "
            f"{w.value_p50:.0f}/{w.value_p90:.0f}, in statement "
            f"{w.statement_p50:.0f}/{w.statement_p90:.0f}; facts a turn "
            f"{w.facts_a_turn_p50:.0f}/{w.facts_a_turn_p90:.0f}"
        )
