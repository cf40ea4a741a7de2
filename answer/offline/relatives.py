"""Which clauses are about a relative of the one asked about, and not about that person."""

from __future__ import annotations

import re

from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.evidence import Passage
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import stem, stems, tokens
from tkg.kg.model import Clause

NAMED = 3
"""Words after an owner among which the relative is named ("Ann's older sister")."""


def astray(asked: Asked, passage: Passage) -> list[tuple[int, int]]:
    """Return where a turn tells of a relative whom the question does not name.

    "Ben's sister has a dog" says nothing of a dog of Ben's; "Ben's sister gave Ben a dog" does.
    """
    if not asked.subject or asked.kind is Kind.WHO:
        return []
    return [(c.start, c.end) for c in passage.clauses if _of_another(c, asked)]


def _of_another(clause: Clause, asked: Asked) -> bool:
    relatives = _relatives(clause.subject, asked.subject)
    if not relatives or any(stem(r) in stems(asked.text) for r in relatives):
        return False
    owner = re.compile(rf"\b{re.escape(asked.subject)}\b", re.IGNORECASE)
    return not any(owner.search(argument.text) for argument in clause.arguments)


def _relatives(subject: str, owner: str) -> list[str]:
    """Return the relatives of somebody that the subject of a clause names."""
    owned = re.split(rf"\b{re.escape(owner)}'s\b", subject, flags=re.IGNORECASE)[1:]
    near = (tokens(rest)[:NAMED] for rest in owned)
    return [t.low for some in near for t in some if t.low in words("person")]
