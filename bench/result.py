"""What a run leaves behind: one row a question, and a head that says what was run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from tkg.kg.errors import InputError

ROWS, HEAD = "rows.jsonl", "result.json"


class Row(BaseModel):
    """One question as one system answered it.

    Attributes:
        stage: Where a wrong answer was lost, else "".
        error: What went wrong, else ""; such a row counts as a wrong answer.
        recall: Measures of the search for this question; empty where it has no evidence.
        right: A judge's verdict; None where nobody judged.
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
    answer: str = ""
    declined: bool = False
    score: float = 0.0
    stale: bool = False
    may_be_stale: bool = False
    captured: float | None = None
    stage: str = ""
    error: str = ""
    right: bool | None = None
    recall: dict[str, float] = {}
    seconds: float = 0.0
    tokens: int = 0
    cost: float = 0.0
    cited: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, int, str]:
        """What makes it unique in a run."""
        return self.system, self.replicate, self.question


class Head(BaseModel):
    """What was run, on what, with what.

    Attributes:
        expected: What the experiment expected before the run, and why.
        commit: Of the code; "" outside a repository.
        controls: What the controls found; none is good.
        ingest: Seconds it took to fill the stores, by extractor.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    experiment: str
    hypothesis: str
    expected: str
    config: str
    data: str
    sha256: str
    limit: int | None
    seed: int
    commit: str
    versions: dict[str, str]
    warnings: tuple[str, ...] = ()
    ingest: dict[str, float] = {}
    calibration: dict[str, float] = {}
    controls: tuple[str, ...] = ()

    def same_run(self, other: Head) -> bool:
        """Say whether rows of the other may be kept: same questions, settings and code."""
        names = ("config", "sha256", "limit", "seed", "commit")
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
    path = folder / ROWS
    if not path.exists():
        return []
    found = []
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(Row.model_validate_json(text))
        except ValidationError:
            break
    return found


def write_rows(folder: Path, kept: Iterable[Row]) -> None:
    """Write the rows anew."""
    lines = "".join(row.model_dump_json() + "\n" for row in kept)
    (folder / ROWS).write_text(lines, encoding="utf-8")


def write_head(folder: Path, head: Head) -> None:
    """Write the head, for people to read too."""
    text = json.dumps(head.model_dump(), ensure_ascii=False, indent=1)
    (folder / HEAD).write_text(text + "\n", encoding="utf-8")
