"""From A to B: what changed leaves A and holds B from then on; who drove from A to B holds neither.

Only verbs that tell of a change of what somebody is, has or belongs to count; `words.toml` lists
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.said import Said
from tkg.extract.offline.verbs import predicate
from tkg.kg.model import FactKind

if TYPE_CHECKING:
    from spacy.tokens import Token

LONGEST = 5
"""Words of a value that something changes from or to."""


@dataclass(frozen=True, slots=True)
class Swap:
    """What a clause says has changed.

    Attributes:
        what: The noun that says what of the subject changed ("jobs"); "" where none does.
    """

    old: str
    new: str
    what: str = ""


def swapped(
    facts: Iterable[Said], main: Token, people: People, dates: frozenset[int]
) -> Iterator[Said]:
    """Give the facts of a clause, a change "from A to B" as the end of A and the start of B."""
    swap = _swap(main, people, dates)
    found = list(facts)
    if swap is None or not found:
        yield from found
        return
    verb = predicate(main, [], found[0].kind is FactKind.EVENT)
    verb = " ".join(filter(None, (verb, swap.what)))
    whole = [f for f in found if f.predicate not in (f"{verb} from", f"{verb} to")]
    joint = [f for f in found if f not in whole]
    yield from whole
    base = (joint or found)[0]
    texts = {f.predicate: f.statement for f in joint if f.value in (swap.old, swap.new)}
    for part, value, old in ((f"{verb} from", swap.old, None), (f"{verb} to", swap.new, swap.old)):
        text = texts.get(part, base.statement)
        yield replace(base, predicate=part, value=value, statement=text, instead_of=old)


def _swap(main: Token, people: People, dates: frozenset[int]) -> Swap | None:
    verb, thing = main.lemma_.lower(), _thing(main)
    if not among(verb, "swap") or (thing is not None and not _of_subject(thing, verb)):
        return None
    clause = [t for t in _clause(main) if t.i > main.i]
    old, new = (_behind(clause, word, dates) for word in ("from", "to"))
    if not all(0 < len(words) <= LONGEST for words in (old, new)) or old[0].tag_ == "CD":
        return None
    what = thing.lower_ if thing is not None else ""
    return Swap(written(old, people), written(new, people), what)


def _thing(main: Token) -> Token | None:
    return next((c for c in main.children if c.dep_ == "dobj"), None)


def _of_subject(thing: Token, verb: str) -> bool:
    """Say whether an object says what of the subject changes: "my major", "jobs"."""
    owned = any(c.dep_ == "poss" and c.lower_ in ("my", "our") for c in thing.children)
    bare = not any(c.dep_ in ("det", "amod", "poss") for c in thing.children)
    return among(verb, "swap_of") and (owned or (bare and thing.tag_ == "NNS"))


def _clause(main: Token) -> list[Token]:
    """Return the words behind a verb up to the next stop."""
    behind = list(main.doc[main.i + 1 : main.sent.end])
    return list(takewhile(lambda t: not t.is_punct and t.dep_ != "cc", behind))


def _behind(clause: list[Token], word: str, dates: frozenset[int]) -> list[Token]:
    """Return the words behind "from" or "to"; nothing where those are a time, or a deed."""
    place = next((n for n, t in enumerate(clause) if t.lower_ == word), None)
    if place is None or (clause[place].tag_ == "TO" and _deed(clause[place + 1 :])):
        return []
    rest = clause[place + 1 :]
    words = list(takewhile(lambda t: t.i not in dates and not _other(t, word), rest))
    return words if words and words[-1].tag_ not in ("VBD", "PRP") else []


def _deed(words: list[Token]) -> bool:
    return not words or words[0].tag_ == "VB"


def _other(token: Token, word: str) -> bool:
    """Say whether a word opens another phrase."""
    if token.lower_ in ("from", "to") and token.lower_ != word:
        return True
    return token.tag_ in ("IN", "WRB", "RB") and token.dep_ in ("prep", "mark", "advmod", "dep")
