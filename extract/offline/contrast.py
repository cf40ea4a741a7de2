"""What a clause sets apart from what it says: "a Skoda, not a Kia".

The words behind "not" are no part of the value, and do not deny it. They are blanked before a turn
is parsed and kept apart: where it is a correction, they name the value that was wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tkg.extract.offline.lexicon import lexicon
from tkg.extract.offline.said import Said
from tkg.extract.offline.units import Unit
from tkg.kg.graph.predicates import relation
from tkg.kg.model import Change, FactKind

WORD = r"[^\s,.;:!?()\u2013\u2014]+"
APART = re.compile(
    rf"(?<=\w)(?:,| -|\s?[\u2013\u2014])\s*(?:and )?not (?P<wrong>{WORD}(?: {WORD}){{0,5}})"
    r"(?=\s*(?:[,.;!?)\u2013\u2014]|$))",
    re.IGNORECASE | re.MULTILINE,
)
STOP = re.compile(r"[.!?]\s")
LEADING = re.compile(r"^(?:in|at|to|for|as|on|with|from|by|of|into)\s+", re.IGNORECASE)
FEW = 2
"""Words that a sentence has at least before it sets something apart: "Wow, not bad" has fewer."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Words that are set apart.

    Attributes:
        start: Offset of the comma before them.
        end: Offset behind them.
        wrong: The value that they name.
        corrects: Whether the speaker owns that it was a mistake.
    """

    start: int
    end: int
    wrong: str
    corrects: bool


def contrasts(text: str) -> tuple[Contrast, ...]:
    """Return what a turn sets apart.

    >>> [c.wrong for c in contrasts("I live in Porto, not in Ghent.")]
    ['Ghent']
    """
    return tuple(_contrasts(text))


def _contrasts(text: str) -> Iterator[Contrast]:
    for match in APART.finditer(text):
        before = STOP.split(text[: match.start()])
        if len(before[-1].split()) >= FEW and _names(match["wrong"]):
            owned = " ".join(before[-2:]).lower().replace("\u2019", "'")
            slip = any(re.search(rf"\b{cue}\b", owned) for cue in lexicon()["slips"])
            wrong = LEADING.sub("", match["wrong"])
            yield Contrast(match.start(), match.end(), wrong, slip)


def _names(wrong: str) -> bool:
    """Say whether words name something, and are no remark: "not yet", "not that I know"."""
    spoken = wrong.lower().replace("\u2019", "'").split()
    first, rest = LEADING.sub("", wrong).lower().split()[0], spoken[1:]
    remark = first in lexicon()["remarks"] or "least" in rest or (rest and first.endswith("ing"))
    return not remark and not any(w in lexicon()["clausal"] or "'" in w for w in spoken)


def blanked(text: str, apart: Iterable[Contrast]) -> str:
    """Return text of the same length without what it sets apart."""
    for one in apart:
        blank = " " * (one.end - one.start)
        stop = text[one.end : one.end + 1]
        # A stop that stands alone behind blanks misleads the parser.
        filled = f"{stop}{blank}" if stop in tuple(".!?") else f"{blank}{stop}"
        text = text[: one.start] + filled + text[one.end + 1 :]
    return text


def corrected(
    found: Sequence[Said], unit: Unit, clauses: Sequence[Unit], apart: Sequence[Contrast]
) -> list[Said]:
    """Return the facts of a clause; of a correction, with the value that it names as wrong."""
    for one in apart:
        before = [u for u in clauses if u.head.idx < one.start and one.start < _end(u)]
        if one.corrects and before and before[-1] is unit:
            return [mended for what in found for mended in _instead(what, one)]
    return list(found)


def _end(unit: Unit) -> int:
    last = unit.sentence[-1]
    return last.idx + len(last)


def _instead(what: Said, one: Contrast) -> Iterator[Said]:
    """Give the right fact; where several values may hold, also that the wrong one never did."""
    if what.change not in (Change.NEW, Change.CORRECTION):
        yield what
        return
    yield replace(what, change=Change.CORRECTION, instead_of=one.wrong)
    if what.kind is FactKind.STATE and not relation(what.predicate).single:
        yield replace(what, value=one.wrong, change=Change.NEVER)
