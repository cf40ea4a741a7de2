"""The ids that an answer names, and what stands behind them."""

from __future__ import annotations

import re

from tkg.answer.answer import Citation
from tkg.kg.memory import Memory

CITED = re.compile(r"\s*\[([^\[\]\n]{1,400})\](?!\()")
"""Square brackets that are no link."""


def cited(answer: str) -> list[str]:
    """Return the ids in an answer in order, each once.

    >>> cited("In May [D1:3, D2:1], as she said [my talk:4].")
    ['D1:3', 'D2:1', 'my talk:4']
    """
    parts = (part.strip() for m in CITED.finditer(answer) for part in re.split(r"[,;]", m[1]))
    return list(dict.fromkeys(filter(None, parts)))


def citation(memory: Memory, name: str) -> Citation | None:
    """Return the turn that an id of a turn or fact names; None where there is none."""
    turn, fact = memory.turn(name), None
    if turn is None and (fact := memory.fact(name)):
        turn = next(iter(memory.turns(fact.turns[:1])), None)
    if turn is None:
        return None
    return Citation(
        turn.id, memory.session_id(turn), turn.said_at, turn.speaker, turn.words,
        name if fact else None,
    )  # fmt: skip
