"""Check that an answer stands in the evidence: its dates, numbers, names and quotations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from tkg.answer.answer import Citation
from tkg.answer.check_dates import dates
from tkg.answer.check_names import names, quotations
from tkg.answer.check_numbers import unheld
from tkg.answer.check_words import table
from tkg.answer.cited import CITED
from tkg.answer.offline.tokens import tokens
from tkg.answer.seen import Seen
from tkg.kg.model import Known, Status


def problems(answer: str, seen: Seen, now: datetime) -> list[str]:
    """Return what in an answer the evidence does not hold, in words; nothing when it stands.

    Args:
        answer: The words of the answer; ids in square brackets are left out.
        seen: The evidence.
        now: When the question was asked.
    """
    plain = CITED.sub("", answer)
    found = [*dates(plain, seen, now), *unheld(answer, plain, seen, now)]
    found += [*names(plain, seen), *quotations(plain, seen)]
    return list(dict.fromkeys(found))


def misplaced(citations: Sequence[Citation], subject: str) -> list[str]:
    """Return the problem that what is cited is said of somebody else than was asked about."""
    if not subject or not citations or any(_concerns(c, subject) for c in citations):
        return []
    who = ", ".join(dict.fromkeys(c.speaker for c in citations))
    return [f"that this is true of {subject} (it is what {who} said of somebody else)"]


def _concerns(citation: Citation, subject: str) -> bool:
    """Say whether a turn may be about the one asked about: who spoke, is named or spoken to."""
    if citation.speaker.casefold() == subject.casefold():
        return True
    said = {t.low for t in tokens(citation.quote)}
    named = {part for part in subject.casefold().split() if len(part) > 1}
    short = any(len(w) >= 3 and name.startswith(w) for name in named for w in said)
    return short or bool(said & named) or bool(said & table("addressing").keys())


def superseded(answer: str, facts: Sequence[Known]) -> list[str]:
    """Return the ended values in an answer that are given without what has taken their place."""
    return list(dict.fromkeys(_superseded(CITED.sub("", answer).casefold(), facts)))


def _superseded(low: str, facts: Sequence[Known]) -> Iterable[str]:
    for old in facts:
        if old.status not in (Status.ENDED, Status.RETRACTED) or not _said(old, low):
            continue
        now = [k for k in facts if k.slot == old.slot and k.status == Status.CURRENT]
        if now and not any(_said(k, low) for k in now):
            yield f"{old.fact.value!r}, which no longer holds ({now[0].fact.value!r} does)"


def _said(known: Known, low: str) -> bool:
    value = known.fact.value.casefold()
    return bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", low) is not None
