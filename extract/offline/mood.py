"""How a clause is meant: said to be so, planned, asked, imagined, ordered, or quoted; yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.units import Unit
from tkg.kg.model import Change, Mood, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

NEGATIONS = ("not", "n't", "never", "no", "neither", "nor", "hardly", "none", "nobody", "nothing")
WH = ("WDT", "WP", "WP$", "WRB")


def mood(unit: Unit) -> Mood:
    """Say how a clause is meant; a clause inside another is at most as real as that one."""
    own = _own_mood(unit)
    if unit.parent is None or own is not Mood.REAL:
        return own
    above = mood(unit.parent)
    if above is Mood.ASKED and unit.link == "ccomp" and _nodded(unit):
        return own
    if above in (Mood.ASKED, Mood.HYPOTHETICAL, Mood.QUOTED):
        return Mood.REAL if unit.link == "relcl" and above is not Mood.QUOTED else above
    ordered = above is Mood.COMMAND and unit.parent.head.lemma_ in ("let", "make", "ensure")
    if ordered and unit.link in ("ccomp", "xcomp") and unit.parent.head.i < unit.head.i:
        return Mood.COMMAND
    if unit.link in ("ccomp", "advcl") and _doubted(unit.parent):
        return Mood.HYPOTHETICAL
    if unit.link == "ccomp" and among(unit.parent.head.lemma_.lower(), "unreal"):
        return Mood.HYPOTHETICAL
    return Mood.PLANNED if above is Mood.PLANNED and unit.link == "conj" else Mood.REAL


def _doubted(above: Unit) -> bool:
    """Say whether a clause says that something does not seem so: "I don't feel like ..."."""
    thought = among(above.head.lemma_.lower(), "opinion", "seeming") or above.head.lemma_ == "mean"
    return thought and polarity(above) is Polarity.NO


def _own_mood(unit: Unit) -> Mood:
    if _quoted(unit):
        return Mood.QUOTED
    if _asked(unit):
        return Mood.ASKED
    lemmas = {t.lemma_.lower() for t in unit.words if t.dep_ == "aux" and t.head == unit.head}
    if conditional(unit.head):
        return Mood.HYPOTHETICAL
    if _perhaps(unit):
        return Mood.HYPOTHETICAL
    if _planned(unit, lemmas):
        return Mood.PLANNED
    if _conditioned(unit):
        return Mood.HYPOTHETICAL
    if unit.head.lemma_.lower() == "wish" or lemmas & UNREAL or _d_would(unit):
        return Mood.HYPOTHETICAL
    if _ordered(unit):
        return Mood.COMMAND
    if unit.head.tag_ in ("VBP", "VBZ") and any(among(t.lower_, "frequency") for t in unit.words):
        return Mood.HABIT
    return Mood.REAL


UNREAL = {"would", "could", "might", "should", "may", "must", "shall"}


def _perhaps(unit: Unit) -> bool:
    """Say whether a clause is no more than a guess or a hope: "maybe", "hopefully"."""
    return any(
        c.dep_ == "advmod" and c.lower_ in ("maybe", "perhaps", "hopefully", "possibly")
        for c in unit.head.children
    )


def conditional(head: Token) -> bool:
    """Say whether a clause opens with "if" or the like."""
    return any(
        t.dep_ in ("mark", "prep") and (among(t.lower_, "if_words") or _as_if(t))
        for t in head.children
        if t.i < head.i
    )


def _as_if(token: Token) -> bool:
    """Say whether a word opens a fancy: "feels like I'm in the book", "as though we knew"."""
    if token.lower_ == "like":
        return True
    return token.lower_ == "though" and token.i > 0 and token.nbor(-1).lower_ == "as"


def _conditioned(unit: Unit) -> bool:
    """Say whether a clause holds only if another does."""
    return any(c.dep_ == "advcl" and conditional(c) for c in unit.head.children)


def _d_would(unit: Unit) -> bool:
    return (
        any(
            t.lower_ in ("'d", "\u2019d") and t.head == unit.head and t.dep_ == "aux"
            for t in unit.words
        )
        and unit.head.tag_ == "VB"
    )


def _quoted(unit: Unit) -> bool:
    """Say whether the clause stands between quotation marks that open before its first word."""
    first = unit.words[0]
    before = first.doc[unit.sentence.start : max(first.i, unit.head.i) + 1].text
    opened = before.count('"') % 2 == 1 or before.count("\u201c") > before.count("\u201d")
    return opened and len(unit.words) > 3


def _asked(unit: Unit) -> bool:
    last = next((t for t in reversed(unit.sentence) if not t.is_space), None)
    if last is None or "?" not in last.text or unit.link == "relcl":
        return False
    return not _tagged(unit, last)


def _nodded(unit: Unit) -> bool:
    last = next((t for t in reversed(unit.sentence) if not t.is_space), None)
    return last is not None and _tagged(unit, last)


def _tagged(unit: Unit, last: Token) -> bool:
    """Say whether a sentence tells, and only asks for a nod: "..., right?"."""
    if last.i - unit.sentence.start < 4 or unit.subject is None:
        return False
    nod = last.doc[last.i - 1]
    about_other = any(t.lower_ in ("you", "your") for t in unit.sentence)
    comma = last.doc[last.i - 2].text == ","
    return comma and nod.lower_ in ("right", "huh") and not about_other


def _planned(unit: Unit, auxiliaries: set[str]) -> bool:
    head = unit.head
    if auxiliaries & {"will", "shall"} or any(t.lower_ in ("'ll", "gon") for t in unit.words):
        return True
    below = [t for t in head.children if t.dep_ in ("xcomp", "prep", "ccomp")]
    if head.lemma_ == "go" and head.tag_ == "VBG" and any(_infinitive(t) for t in below):
        return True
    if head.lemma_ in ("like", "love") and (auxiliaries & {"would", "'d"} or _d_would(unit)):
        return any(_infinitive(t) for t in below)
    if head.lemma_ == "look" and any(t.lower_ == "forward" for t in head.children):
        return True
    if impatient(unit):
        return any(_infinitive(t) for t in below)
    if auxiliaries & UNREAL:
        return False
    intends = among(head.lemma_, "intend") and head.lemma_ not in ("go", "look", "need")
    return intends and any(_infinitive(t) or (t.dep_ == "prep" and _gerund(t)) for t in below)


def impatient(unit: Unit) -> bool:
    """Say whether somebody "can't wait": that denies nothing."""
    return unit.head.lemma_ == "wait" and any(t.dep_ == "neg" for t in unit.head.children)


def _infinitive(token: Token) -> bool:
    return token.dep_ == "xcomp" and token.tag_ == "VB"


def _gerund(token: Token) -> bool:
    return token.lower_ in ("on", "of", "about") and any(c.tag_ == "VBG" for c in token.children)


def _ordered(unit: Unit) -> bool:
    if unit.subject is not None or unit.link not in ("ROOT", "conj"):
        return False
    if unit.link == "conj" and unit.parent is not None and unit.parent.subject is not None:
        return False
    bare = unit.head.tag_ in ("VB", "VBP") and not among(unit.head.lemma_.lower(), "dropped")
    bare = bare and not among(unit.head.lower_, "past")
    return bare and not any(t.dep_ == "aux" and t.lower_ != "do" for t in unit.head.children)


def polarity(unit: Unit) -> Polarity:
    """Say whether a clause denies."""
    if impatient(unit):
        return Polarity.YES
    denied = any(
        t.dep_ == "neg" or (t.lower_ in NEGATIONS and t.dep_ in ("neg", "det", "advmod", "preconj"))
        for t in unit.words
        if _denies(t, unit)
    )
    return Polarity.NO if denied else Polarity.YES


def _denies(token: Token, unit: Unit) -> bool:
    """Say whether a word of denial bears on the clause: "not only" and "no wonder" do not."""
    after = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
    if after in ("only", "just", "matter", "doubt", "wonder"):
        return False
    if token.i > unit.head.i and token.nbor(-1).lower_ == "so":
        return False  # "..., so no nuts for me" draws a conclusion, without a verb of its own
    chain = {unit.head, *(c for c in unit.head.children if c.dep_ in ("xcomp", "acomp", "attr"))}
    objects = token.head.dep_ in ("dobj", "attr", "nsubj") and token.head.head in chain
    return token.head == unit.head or (token.dep_ == "neg" and token.head in chain) or objects


def used_to(unit: Unit) -> bool:
    """Say whether a clause tells of what is no more: "used to live"."""
    below = (c for c in unit.head.children if c.dep_ == "xcomp")
    return unit.head.lower_ == "used" and any(_infinitive(c) for c in below)


def change(unit: Unit) -> Change:
    """Say whether a clause ends something, or corrects what was said before."""
    text = " ".join(t.lower_ for t in unit.words)
    denied = polarity(unit) is Polarity.NO
    if denied and ("any more" in text or "anymore" in text or "any longer" in text):
        return Change.END
    if "no longer" in text or used_to(unit) or _ends(unit):
        return Change.END
    if any(cue in _heard(unit) for cue in CORRECTIONS):
        return Change.CORRECTION
    return Change.NEW


def _heard(unit: Unit) -> str:
    """Return the sentence of a clause and the one before it: a correction may take two."""
    start = unit.sentence.start
    before = unit.head.doc[start - 1].sent.start if start else start
    return str(unit.head.doc[before : unit.sentence.end].text).lower()


CORRECTIONS = (
    "i was wrong",
    "i meant",
    "i misspoke",
    "correction:",
    "sorry, it was",
    "sorry, it's",
    "that was wrong",
    "i mistyped",
    "let me correct",
)


def _ends(unit: Unit) -> bool:
    head = unit.head
    if head.tag_ not in ("VBD", "VBN") or mood(unit) is not Mood.REAL:
        return False
    particle = next((t.lower_ for t in head.children if t.dep_ == "prt"), "")
    if among(f"{head.lemma_} {particle}".strip(), "end_phrases"):
        return True
    has_object = any(t.dep_ in ("dobj", "xcomp") for t in head.children)
    return has_object and among(head.lemma_, "end")
