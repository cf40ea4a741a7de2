"""A form as it was said: what it is called by, whose it is, and how far it reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tkg.kg.graph.kinship import called, canonical, pronouns, sort
from tkg.kg.graph.surface import surface
from tkg.kg.model import digest

POSSESSED = re.compile(r"^(?P<owner>.+)(?:'s|(?<=s)')\s+(?P<word>\S.*)$", re.DOTALL)
MINE = re.compile(r"^(?:my|our)\s+(?P<word>\S.*)$", re.IGNORECASE | re.DOTALL)
SOME = re.compile(
    r"^(?:the|an?|this|that|these|those|some|any|each|every|another|other|all|both|one of|"
    r"his|her|their|its|your|whose)\s+",
    re.IGNORECASE,
)
JOINT = re.compile(r"\s(?:of|for|from|with|in|at|on|about|to|by|and|or|&)\s", re.IGNORECASE)
"""Behind one of these a possessive belongs to a part: "the opening of Jon's studio"."""
SPEAKER = pronouns("speaker")
NOBODY = pronouns("nobody")
"""Words that name somebody else in every sentence."""

TELLER = "by "
"""Begins the scope of a name that means another one in another's mouth."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to name somebody or something.

    Attributes:
        surface: Folded; equal for equal names.
        shown: As it was written.
        local: Whether it means something only in its session ("the store").
        owner: Whose it is, as a form of its own; "" for what is nobody's.
        word: What it is to its owner ("sister"), in the usual word.
        proper: Whether it is written as a name is.
    """

    surface: str
    shown: str
    local: bool = False
    owner: str = ""
    word: str = ""
    proper: bool = True

    @property
    def kin(self) -> str:
        """What sort of kin it is; "" for names and things."""
        return sort(self.word) if self.word else ""

    def id(self, session: str) -> str:
        """Return the id of its node, where it is said in this session."""
        return node_id(self.surface, session if self.local else "")


@lru_cache(maxsize=100_000)
def node_id(surface: str, scope: str = "") -> str:
    """Return the id of a node: of its words and its scope, whatever it is joined to."""
    return digest("entity", surface, scope) if scope else digest("entity", surface)


@lru_cache(maxsize=100_000)
def form(said: str, speaker: str = "") -> Form:
    """Read a form.

    Args:
        said: As it was said or written.
        speaker: Who "I" is.

    >>> form("my little sis", "Ana")
    Form(surface="ana's little sister", shown="Ana's little sis", local=False, owner='Ana', \
word='little sister', proper=False)
    >>> form("the store").local, form("The Red Lion").local
    (True, False)
    """
    text = " ".join(said.replace("\u2019", "'").split())
    folded = surface(text)
    if folded in SPEAKER and speaker:
        return form(speaker)
    if folded in NOBODY:
        return Form(folded, text, local=True, proper=False)
    own = called(folded)
    if own and speaker:
        return _owned(speaker, own, text)
    mine = MINE.match(text)
    if mine and speaker:
        return _owned(speaker, mine["word"], f"{speaker}'s {mine['word']}")
    theirs = POSSESSED.match(text)
    if theirs and not JOINT.search(f" {theirs['owner']} "):
        return _owned(theirs["owner"], theirs["word"], text)
    some = SOME.match(text)
    proper = _capital(text[some.end() :] if some else text)
    return Form(folded, text, local=bool(some) and not proper, proper=proper)


def _owned(owner: str, word: str, shown: str) -> Form:
    if named := _apposed(word):
        return form(named[1])
    whose = form(owner)
    what = canonical(surface(word).removesuffix("'s"))
    return Form(f"{whose.surface}'s {what}", shown, whose.local, owner, what, proper=False)


def _apposed(word: str) -> tuple[str, str] | None:
    """Return kin and name of "sister Kate"."""
    words = word.split()
    first = next((n for n, w in enumerate(words) if w[:1].isupper()), 0)
    kin, name = " ".join(words[:first]), words[first:]
    if not kin or not sort(canonical(surface(kin))) or not all(w[:1].isupper() for w in name):
        return None
    return kin, " ".join(name)


@lru_cache(maxsize=100_000)
def named_kin(said: str, speaker: str) -> tuple[str, str] | None:
    """Return the kin and the name that stand together: "Ana's sister" and "Kate".

    >>> named_kin("my sister Kate", "Ana"), named_kin("Ana's sister", "")
    (("Ana's sister", 'Kate'), None)
    """
    text = " ".join(said.replace("\u2019", "'").split())
    whose = MINE.match(text) or POSSESSED.match(text)
    found = _apposed(whose["word"]) if whose else None
    if whose is None or found is None:
        return None
    owner = whose.groupdict().get("owner", speaker)
    return (f"{owner}'s {found[0]}", found[1]) if owner else None


def _capital(text: str) -> bool:
    """Say whether words are written as a name is: the first and the last begin like one."""
    words = [w.strip("\"'(\u201c\u201d.,!?") for w in text.split()]
    words = [w for w in words if w]
    return bool(words) and _opens_name(words[0]) and _opens_name(words[-1])


def _opens_name(word: str) -> bool:
    caseless = word[0].lower() == word[0].upper()
    return word[0].isupper() or caseless or any(map(str.isdigit, word))


def chain(said: Form) -> Iterator[Form]:
    """Give a form and the forms of its owners: "Ana's sister's dog", "Ana's sister", "Ana"."""
    yield said
    while said.owner:
        said = form(said.owner)
        yield said
