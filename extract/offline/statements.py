"""The sentence of a fact: it can be read alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tkg.extract.offline.naming import tidy, written
from tkg.extract.offline.people import People
from tkg.extract.offline.units import Unit

if TYPE_CHECKING:
    from spacy.tokens import Token


def statement(
    unit: Unit,
    main: Token,
    rest: Sequence[Token],
    subject: str,
    people: People,
    when: Iterable[int],
) -> str:
    """Return a sentence: the subject by name, the verb with what goes with it, the value, the time.

    Args:
        unit: The clause.
        main: The verb that says what is done.
        rest: The words of the value.
        subject: Its name.
        people: Who the pronouns are.
        when: Indexes of the words that say when.
    """
    own = {t.i for t in unit.subject.subtree} if unit.subject is not None else set()
    value = {t.i for t in rest} | {c.i for c in main.children if c.dep_ == "prt"}
    value |= {c.i for c in main.children if c.dep_ == "neg" and c.i > main.i}
    dated = set(when) - own
    dated |= {t.head.i for t in unit.words if t.i in dated and t.head.dep_ == "prep"} - own
    last = main.i - (main.pos_ == "ADJ")
    before = [
        t
        for t in unit.words
        if _start(unit) <= t.i <= last and t.i not in own | dated and not loose(t, unit, people)
    ]
    behind = [t for t in _around(unit, rest) if t.i in value | dated and t.i > last]
    early = [t for t in unit.words if t.i < main.i and t.i in dated]
    verbs = written((t for t in before if t.i not in value), people)
    said = " ".join(part for part in (_lead(unit), verbs, written(behind, people)) if part)
    ahead = written(early, people)
    text = f"{subject} {said}" + (f" {ahead}" if ahead else "")
    text = tidy(text)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _start(unit: Unit) -> int:
    """Return where the verb with its helping words begins; what stands before frames it."""
    if unit.subject is not None and unit.subject in unit.words and unit.subject.i < unit.head.i:
        return max(t.i for t in unit.subject.subtree if t.i < unit.head.i)
    return min(t.i for t in (unit.head, *unit.head.children) if t == unit.head or _helps(t))


def _helps(token: Token) -> bool:
    return token.dep_ in ("aux", "auxpass", "neg") and token.i < token.head.i


def _lead(unit: Unit) -> str:
    """Return the helping verb of a clause that leaves it out with its subject."""
    helped = any(c.dep_ in ("aux", "auxpass") for c in unit.head.children)
    if unit.subject is not None:
        along = unit.subject not in unit.words and unit.head.tag_ == "VBG" and not helped
        bare = unit.subject not in unit.words and unit.head.tag_ == "VB" and not helped
        if unit.link == "conj" and bare:
            return _shared(unit)
        return "is" if along and unit.link == "conj" else ""
    helpers = [c.lower_ for c in unit.head.children if c.dep_ in ("aux", "auxpass")]
    if helpers:
        return "has" if helpers[0] == "been" else ""
    if unit.head.lower_ == "been":
        return "has"
    return "is" if unit.head.tag_ == "VBG" or unit.head.pos_ == "ADJ" else ""


def _shared(unit: Unit) -> str:
    """Return the helping verb that a bare verb shares: "will sing and dance"."""
    helpers = [c for c in unit.parent.head.children if c.dep_ == "aux"] if unit.parent else []
    word = helpers[-1].lower_ if helpers else ""
    return {"'ll": "will", "to": "will", "'s": ""}.get(word, word)


def _around(unit: Unit, rest: Sequence[Token]) -> list[Token]:
    seen = {t.i: t for t in (*unit.words, *rest)}
    return [seen[i] for i in sorted(seen)]


def loose(token: Token, unit: Unit, people: People) -> bool:
    """Say whether a word is no part of what is said: "and", "oh", "when", a name called out."""
    if token.dep_ == "intj" or token.pos_ == "INTJ" or token.is_punct:
        return True
    if any(
        a.dep_ in ("intj", "discourse") and a.i in {t.i for t in unit.words}
        for a in token.ancestors
    ):
        return True
    if called_out(token, people):
        return True
    if token.i < unit.head.i and token.dep_ in ("advmod", "npadvmod") and token.head == unit.head:
        return token.tag_ == "WRB" or token.lower_ in (
            "so",
            "also",
            "plus",
            "anyway",
            "btw",
            "then",
        )
    return token.head == unit.head and token.dep_ in ("cc", "mark", "dep", "preconj")


def called_out(token: Token, people: People) -> bool:
    """Say whether a word is the addressee's name between commas: "Thanks, Kate!"."""
    if not people.called(token.text) or not token.text[:1].isupper():
        return False
    doc = token.doc
    opens = (
        token.i == 0
        or token.is_sent_start
        or doc[token.i - 1].is_punct
        or doc[token.i - 1].pos_ == "INTJ"
    )
    closes = token.i + 1 == len(doc) or doc[token.i + 1].is_punct
    return closes and (opens or token.dep_ in ("npadvmod", "vocative", "intj", "dep"))
