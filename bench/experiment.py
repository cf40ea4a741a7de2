"""An experiment: a TOML file that says what is measured, and what was expected before the run."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tkg.kg.errors import UsageError


class Strict(BaseModel):
    """A table of the file; an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Expect(Strict):
    """What is expected before the run, and why."""

    score: float = Field(ge=0, le=1)
    because: str


class System(Strict):
    """One way to answer.

    Attributes:
        name: Of the row in the tables.
        context: What is put before a model: nothing, everything, chunks, turns or the record.
        reader: "offline", "model", or a control.
        steps: Whether the model is told to answer step by step.
        tools: Whether it may call the memory's tools.
        k: Turns or chunks put before it.
        tokens: Budget of what is put before it.
        extractor: What fills the store: a name, or a file or folder of recorded replies.
        gate: Which sessions are given to a model extractor; the others are not wired yet.
    """

    name: str
    reader: Literal["offline", "model", "decline", "random"] = "offline"
    context: Literal["none", "full", "chunks", "turns", "keyword-record", "record"] = "record"
    extractor: str = "offline"
    gate: Literal["none"] = "none"
    steps: bool = False
    tools: bool = False
    dated: bool = True
    k: int = 30
    tokens: int = 1700


class Experiment(Strict):
    """A whole experiment."""

    name: str
    hypothesis: str
    expect: Expect
    system: tuple[System, ...] = Field(min_length=1)
    seed: int = 0
    model: str = ""
    judge: str = ""
    replicates: int = Field(default=1, ge=1)

    @property
    def hash(self) -> str:
        """Eight hex digits that depend on every setting."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]


def load(path: Path) -> Experiment:
    """Read an experiment.

    Raises:
        UsageError: It is missing, not TOML, or has a key that means nothing.
    """
    try:
        return Experiment.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not TOML: {error}.") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(f"{path}: {where}: {first['msg']}.") from error
