"""What a run leaves behind: one row a question, and a head that says what was run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from tkg.kg.errors import InputError

ROWS, HEAD, FILLED = "rows.jsonl", "result.json", "stores.jsonl"

Kind = TypeVar("Kind", bound=BaseModel)


class Row(BaseModel):
    """One question as one system answered it.

    Attributes:
        store: Which store it was asked of: what wrote it, and how.
        baseline: Whether the system is a control that runs in every experiment.
        holds: Whether the answer has all content words of the gold, whatever else it says.
        stage: Where a wrong answer was lost, else "".
        error: What went wrong, else ""; such a row counts as a wrong answer.
        recall: Measures of the search for this question; empty where it has no evidence.
        right: A judge's verdict; None where nobody judged.
        calls: Tools that were run.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    replicate: int
    question: str
    conversation: str
    kind: str
    answerable: bool
    text: str
    gold: str
    store: str = "offline"
    baseline: bool = False
    answer: str = ""
    declined: bool = False
    score: float = 0.0
    holds: bool = False
    stale: bool = False
    may_be_stale: bool = False
    captured: float | None = None
    stage: str = ""
    error: str = ""
    right: bool | None = None
    recall: dict[str, float] = {}
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0
    cost: float = 0.0
    cited: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, int, str]:
        """What makes it unique in a run."""
        return self.system, self.replicate, self.question

    @property
    def tokens(self) -> int:
        """What was read and written for it."""
        return self.tokens_in + self.tokens_out


class Filled(BaseModel):
    """What it took to fill one store with one conversation.

    Attributes:
        failed: Sessions that could not be read whole.
        skipped: Sessions that a gate did not send to the model.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    store: str
    conversation: str
    seconds: float
    turns: int
    facts: int
    calls: int = 0
    skipped: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0


class Head(BaseModel):
    """What was run, on what, with what.

    Attributes:
        systems: Hypothesis and expectation of each, stated before the run.
        expected: The expected score of each, by its name.
        only: Conversations that were asked about; all where empty.
        commit: Of the code, with a mark and a hash where it has uncommitted edits; "" outside a
            repository.
        model: Name of the model that read.
        writer: Name of the model that extracted.
        whole_tokens: Of a whole conversation put before a model at each question, mean.
        pool: Measures of the search over all conversations in one store.
        controls: What the controls found; none is good.
        ceiling: Highest score that the answer key allows, by kind, where an audit says so.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    experiment: str
    hypothesis: str
    systems: dict[str, str] = {}
    expected: dict[str, float] = {}
    config: str
    data: str
    sha256: str
    limit: int | None
    only: tuple[str, ...] = ()
    seed: int
    commit: str
    model: str = ""
    writer: str = ""
    workers: int = 1
    versions: dict[str, str]
    warnings: tuple[str, ...] = ()
    whole_tokens: float = 0.0
    pool: dict[str, float] = {}
    calibration: dict[str, float] = {}
    controls: tuple[str, ...] = ()
    ceiling: dict[str, float] = {}

    def same_run(self, other: Head) -> bool:
        """Say whether rows of the other may be kept: same questions, settings and code."""
        names = ("config", "sha256", "limit", "only", "seed", "commit")
        return all(getattr(self, n) == getattr(other, n) for n in names)


def read(folder: Path) -> tuple[Head, list[Row]]:
    """Return what a run left in its folder.

    Raises:
        InputError: There is no whole run.
    """
    try:
        head = Head.model_validate_json((folder / HEAD).read_text(encoding="utf-8"))
        return head, rows(folder)
    except (OSError, ValidationError) as error:
        raise InputError(f"{folder} holds no result of a run.") from error


def rows(folder: Path) -> list[Row]:
    """Return the rows so far; a last line that was cut by a kill is left out."""
    return _lines(folder / ROWS, Row)


def filled(folder: Path) -> list[Filled]:
    """Return what filling the stores took; of a store that was filled twice, the last time."""
    found = {(f.store, f.conversation): f for f in _lines(folder / FILLED, Filled)}
    return list(found.values())


def _lines(path: Path, kind: type[Kind]) -> list[Kind]:
    if not path.exists():
        return []
    found = []
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(kind.model_validate_json(text))
        except ValidationError:
            break
    return found


def write_rows(folder: Path, kept: Iterable[Row]) -> None:
    """Write the rows anew."""
    _write(folder / ROWS, "".join(row.model_dump_json() + "\n" for row in kept))


def write_filled(folder: Path, kept: Iterable[Filled]) -> None:
    """Write anew what filling the stores took."""
    _write(folder / FILLED, "".join(one.model_dump_json() + "\n" for one in kept))


def write_head(folder: Path, head: Head) -> None:
    """Write the head, for people to read too."""
    text = json.dumps(head.model_dump(), ensure_ascii=False, indent=1)
    _write(folder / HEAD, text + "\n")


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all: a kill must not cost what was there."""
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
