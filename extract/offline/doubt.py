"""Clauses whose parse cannot be trusted: what they seem to say is said of the wrong one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.people import FIRST, People
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit
from tkg.extract.redact import MARK

if TYPE_CHECKING:
    from spacy.tokens import Token

SINGULAR = ("NN", "NNP", "VBG")
PLURAL = ("NNS", "NNPS")
LOOSE = ("advcl", "acl", "dep", "parataxis", "ccomp", "pcomp")
FINITE = ("VBZ", "VBP", "VBD", "MD")


def doubtful(unit: Unit, people: People) -> bool:
    """Say whether a clause has a sign of a wrong parse, or means nobody in particular."""
    return (
        _at_odds(unit)
        or _greeted(unit, people)
        or _behind(unit)
        or _along(unit)
        or _headless(unit)
        or _each_other(unit)
        or _anybody(unit)
        or _what(unit)
        or _mine(unit)
        or _slurred(unit)
        or _only(unit)
        or _told_to(unit)
        or _children(unit)
        or _redacted(unit)
    )


def _redacted(unit: Unit) -> bool:
    """Say whether a clause told a secret, of which only the mark is left."""
    places = [t.i for t in unit.words]
    return bool(MARK.search(unit.head.doc[min(places) : max(places) + 2].text))


def _at_odds(unit: Unit) -> bool:
    """Say whether subject and verb differ in number: one of them belongs elsewhere."""
    subject = unit.subject
    if subject is None or subject not in unit.words or unit.link == "relcl":
        return False
    verb = _finite(unit.head)
    if verb is None or any(c.dep_ in ("conj", "cc", "quantmod") for c in subject.children):
        return False
    if subject.lower_ == "i":
        return verb.tag_ == "VBZ"
    if subject.tag_ in PLURAL:
        return verb.tag_ == "VBZ" and verb.lower_ not in ("'s", "s")
    return (
        subject.tag_ in SINGULAR
        and verb.tag_ == "VBP"
        and not among(subject.lower_, "plural_people", "many")
    )


def _finite(head: Token) -> Token | None:
    """Return the verb that agrees with the subject: the first helping verb, else the head."""
    for token in (*(c for c in head.children if c.dep_ in ("aux", "auxpass")), head):
        if token.tag_ in FINITE:
            return token
    return None


def _greeted(unit: Unit, people: People) -> bool:
    """Say whether a greeting or a name called out was taken for a part of the subject."""
    if unit.subject is None or unit.subject.pos_ == "PRON":
        return False
    words = list(unit.subject.subtree)
    between = unit.head.doc[unit.subject.i : unit.head.i]
    if any(t.text in ("!", "?", ".") for t in between) or words[-1].lower_ in ("'s", "s"):
        return True
    oneself = ("you", "yourself", "your") if unit.subject.tag_ == "VBG" else ("yourself",)
    if any(t.lower_ in oneself for t in words):
        return True  # "taking care of yourself helps": of oneself
    return any(
        t.pos_ == "INTJ"
        or t.lower_ == "gon"
        or among(t.lower_, "greeting")
        or called_out(t, people)
        for t in words
    )


def _behind(unit: Unit) -> bool:
    """Say whether the subject stands behind its verb."""
    subject = unit.subject
    turned = subject is not None and subject in unit.words and subject.i > unit.head.i
    return turned and subject is not None and subject.dep_ != "expl" and unit.head.lemma_ != "be"


def _along(unit: Unit) -> bool:
    """Say whether a bare participle only goes along with another clause."""
    helped = any(c.dep_ in ("aux", "auxpass") for c in unit.head.children)
    above = unit
    while above.link == "conj" and above.parent is not None and above.subject not in above.words:
        above = above.parent
    if unit.head.tag_ not in ("VBG", "VBN") or helped:
        return False
    loose = unit.link != "relcl" and above.link in (
        "advcl",
        "acl",
        "dep",
        "parataxis",
        "ccomp",
        "pcomp",
    )
    mixed = unit.link == "conj" and unit.head.head.tag_ not in ("VBG", "VBN")
    return loose or mixed


def _headless(unit: Unit) -> bool:
    """Say whether a participle taken for "I was ..." is the subject of a verb behind it."""
    if unit.subject is not None or unit.head.tag_ != "VBG":
        return False
    behind = [t for t in unit.sentence if t.i > unit.head.i and t.tag_ in FINITE]
    last = unit.sentence[-1]
    after = last.nbor().lower_ if last.i + 1 < len(last.doc) else ""
    helped = any(c.dep_ == "aux" for c in unit.head.children)
    dashed = last.idx > 0 and last.doc.text[last.idx - 1] == " "
    if not helped and dashed and after in ("that", "it", "this"):
        return True  # "Making videos - that's awesome!"
    return any(_bare(_verb(t)) for t in behind)


def _bare(verb: Token) -> bool:
    """Say whether a verb has no subject of its own: "hearing that makes me happy"."""
    subject = next((c for c in verb.children if c.dep_.startswith("nsubj")), None)
    marked = any(c.dep_ == "mark" for c in verb.children)
    return (
        subject is None
        or (verb.dep_ in ("ccomp", "conj") and subject.pos_ != "PRON" and not marked)
        or subject.lower_ == "that"
    )


def _verb(token: Token) -> Token:
    return token.head if token.dep_ in ("aux", "auxpass") else token


def _each_other(unit: Unit) -> bool:
    """Say whether several do something to each other: told of one, it is not true."""
    low = [t.lower_ for t in unit.head.subtree]
    several = any(a in ("each", "one") and b in ("other", "another") for a, b in pairwise(low))
    return several and (unit.subject is None or unit.subject.lower_ in FIRST)


def _what(unit: Unit) -> bool:
    """Say whether the clause is what is asked or pointed at: "what I like to hear"."""
    chain = (unit.head, *(c for c in unit.head.children if c.dep_ == "xcomp"))
    fronted = [c for v in chain for c in v.children if c.i < unit.head.i]
    return any(
        (c.tag_ in ("WP", "WP$") and c.lower_ != "who") or c.lower_ in ("how", "why")
        for c in fronted
    )


def _slurred(unit: Unit) -> bool:
    """Say whether the parser took "wanna" for a verb of its own, or meets "ain't"."""
    below = {c.lower_ for c in unit.head.children}
    return unit.head.lower_ in ("wanna", "gonna", "gotta", "ai") or "ai" in below


def _only(unit: Unit) -> bool:
    """Say whether "not just" denies nothing but that it is all."""
    below = [c for c in unit.head.children if c.dep_ == "neg"]
    return any(t.i + 1 < len(t.doc) and t.nbor().lower_ in ("just", "only") for t in below)


def _told_to(unit: Unit) -> bool:
    """Say whether the other one is told what will be, or bidden: "you'll do great"."""
    subject = unit.subject
    if subject is not None and subject.lower_ == "guys":
        return True
    you = subject is not None and subject.lower_ in ("you", "u")
    will = any(c.lower_ in ("will", "'ll", "wo") for c in unit.head.children)
    bidden = unit.head.tag_ == "VB" and unit.head.i == unit.sentence.start and not will
    return (you and will) or (bidden and unit.link == "advcl")


def _children(unit: Unit) -> bool:
    """Say whether "we" are several things at once: "when we were kids"."""
    who = unit.subject.lower_ if unit.subject is not None else ""
    several = any(c.dep_ == "attr" and c.tag_ == "NNS" for c in unit.head.children)
    return who in ("we", "you") and unit.head.lemma_ == "be" and several


def _mine(unit: Unit) -> bool:
    """Say whether the subject is something that "mine" stands for."""
    return unit.subject is not None and unit.subject.lower_ in (
        "mine",
        "ours",
        "yours",
        "hers",
        "theirs",
        "someone",
        "somebody",
        "anyone",
        "anybody",
        "anything",
        "something",
    )


TALKING = ("talk", "chat", "speak", "meet", "catch")


def _of_both(unit: Unit) -> bool:
    """Say whether a clause is about both speakers at once: told of one alone, it is not true."""
    low = [t.lower_ for t in unit.head.subtree]
    if any(a in ("we", "you") and b in ("can", "ca") for a, b in pairwise(low)):
        return unit.subject is None or unit.subject.lower_ not in ("i", "we")
    subject = unit.subject.lower_ if unit.subject is not None else ""
    if subject == "we" and (unit.head.lemma_ in TALKING or "both" in low):
        return True
    return "together" in low and ("us" in low or subject == "we")


def _anybody(unit: Unit) -> bool:
    """Say whether "we" or "you" means people at large: "we can all help", "you never know"."""
    if _of_both(unit):
        return True
    if unit.subject is None or unit.subject.lower_ not in ("we", "you", "u"):
        return False
    past = any(t.tag_ == "VBD" for t in (unit.head, *unit.head.children))
    if unit.subject.lower_ != "we" and unit.link in ("advcl", "relcl") and not past:
        return True
    helpers = {c.lower_ for c in unit.head.children if c.dep_ in ("aux", "advmod", "det")}
    able = helpers & {"can", "ca", "never", "always", "gotta"}
    several = helpers & {"all", "both"} or any(c.lower_ == "all" for c in unit.subject.children)
    close = [t for t in unit.words if t.i <= unit.head.i + 2]
    several = several or any(t.lower_ in ("all", "both") for t in close)
    return bool(able) or (bool(several) and not past)
