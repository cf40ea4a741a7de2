"""Who somebody's kin are called, as facts tell it: "has sister Kate", "Kate is sister of Ana"."""

from __future__ import annotations

from functools import lru_cache

from tkg.kg.graph.form import Form, form, named_kin
from tkg.kg.graph.kinship import canonical, sort
from tkg.kg.model import Change, Fact, FactKind, Polarity

HAVING = frozenset(("has", "have", "had"))
BEING = frozenset(("is", "are", "was", "be"))
NAMING = frozenset(("is", "was", "is named", "is called", "name", "name is", "goes by"))
ARTICLES = frozenset(("a", "an", "the", "one"))
VAGUE = ("pet",)
"""What people do not call theirs by: they say "my cat"."""
LONGEST = 3
"""Words of a name."""


def kin_named(fact: Fact) -> tuple[str, str] | None:
    """Return "Ana's sister" and "Kate", where a fact tells that they are one; else None."""
    return _ends(fact) if fact.polarity is Polarity.YES else None


def kin_denied(fact: Fact) -> tuple[str, str] | None:
    """Return "Ana's sister" and "Kate", where a fact tells that they are not one; else None."""
    return _ends(fact) if fact.polarity is Polarity.NO else None


def _ends(fact: Fact) -> tuple[str, str] | None:
    vague = fact.by_assistant or fact.kind is FactKind.PLAN
    if vague or fact.change in (Change.END, Change.NEVER):
        return None
    return _told(fact.subject, fact.predicate, fact.value, fact.said_by)


def _told(subject: str, predicate: str, value: str, teller: str) -> tuple[str, str] | None:
    verb, kin = _read(predicate)
    if verb == "has":
        return (f"{subject}'s {kin}", value) if _is_name(form(value)) else None
    if verb == "of":
        return (f"{value}'s {kin}", subject) if _is_name(form(subject)) else None
    if verb == "is":
        for one, other in ((subject, value), (value, subject)):
            if form(one, teller).kin and _is_name(form(other)):
                return one, other
    return named_kin(subject, teller)


@lru_cache(maxsize=20_000)
def _read(predicate: str) -> tuple[str, str]:
    """Return ("has", "sister"), ("of", "sister"), ("is", ""), or twice ""."""
    words = predicate.casefold().replace("_", " ").split()
    if " ".join(words) in NAMING:
        return "is", ""
    first, rest = words[:1], [w for w in words[1:] if w not in ARTICLES]
    if not HAVING.isdisjoint(first):
        return ("has", _kin(rest)) if _kin(rest) else ("", "")
    if not BEING.isdisjoint(first) and rest[-1:] == ["of"]:
        return ("of", _kin(rest[:-1])) if _kin(rest[:-1]) else ("", "")
    return "", ""


def _kin(words: list[str]) -> str:
    word = canonical(" ".join(words))
    return word if sort(word) not in ("", "people") and word not in VAGUE else ""


def _is_name(said: Form) -> bool:
    """Say whether a form is somebody's name, and one person's."""
    words = said.shown.split()
    plain = said.proper and not said.owner and not said.local and len(words) <= LONGEST
    return plain and all(
        w[:1].isupper() and w.replace("-", "").replace("'", "").isalpha() for w in words
    )
