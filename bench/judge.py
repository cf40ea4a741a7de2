"""Judge answers with a model: a rubric for each kind of question, blind to who answered."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from statistics import mean
from typing import Any

from tkg.bench.datasets.case import UNANSWERABLE
from tkg.bench.result import Row
from tkg.kg.llm.chat import Chat, Message, Request

VERDICT = re.compile(r"\b(right|wrong)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Judge:
    """A model with rubrics.

    Attributes:
        prompt: A benchmark's official prompt with {question}, {gold}, {answer} in it; "" uses
            the packaged rubrics.
    """

    chat: Chat
    model: str
    prompt: str = ""

    def right(self, kind: str, question: str, gold: str, answer: str) -> bool | None:
        """Return the verdict; None where the reply holds none."""
        rule = self.prompt or f"{rubric(kind)}\n\n{FORM}"
        text = rule.format(question=question, gold=gold or "(there is no answer)", answer=answer)
        reply = self.chat.complete(
            Request(model=self.model, messages=(Message(role="user", text=text),))
        )
        found = VERDICT.findall(reply.text)
        return found[-1].lower() == "right" if found else _yes(reply.text)

    def judged(self, rows: Sequence[Row], workers: int = 1) -> list[Row]:
        """Return the rows with verdicts. The judge never sees which system a row is of."""

        def one(row: Row) -> Row:
            if row.error or row.baseline:
                return row
            kind = row.kind if row.answerable else UNANSWERABLE
            verdict = self.right(kind, row.text, row.gold, _said(row))
            return row.model_copy(update={"right": verdict})

        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(one, rows))

    def calibration(self) -> dict[str, float]:
        """Return which share of each sort of answer in the calibration set it calls right.

        Of vague and specific wrong answers that share should be 0, of right ones in other words 1.
        """
        groups: dict[str, list[float]] = {}
        for case in _table("calibration.toml")["case"]:
            for sort in ("reworded", "vague", "wrong"):
                verdict = self.right(case["kind"], case["question"], case["gold"], case[sort])
                groups.setdefault(sort, []).append(float(verdict is True))
        return {f"accepts {sort}": mean(found) for sort, found in groups.items()}


FORM = """Question: {question}
Right answer: {gold}
Answer to judge: {answer}

Reply with one word, right or wrong."""


def rubric(kind: str) -> str:
    """Return the rubric of a kind of question, the general one where it has none."""
    table: dict[str, str] = _table("rubrics.toml")
    return table.get(kind, table["general"])


def _table(name: str) -> dict[str, Any]:
    text = files("tkg.bench").joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text)


def prompt(path: Path | None) -> str:
    """Return the text of a benchmark's own judge prompt."""
    return path.read_text(encoding="utf-8") if path else ""


def _said(row: Row) -> str:
    return "I do not know." if row.declined else row.answer


def _yes(text: str) -> bool | None:
    """Read the yes or no that official prompts ask for."""
    found = re.findall(r"\b(yes|no|correct|incorrect)\b", text.lower())
    return found[-1] in ("yes", "correct") if found else None
