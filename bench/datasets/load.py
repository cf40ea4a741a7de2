"""Read a benchmark file: find out which it is, check it, and give its conversations."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tkg.bench.datasets import locomo, longmemeval, memorybench
from tkg.bench.datasets.case import Conversation, Dataset, limited
from tkg.kg.errors import InputError

READERS = (
    ("memorybench", memorybench.detects, memorybench.conversations),
    ("locomo", locomo.detects, locomo.conversations),
    ("longmemeval", longmemeval.detects, longmemeval.conversations),
)


def load(path: Path, disputed: Collection[str] = ()) -> Dataset:
    """Return the benchmark in a file.

    Args:
        path: LoCoMo, LongMemEval or MemoryBench, as JSON.
        disputed: Ids of questions whose gold an audit doubts; they are marked, not left out.

    Raises:
        InputError: There is no such file, or it is none of these.
    """
    content, digest = _content(path)
    for name, detects, conversations in READERS:
        if detects(content):
            found = tuple(_marked(c, disputed) for c in conversations(content))
            warnings = tuple(w for c in found for w in locomo.broken(c)) if name == "locomo" else ()
            return Dataset(name, found, digest, warnings)
    raise InputError(
        f"{path} is no benchmark known here.", hint="Known: LoCoMo, LongMemEval, MemoryBench."
    )


def prepared(
    path: Path, limit: int | None, only: Sequence[str], audit: Path | None = None
) -> Dataset:
    """Return the part of a benchmark that is to be asked."""
    return limited(load(path, disputed(audit) if audit else ()), limit, only)


def disputed(path: Path) -> frozenset[str]:
    """Return the ids of an audit's file: one a line, or a JSON list."""
    text = path.read_text(encoding="utf-8")
    if text.lstrip().startswith("["):
        return frozenset(map(str, json.loads(text)))
    return frozenset(line.strip() for line in text.splitlines() if line.strip())


def _content(path: Path) -> tuple[Any, str]:
    try:
        raw = path.read_bytes()
        return json.loads(raw), hashlib.sha256(raw).hexdigest()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}.") from error


def _marked(conversation: Conversation, ids: Collection[str]) -> Conversation:
    if not ids:
        return conversation
    asked = tuple(replace(q, disputed=q.id in ids) for q in conversation.questions)
    return replace(conversation, questions=asked)
