"""An experiment: a TOML file that says what is measured, and what was expected before the run."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tkg.kg.errors import UsageError


class Strict(BaseModel):
    """A table of the file; an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Expect(Strict):
    """What is expected before the run, and why."""

    score: float = Field(ge=0, le=1)
    because: str


class System(Strict):
    """One way to write a memory and to answer from it.

    Attributes:
        name: Of the row in the tables.
        hypothesis: What it is there to show.
        context: What is put before a model: nothing, everything, chunks, turns, a record of keyword
            and recency with a rolling summary, or the memory's own record.
        reader: "offline", "model", or a control.
        steps: Whether the model is told to answer step by step.
        tools: Whether it may call the memory's tools.
        k: Turns or chunks put before it.
        tokens: Budget of what is put before it.
        extractor: What fills the store: rules, a model, a model's recorded replies, or nothing but
            the turns.
        variant: How a model is asked for facts.
        gate: Which sessions are given to a model extractor; of the others the rules' facts stay.
        rules: Whether the rules' facts and clauses are kept beside a model's.
        dated: Whether facts keep their time words, and lines of context their dates.
    """

    name: str
    hypothesis: str
    expect: Expect
    reader: Literal["offline", "model", "decline", "random"] = "offline"
    context: Literal["none", "full", "chunks", "turns", "keyword-record", "record"] = "record"
    extractor: Literal["offline", "llm", "recorded", "nothing"] = "offline"
    variant: Literal["salience", "judged", "second", "dates"] = "salience"
    gate: Literal["none", "surprise", "multi"] = "none"
    rules: bool = True
    steps: bool = False
    tools: bool = False
    dated: bool = True
    k: int = Field(default=30, ge=1)
    tokens: int = Field(default=1700, ge=1)

    @model_validator(mode="after")
    def _only_models_have(self) -> Self:
        """Refuse settings that would change nothing."""
        if self.extractor not in ("llm", "recorded") and (self.gate, self.rules) != ("none", True):
            raise ValueError("gate and rules are for extractors that ask a model")
        if self.extractor != "llm" and self.variant != "salience":
            raise ValueError("a variant is for the extractor llm")
        if self.reader != "model" and (self.tools or self.steps or self.context != "record"):
            raise ValueError("context, steps and tools are for the reader model")
        return self

    @property
    def store(self) -> str:
        """What tells its store from those of other systems; equal ones share a store."""
        parts = (
            self.extractor,
            self.variant if self.extractor == "llm" else "",
            f"gate {self.gate}" if self.gate != "none" else "",
            "" if self.rules else "no rules",
            "" if self.dated else "undated",
        )
        return ", ".join(part for part in parts if part)

    @property
    def asks_a_model(self) -> bool:
        """Whether a model is needed, to write or to answer."""
        return self.reader == "model" or self.extractor == "llm"


DECLINES = System(
    name="always decline",
    reader="decline",
    hypothesis="What a benchmark pays for saying nothing.",
    expect=Expect(score=0.2, because="Some questions have no answer."),
)
GUESSES = System(
    name="random turn",
    reader="random",
    hypothesis="What words of the talk earn by themselves.",
    expect=Expect(score=0.01, because="A turn shares a word with an answer now and then."),
)
FORGETS = System(
    name="no memory",
    reader="model",
    context="none",
    hypothesis="A model has not read this benchmark elsewhere.",
    expect=Expect(score=0.2, because="It can decline, and know nothing."),
)


class Experiment(Strict):
    """A whole experiment.

    Attributes:
        hypothesis: What the systems are compared for.
        model: Reads, and writes where `extraction_model` is empty.
        judge: Model that judges; "" for none.
        pool: Whether search is measured over all conversations in one store, too.
    """

    name: str
    hypothesis: str
    system: tuple[System, ...] = Field(min_length=1)
    seed: int = 0
    model: str = ""
    extraction_model: str = ""
    judge: str = ""
    pool: bool = False
    replicates: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [s.name for s in self.system]
        if len(set(names)) < len(names):
            raise ValueError("two systems have one name")
        return self

    @property
    def hash(self) -> str:
        """Eight hex digits that depend on every setting."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]

    @property
    def baselines(self) -> tuple[System, ...]:
        """The controls that are asked the same questions in every run, of the first store."""
        first = self.system[0]
        same = {n: getattr(first, n) for n in ("extractor", "variant", "gate", "rules", "dated")}
        return tuple(control.model_copy(update=same) for control in self._missing())

    def _missing(self) -> Iterator[System]:
        if self.asks_a_model and not any(s.context == "none" for s in self.system):
            yield FORGETS
        for control in (DECLINES, GUESSES):
            if all(s.reader != control.reader for s in self.system):
                yield control

    @property
    def asks_a_model(self) -> bool:
        """Whether any of its systems does."""
        return any(s.asks_a_model for s in self.system)


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
