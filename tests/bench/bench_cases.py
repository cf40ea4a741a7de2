"""Small experiments, rows and models that say what they are told to, for tests of the bench."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tkg.bench.datasets.case import Dataset
from tkg.bench.datasets.load import load
from tkg.bench.datasets.memorybench import make
from tkg.bench.experiment import Expect, Experiment, System
from tkg.bench.result import Row
from tkg.kg.errors import ModelError
from tkg.kg.llm.chat import Reply, Request

EXPECT = Expect(score=0.5, because="it is a guess")


@dataclass
class Scripted:
    """A model that says what it is told to; every `fail_every`-th time its server is gone."""

    text: str = "NOT IN MEMORY"
    fail_every: int = 0
    asked: list[Request] = field(default_factory=list)

    def complete(self, request: Request) -> Reply:
        self.asked.append(request)
        if self.fail_every and len(self.asked) % self.fail_every == 0:
            raise ModelError("The server is gone.")
        return Reply(text=self.text, tokens_in=100, tokens_out=5, cost=0.001)


def system(name: str, **more: Any) -> System:
    return System(name=name, hypothesis="it answers", expect=EXPECT, **more)


def experiment(*systems: System, **more: Any) -> Experiment:
    return Experiment(name="t", hypothesis="h", system=systems, **more)


def row(**more: object) -> Row:
    base = {"system": "s", "replicate": 0, "question": "q", "conversation": "c", "kind": "k",
            "answerable": True, "text": "?", "gold": "g"}  # fmt: skip
    return Row.model_validate({**base, **more})


def made(folder: Path, **sizes: Any) -> Dataset:
    """Return a made-up benchmark: one conversation of four sessions where nothing else is said."""
    path = folder / "made.json"
    wanted = {"conversations": 1, "sessions": 4, "chatter": 1, **sizes}
    path.write_text(json.dumps(make(0, **wanted)), encoding="utf-8")
    return load(path)
