"""What is known of a person, in a few lines: from the facts as they stand, never from a summary."""

from __future__ import annotations

from collections.abc import Sequence

from tkg.kg.model import Known, Status

CHARACTERS_A_TOKEN = 4
"""A cautious mean for English."""
RECENT = 8
"""Events that are told at most."""


def summary(known: Sequence[Known], person: str, tokens: int = 200) -> str:
    """Return what holds and what happened last, at most about `tokens` long.

    The same facts in any order give the same text; what was erased or has ended is not in it.
    """
    current = [k for k in known if k.status is Status.CURRENT]
    planned = [k for k in known if k.status is Status.PLANNED]
    happened = sorted((k for k in known if k.status is Status.HAPPENED), key=_when, reverse=True)
    rows = [f"{person}, from what was said:"]
    rows += [_line(k) for k in sorted(current, key=lambda k: (k.slot, k.id))]
    rows += [_line(k) for k in happened[:RECENT]]
    rows += [f"{_line(k)} (planned)" for k in sorted(planned, key=lambda k: (k.slot, k.id))]
    return _bounded(list(dict.fromkeys(rows)), tokens * CHARACTERS_A_TOKEN)


def _line(known: Known) -> str:
    fact = known.fact
    denied = "not: " if fact.polarity == "no" else ""
    when = ""
    if known.event and known.event.start:
        when = f" [{known.event.start.date().isoformat()}]"
    elif known.valid_from and known.status is Status.CURRENT:
        when = f" [{known.basis} {known.valid_from.date().isoformat()}]"
    return f"- {denied}{fact.predicate} {fact.value}{when}"


def _when(known: Known) -> tuple[str, str]:
    at = known.event.start if known.event and known.event.start else known.valid_from
    return (at.isoformat() if at else "", known.id)


def _bounded(rows: Sequence[str], room: int) -> str:
    kept: list[str] = []
    for row in rows:
        room -= len(row) + 1
        if room < 0:
            break
        kept.append(row)
    return "\n".join(kept)
