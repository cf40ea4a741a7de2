"""Predicate and value of a clause: which of the two its preposition belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.verbs import in_past, predicate

if TYPE_CHECKING:
    from spacy.tokens import Token


def relations(
    main: Token, chain: list[Token], rest: list[Token], past: bool
) -> Iterator[tuple[str, list[Token], list[Token]]]:
    """Give predicate, value and value with its preposition; "works at X as Y" gives two."""
    name = "is" if main.pos_ == "ADJ" else predicate(main, chain, past)
    if not rest:
        if main.pos_ == "VERB" and (main.tag_ in ("VBD", "VBN") or in_past(main)):
            particles = [c for c in main.children if c.dep_ == "prt" and c.i > main.i]
            yield name + stranded(main), [main, *particles], []
        return
    if job := _job(main, rest):
        yield _of_job(name, main, rest, job)
        return
    preps = [t for t in rest if t.dep_ == "prep" and t.head == main]
    if (
        len(preps) > 1
        and rest[0] == preps[0]
        and main.lemma_ != "be"
        and _separate(preps, rest, past)
    ):
        for prep in preps:
            inside = {t.i for t in prep.subtree}
            part = [t for t in rest if t.i in inside]
            yield *_joined(name, part, main), part
        return
    yield *_joined(name, rest, main), rest


def _job(main: Token, rest: list[Token]) -> Token | None:
    """Return the job that a clause tells to have ended: "lost my job", "quit his job"."""
    if not among(main.lemma_.lower(), "end_job"):
        return None
    owned = rest[1:2] if rest[0].tag_ == "PRP$" else []
    return owned[0] if owned and owned[0].lower_ == "job" else None


def _of_job(
    name: str, main: Token, rest: list[Token], job: Token
) -> tuple[str, list[Token], list[Token]]:
    """Return what ended: the job at one place or as one thing, else whatever it was."""
    behind = rest[2:]
    if len(behind) > 1 and behind[0].lower_ in ("at", "as", "with"):
        return f"{name} job {behind[0].lower_}", behind[1:], rest
    return f"{name} job", [main, job], rest


def stranded(main: Token) -> str:
    """Return the preposition that a relative clause leaves behind: "the course I applied for"."""
    left = [c for c in main.children if c.dep_ == "prep" and not list(c.children)]
    return f" {left[0].lower_}" if left and main.dep_ == "relcl" else ""


def _separate(preps: list[Token], rest: list[Token], past: bool) -> bool:
    """Say whether each preposition has a relation of its own: a state's do, an event is one."""
    inside = {t.i for p in preps for t in p.subtree}
    moved = {p.lower_ for p in preps} <= {"from", "to"}
    return (moved or not past) and all(t.i in inside for t in rest)


def _joined(name: str, rest: list[Token], main: Token) -> tuple[str, list[Token]]:
    """Move a leading preposition, or "allergic to", from the value to the predicate."""
    first = rest[0]
    if first.dep_ in ("prep", "agent") and first.head == main and len(rest) > 1:
        return f"{name} {first.lower_}", rest[1:]
    if first.lower_ == "back" and len(rest) > 2 and rest[1].dep_ == "prep":
        return f"{name} back {rest[1].lower_}", rest[2:]  # "moved back to" is a move, too
    adjective = first.dep_ == "acomp" or (first.tag_ in ("VBN", "JJ") and first.head == main)
    behind = rest[1] if len(rest) > 2 else None
    if adjective and behind is not None and behind.dep_ == "prep" and behind.head == first:
        return f"{name} {first.lower_} {behind.lower_}", rest[2:]
    return name, rest
