"""Answers from a memory: `from tkg.answer import ask`."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tkg.answer.answer import Answer, Citation, Event, Usage
    from tkg.answer.limits import Limits
    from tkg.answer.put import Question, Reader
    from tkg.answer.question import ask, ask_async
    from tkg.answer.reader import ModelReader
    from tkg.answer.sum_up import Summary, sum_up

EXPORTS = {
    "Answer": "answer",
    "Citation": "answer",
    "Event": "answer",
    "Limits": "limits",
    "ModelReader": "reader",
    "Question": "put",
    "Reader": "put",
    "Summary": "sum_up",
    "Usage": "answer",
    "ask": "question",
    "ask_async": "question",
    "sum_up": "sum_up",
}

__all__ = [
    "Answer",
    "Citation",
    "Event",
    "Limits",
    "ModelReader",
    "Question",
    "Reader",
    "Summary",
    "Usage",
    "ask",
    "ask_async",
    "sum_up",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{EXPORTS[name]}"), name)
