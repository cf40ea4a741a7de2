"""Clauses that tell nothing on their own: they are part of what another clause says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tkg.extract.offline.units import Unit

if TYPE_CHECKING:
    from spacy.tokens import Token

EMBEDDED = ("ccomp", "csubj", "pcomp", "acl", "xcomp")
ASKING = ("WP", "WRB", "WP$")


def subordinate(unit: Unit) -> bool:
    """Say whether a clause is only a part of another's sense."""
    if unit.link == "conj" and unit.parent is not None and unit.parent.link in ("advcl", "ccomp"):
        return subordinate(unit.parent)
    return _bare(unit) or _embedded_question(unit) or _whenever(unit) or _compared(unit)


def _bare(unit: Unit) -> bool:
    """Say whether a verb is bare: "helps me *relax*"."""
    helped = any(c.dep_ in ("aux", "auxpass") and c.tag_ != "TO" for c in unit.head.children)
    listed = unit.link == "conj" and unit.parent is not None and unit.parent.head.tag_ != "VB"
    if listed and unit.head.tag_ == "VB" and unit.subject not in unit.words:
        return not helped
    return unit.link in EMBEDDED and unit.head.tag_ in ("VB", "VBG") and not helped


def _embedded_question(unit: Unit) -> bool:
    """Say whether a clause is what is asked or seen: "how strong they are", "what I want"."""
    first = next((t for t in unit.words if not t.is_punct and t.dep_ != "prep"), None)
    asking = first is not None and first.tag_ in ASKING and first.lower_ not in ("when", "where")
    return unit.link in EMBEDDED and asking


def _whenever(unit: Unit) -> bool:
    """Say whether a clause gives a circumstance only: "when I'm nervous", "when I was younger"."""
    opened = any(c.lower_ in ("when", "whenever", "until", "once") for c in _openers(unit))
    again = unit.head.tag_ in ("VBP", "VBZ", "VBG", "VB")
    then = any(c.dep_ == "acomp" and c.tag_ == "JJR" for c in unit.head.children)
    return unit.link == "advcl" and opened and (again or then)


def _compared(unit: Unit) -> bool:
    """Say whether a clause only completes a comparison: "as keen as I am"."""
    marks = {c.lower_ for c in _openers(unit)}
    full = any(c.dep_ in ("acomp", "attr", "dobj") for c in unit.head.children)
    return "than" in marks or ("as" in marks and unit.head.lemma_ == "be" and not full)


def _openers(unit: Unit) -> list[Token]:
    return [
        c for c in unit.head.children if c.dep_ in ("mark", "advmod", "prep") and c.i < unit.head.i
    ]
