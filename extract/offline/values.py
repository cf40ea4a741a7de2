"""What a clause says of its subject: the words behind the verb, short, and one by one in a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tkg.extract.offline.arguments import members
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.naming import phrase_words
from tkg.extract.offline.units import SUBJECT, Unit

if TYPE_CHECKING:
    from spacy.tokens import Token

CLAUSES = ("relcl", "ccomp", "pcomp")
"""Clauses that may end in a preposition: "the band I told you about"."""
SHORT = 14
"""Words of a value that is kept as it is."""
LONG = 18
"""Words that no value exceeds."""
LOOSE = (
    "aux",
    "auxpass",
    "neg",
    "mark",
    "intj",
    "expl",
    "preconj",
    "discourse",
    "prt",
)
ADDED = ("advcl", "relcl", "acl", "ccomp", "conj", "appos", "prep", "parataxis")
"""What may be left out at the end of a long value, by its dependency."""
EMPTY = (
    "just", "also", "really", "so", "actually", "even", "still", "definitely", "totally", "too",
    "already", "finally", "truly", "always", "then", "now", "honestly", "probably", "anyway",
    "btw", "literally", "basically", "currently", "recently", "ever", "maybe", "well", "though",
    "again",
)  # fmt: skip


def complement(
    unit: Unit, main: Token, chain: Iterable[Token], times: frozenset[int]
) -> list[Token]:
    """Return the words behind a verb that say what, not when.

    Args:
        unit: The clause.
        main: The verb that says what is done.
        chain: The verbs before it.
        times: Indexes of the words that say when.
    """
    verbs = {main.i, *(v.i for v in chain)}
    cut = {t.i for v in (main, *chain) for c in v.children if _apart(c, main) for t in c.subtree}
    cut |= {t.i for c in main.subtree if _last_talk(c) for t in c.subtree}
    words = [
        t
        for t in main.subtree
        if t.i > main.i and t.i not in times | cut and t.i not in verbs and not t.is_space
    ]
    words = [t for t in words if not (t.head.i in verbs and _empty(t)) and not _no_more(t)]
    return trimmed(to_aside(_bound(words), main), times)


ASIDE = ("-", "\u2013", "\u2014", ";")


def to_aside(words: list[Token], main: Token) -> list[Token]:
    """Return words up to an aside: a remark behind a dash, a sentence run on behind a comma."""
    for place, token in enumerate(words):
        dash = token.text in ASIDE and token.i and token.nbor(-1).whitespace_
        if place > 1 and _glued(token):
            return words[:place]
        if place and ((dash and _remark(words[place + 1 :])) or _runs_on(token, main)):
            return words[:place]
    return words


def _glued(token: Token) -> bool:
    """Say whether "and" opens another sentence: "patience is key and owning up is good"."""
    after = token.nbor() if token.dep_ == "cc" and token.i + 1 < len(token.doc) else None
    if after is None or after.tag_ != "VBG" or after.head.dep_ not in ("acomp", "attr"):
        return False
    return any(t.tag_ == "VBZ" for t in after.doc[after.i : after.i + 7])


def _remark(words: list[Token]) -> bool:
    """Say whether an aside only comments: "so exciting", "hope you are too"."""
    things = [t for t in words if t.pos_ in ("NOUN", "PROPN", "NUM")]
    things = [t for t in things if not among(t.lower_, "praise", "empty_nouns")]
    speaks = any(
        t.dep_ in SUBJECT and t.tag_ == "PRP" and t.head.tag_ in ("VBZ", "VBP", "VBD")
        for t in words
        if t.head.dep_ != "relcl"
    )
    return speaks or len(words) < 2 or not things


def _runs_on(token: Token, main: Token) -> bool:
    """Say whether a comma opens a new sentence: ", it was great", ", so no ice cream for me"."""
    after = token.nbor() if token.text == "," and token.i + 1 < len(token.doc) else None
    if after is None:
        return False
    if after.lower_ in ("so", "but", "right", "huh", "though", "thanks"):
        return True
    if after.tag_ == "VB" and after.dep_ in ("dep", "conj", "ccomp", "parataxis"):
        return not any(c.i < after.i for c in after.children)
    starts = after.tag_ == "PRP" and after.dep_ in ("nsubj", "nsubjpass")
    return (
        starts
        and after.head != main
        and not any(c.tag_ in ("WDT", "WP", "IN") for c in after.head.children if c.i < after.i)
    )


def _last_talk(verb: Token) -> bool:
    """Say whether a clause only recalls when the speakers last talked: "since we talked"."""
    talked = verb.dep_ in ("advcl", "relcl", "pcomp") and verb.lemma_ in ("talk", "chat", "speak")
    return talked and any(c.lower_ == "we" for c in verb.children)


def _no_more(token: Token) -> bool:
    """Say whether a word only says that something ended: "any more"."""
    if token.lower_ in ("anymore", "longer"):
        return token.lower_ == "anymore" or token.nbor(-1).lower_ in ("any", "no")
    after = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
    if token.lower_ == "no" and after == "longer":
        return True
    before = token.nbor(-1).lower_ if token.i else ""
    ends = {"more", "longer"}
    closing = (
        token.i + 2 >= len(token.doc) or token.nbor(2 if token.lower_ == "any" else 1).is_punct
    )
    return closing and (
        (token.lower_ == "any" and after in ends) or (token.lower_ in ends and before == "any")
    )


def _bound(words: list[Token]) -> list[Token]:
    """Return words without "and" or a comma that has lost what it joined."""
    kept: list[Token] = []
    for token, after in zip(words, (*words[1:], None), strict=False):
        lost = after is None or after.i > token.i + 2
        if not (lost and (token.dep_ == "cc" or token.text in (",", "-", ";"))):
            kept.append(token)
    return kept


def _apart(child: Token, main: Token) -> bool:
    """Say whether what hangs on a verb is another statement, or no statement at all."""
    if child.dep_ in SUBJECT or child.dep_ in ("intj", "parataxis", "prt", "vocative"):
        return True
    if child.dep_ == "conj":
        return child.pos_ in ("VERB", "AUX", "ADJ") or child.i < main.i
    if child.dep_ in ("ccomp", "dep"):
        before = child.doc[child.left_edge.i - 1] if child.left_edge.i else None
        return child.i < main.i or (before is not None and before.is_punct and not before.is_quote)
    return False


def agrees(token: Token) -> bool:
    """Say whether a word is the "yes" or "no" that somebody is told to have said."""
    return token.lower_ in ("yes", "no") and token.head.lemma_ in ("say", "answer", "reply")


def _empty(token: Token) -> bool:
    if agrees(token):
        return False
    return token.dep_ in LOOSE or (token.dep_ == "advmod" and token.lower_ in EMPTY)


def trimmed(words: list[Token], times: frozenset[int]) -> list[Token]:
    """Return words without prepositions whose time was taken away, and without loose ends."""
    kept = [t for t in words if not _bereft(t, times)]
    while kept and _edge(kept[-1]):
        kept = kept[:-1]
    while kept and (kept[0].is_punct or kept[0].dep_ in ("cc", "intj")) and not kept[0].is_quote:
        kept = kept[1:]
    return kept


BARE = ("the", "a", "an", "to", "too", "as", "especially", "particularly", "both", "plus")
"""Words that end no value."""


def _edge(token: Token) -> bool:
    if token.is_quote or token.text == ")" or agrees(token):
        return False
    stranded = not list(token.children) and any(a.dep_ in CLAUSES for a in token.ancestors)
    joint = token.dep_ in ("cc", "intj", "mark", "preconj") or (
        token.dep_ == "prep" and not token.text[0].isupper() and not stranded
    )
    return token.is_punct or joint or token.lower_ in BARE


def _bereft(token: Token, times: frozenset[int]) -> bool:
    """Say whether a preposition or article stood before a time that was taken away."""
    if token.dep_ in ("prep", "mark") and any(
        c.dep_ == "pobj" and c.i in times for c in token.children
    ):
        return not any(c.dep_ == "pobj" and c.i not in times for c in token.children)
    return (
        token.dep_ in ("det", "amod", "advmod") and token.head.i in times and token.i not in times
    )


def shortened(words: list[Token]) -> list[Token]:
    """Return words without what is added at the end, until they are short enough."""
    while len(_real(words)) > SHORT:
        inside = {t.i for t in words}
        added = [t for t in words[3:] if t.dep_ in ADDED and t.head.i in inside]
        added = [t for t in added if _reaches_end(t, words)]
        if len(_real(words)) <= LONG or not added:
            break
        cut = {t.i for t in added[0].subtree} if added[0].i >= words[2].i else set()
        left = [t for t in words if t.i not in cut]
        if len(left) < 3:
            break
        words = trimmed(left, frozenset())
    return words if len(_real(words)) <= LONG else trimmed(_first(words), frozenset())


def _reaches_end(token: Token, words: list[Token]) -> bool:
    return max(t.i for t in token.subtree) >= words[-1].i


def _first(words: list[Token]) -> list[Token]:
    """Return as many words as fit, up to a joint between phrases."""
    fitting = words
    while len(_real(fitting)) > LONG - 2:
        fitting = fitting[:-1]
    for back in range(len(fitting) - 1, 5, -1):
        if fitting[back].dep_ in ("cc", "prep", "mark", "punct") or fitting[back].tag_ in (
            "WDT",
            "WRB",
            "TO",
        ):
            return fitting[:back]
    return fitting


def _real(words: Iterable[Token]) -> list[Token]:
    """Return the tokens that count as words: "don't" and "Kate's" are one each."""
    return [t for t in words if not t.is_punct and not t.text.startswith(("'", "n'", "\u2019"))]


def listed(words: list[Token], main: Token) -> list[Token]:
    """Return the heads of the list that a verb or its preposition takes, or nothing."""
    for token in words:
        direct = token.dep_ in ("dobj", "attr", "oprd") and token.head == main
        behind = token.dep_ == "pobj" and token.head.head == main and token.head.i <= main.i + 2
        if direct or behind:
            inside = {t.i for t in words}
            found = [m for m in members(token) if m.i in inside]
            things = all(m.pos_ in ("NOUN", "PROPN", "NUM") or m.tag_ == "VBG" for m in found)
            return found if len(found) > 1 and things else []
    return []


def lowered(value: str, words: list[Token]) -> str:
    """Return a value without the capital letter of a sentence's first word."""
    first = words[0] if words else None
    opens = (
        first is not None and first.is_sent_start and first.pos_ in ("ADJ", "VERB", "ADV", "DET")
    )
    return value[:1].lower() + value[1:] if opens else value


POINTING = (
    "that",
    "this",
    "which",
    "what",
    "who",
    "whom",
    "how",
    "where",
    "why",
    "so",
    "it",
    "them",
)


def pointing(value: str, dated: bool) -> bool:
    """Say whether a value is a bare pronoun, which tells nothing but when."""
    return value.lower() in POINTING and (not dated or value.lower() not in ("it", "them", "that"))


def alone(head: Token, words: list[Token]) -> list[Token]:
    """Return the words of one member of a list."""
    inside = {t.i for t in words}
    return [t for t in phrase_words(head) if t.i in inside]
