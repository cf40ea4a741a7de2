"""From a clause to facts: who, what relation, what value, and of what kind.

A predicate is written by one convention (`verbs.predicate`): what happened stands in the past
tense as it was said ("moved to"), all else in the third person of the present ("lives in", "has",
"is allergic to"), with its particle, and with its preposition where that comes first. A plan keeps
the verb that is planned. A value is the rest of the clause without the words that say when; a
length or a rhythm of time ("for four years", "every week") is no date and stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tkg.extract.offline import courtesy
from tkg.extract.offline.arguments import verbs
from tkg.extract.offline.doubt import doubtful
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.mood import change, polarity, used_to
from tkg.extract.offline.naming import phrase, phrase_words, tidy, written
from tkg.extract.offline.people import People
from tkg.extract.offline.statements import called_out, statement
from tkg.extract.offline.subjects import dropped, expletive, subject_of, vague
from tkg.extract.offline.subordinate import subordinate
from tkg.extract.offline.units import Unit, own_subject
from tkg.extract.offline.values import agrees, complement, listed, shortened, to_aside, trimmed
from tkg.extract.offline.verbs import in_past, predicate
from tkg.kg.model import Change, FactKind, Mood, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

NOBODY = ("it", "something", "anything", "everything", "nothing", "someone", "one", "what", "stuff")
"""What a relative clause tells nothing of."""
LONGEST_GAP = 8
"""Words of a noun phrase whose relative clause is told by itself."""
SEQUENCE = 18
"""Words of a fact that tells several deeds."""
TOLD = (Mood.REAL, Mood.HABIT, Mood.PLANNED)
CONSTANT = ("bear", "name", "call")
CARRIED = (
    "have",
    "need",
    "get",
    "try",
    "manage",
    "use",
    "go",
    "start",
    "begin",
    "continue",
    "help",
)
"""Verbs whose infinitive is the deed: "had to take"."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one clause says, before it is tied to its turn and time.

    Attributes:
        dated: Whether the time of its clause is its own.
        instead_of: The value that it corrects, where that is named.
    """

    subject: str
    predicate: str
    value: str
    statement: str
    kind: FactKind
    change: Change = Change.NEW
    polarity: Polarity = Polarity.YES
    dated: bool = True
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """The words of a turn that say when.

    Attributes:
        dates: Indexes of the words that place something in time; no part of a value.
        own: Indexes of the words that date the clause in hand.
    """

    dates: frozenset[int]
    own: frozenset[int]


def said(unit: Unit, mood: Mood, people: People, times: Times) -> Iterator[Said]:
    """Give the facts of a clause, one for each member of a list that it holds."""
    if mood not in TOLD or _believed(unit) or _announces(unit) or subordinate(unit):
        return
    if not courtesy.says_something(unit, people, times.dates) or doubtful(unit, people):
        return
    main, chain = deed(unit, mood)
    rest = _rest(unit, main, chain, people, times.dates)
    subject = subject_of(unit, people)
    if not subject or subject.lower() in ("who", "which", "that"):
        yield from _quoted(unit, main, rest, people, times)
        return
    base = _base(unit, mood, subject, main)
    yield from sequence(base, unit, people, times.dates)
    if unit.link == "relcl" and unit.subject != unit.head.head:
        yield from _relative(base, unit, main, chain, rest, people, times)
        return
    for name, words, whole in _relations(main, chain, rest, base.kind is FactKind.EVENT):
        text = statement(unit, main, whole, subject, people, times.own)
        yield from _told(
            replace(base, predicate=name, statement=text),
            unit,
            main,
            words,
            people,
            bool(times.own),
            [t for t in whole if t not in words],
        )


def _relative(
    base: Said,
    unit: Unit,
    main: Token,
    chain: list[Token],
    rest: list[Token],
    people: People,
    times: Times,
) -> Iterator[Said]:
    """Give what a relative clause tells of its noun, as its object: "the van that I sold"."""
    gap = _gap(unit, people) or "it"
    if gap.split()[0].lower() in NOBODY:
        return
    object_too = any(t.dep_ in ("dobj", "ccomp", "attr") and t.head == main for t in rest)
    adverbial = any(t.tag_ == "WRB" for t in unit.words) or "all" in gap.lower().split()
    adverbial = adverbial or unit.head.head.lemma_.lower() in (
        "way",
        "time",
        "day",
        "reason",
        "moment",
        "place",
    )
    if (
        any(c.dep_ == "xcomp" for c in main.children)
        or object_too
        or adverbial
        or main.lemma_ == "be"
        or len(gap.split()) > LONGEST_GAP
    ):
        return
    name = predicate(main, chain, base.kind is FactKind.EVENT) + _stranded(main)
    value = tidy(f"{gap} {written(rest, people)}")
    when = written((t for t in unit.words if t.i in times.own and t.i > main.i), people)
    text = f"{base.subject} {'never ' if base.polarity is Polarity.NO else ''}{name} {value}"
    yield replace(
        base, predicate=name, value=value, statement=" ".join(f"{text} {when}".split()) + "."
    )


def _believed(unit: Unit) -> bool:
    """Say whether the clause above tells it as an opinion: "I think that ..."."""
    above = unit.parent
    if above is None or unit.link != "ccomp" or unit.head.i < above.head.i:
        return False
    return among(above.head.lemma_.lower(), "opinion", "unreal")


def _announces(unit: Unit) -> bool:
    """Say whether a clause only says that something will be said: "wanted to let you know"."""
    chain = {t.lemma_.lower() for t in verbs(unit)}
    told = any(c.dep_ == "ccomp" for v in verbs(unit) for c in v.children)
    return told and bool(chain & {"let", "tell", "say", "mention", "mean", "guess"})


def deed(unit: Unit, mood: Mood) -> tuple[Token, list[Token]]:
    """Return the verb that says what is done, and the verbs before it that stay with it."""
    line = [v for v in verbs(unit) if v.i >= unit.head.i]
    if mood is Mood.PLANNED or used_to(unit):
        return _planned(line)
    if (
        len(line) > 1
        and line[1].tag_ == "VB"
        and among_carried(line[0])
        and line[1].head == line[0]
    ):
        return line[1], [line[0]]
    return unit.head, []


def _planned(line: list[Token]) -> tuple[Token, list[Token]]:
    direct = [line[0]]
    for verb in line[1:]:
        takes = any(c.dep_ in ("dobj", "attr", "acomp") for c in direct[-1].children)
        if takes or not (verb.head == direct[-1] or verb.head.head == direct[-1]):
            break
        direct.append(verb)
    return direct[-1], []


def among_carried(verb: Token) -> bool:
    """Say whether a verb hands its sense on to the infinitive behind it."""
    return verb.lemma_.lower() in CARRIED and not any(c.dep_ == "dobj" for c in verb.children)


def _rest(
    unit: Unit, main: Token, chain: Sequence[Token], people: People, dates: frozenset[int]
) -> list[Token]:
    words = complement(unit, main, chain, dates)
    words = trimmed([t for t in words if not called_out(t, people)], dates)
    if unit.head.pos_ == "ADJ" and unit.link == "ROOT":
        words = [unit.head, *words]
    return shortened(words)


def _base(unit: Unit, mood: Mood, subject: str, main: Token) -> Said:
    return Said(subject, "", "", "", _kind(unit, mood), change(unit), polarity(unit))


def _told(
    base: Said,
    unit: Unit,
    main: Token,
    words: list[Token],
    people: People,
    dated: bool,
    before: list[Token],
) -> Iterator[Said]:
    """Give the fact of one relation, and of each member where its value is a list."""
    value = written(words, people)
    if words[:1] == [main] and not dated and unit.link != "ROOT":
        return  # "... and replied": a bare deed in passing
    if not value or value.lower() == base.subject.lower() or _pointing(value, dated):
        return
    yield replace(base, value=lowered(value, words))
    for head in listed(words, main):
        alone = written(_alone(head, words), people)
        if alone and alone != value:
            part = [*before, *_alone(head, words)]
            text = statement(unit, main, part, base.subject, people, ())
            denied = base.polarity is Polarity.NO or base.kind is FactKind.PLAN
            yield replace(base, value=alone, statement=base.statement if denied else text)


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


def _pointing(value: str, dated: bool) -> bool:
    """Say whether a value is a bare pronoun, which tells nothing but when."""
    return value.lower() in POINTING and (not dated or value.lower() not in ("it", "them", "that"))


def _alone(head: Token, words: list[Token]) -> list[Token]:
    inside = {t.i for t in words}
    return [t for t in phrase_words(head) if t.i in inside]


def _gap(unit: Unit, people: People) -> str:
    """Return what a relative clause says something of, where that is not its subject."""
    return phrase(unit.head.head, people)


def _relations(
    main: Token, chain: list[Token], rest: list[Token], past: bool
) -> Iterator[tuple[str, list[Token], list[Token]]]:
    """Give predicate, value and value with its preposition; "works at X as Y" gives two."""
    name = "is" if main.pos_ == "ADJ" else predicate(main, chain, past)
    if not rest:
        if main.pos_ == "VERB" and (main.tag_ in ("VBD", "VBN") or in_past(main)):
            particles = [c for c in main.children if c.dep_ == "prt" and c.i > main.i]
            yield name + _stranded(main), [main, *particles], []
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


def _stranded(main: Token) -> str:
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


def _kind(unit: Unit, mood: Mood) -> FactKind:
    head, lemma = unit.head, unit.head.lemma_.lower()
    if mood is Mood.PLANNED:
        return FactKind.PLAN
    if lemma in CONSTANT and any(c.dep_ == "auxpass" for c in head.children):
        return FactKind.CONSTANT
    if among(lemma, "opinion") and not any(c.dep_ == "dobj" for c in head.children):
        return FactKind.OPINION
    if used_to(unit) or not _past(head):
        return FactKind.STATE
    return FactKind.EVENT


def _past(head: Token) -> bool:
    helpers = [c for c in head.children if c.dep_ in ("aux", "auxpass")]
    if head.tag_ == "VBN" and not any(c.dep_ == "auxpass" for c in helpers):
        state = among(head.lemma_.lower(), "state") and head.lemma_ not in (
            "be",
            "have",
            "play",
            "run",
        )
        return not state
    if in_past(head):
        return not any(c.lower_ in ("'s", "is", "are", "'re", "'m") for c in helpers)
    return any(c.tag_ == "VBD" and c.lower_ not in ("'d", "would", "could") for c in helpers)


def sequence(base: Said, unit: Unit, people: People, dates: frozenset[int]) -> Iterator[Said]:
    """Give several deeds told in one breath as one fact beside their own: they belong together."""
    deeds = _deeds(unit)
    if (
        len(deeds) < 2
        or unit.head.pos_ != "VERB"
        or unit.link == "conj"
        or base.kind is FactKind.CONSTANT
        or any(c.dep_ == "auxpass" and c.lower_ != "got" for c in unit.head.children)
    ):
        return
    own = {t.i for t in unit.subject.subtree} if unit.subject is not None else set()
    start = min(t.i for t in unit.words if t.i not in own and not t.is_punct and t.dep_ != "cc")
    start = max(start, unit.head.i)
    words = [t for t in unit.head.subtree if t.i >= start and t.i not in own | dates]
    words = trimmed([t for t in words if not called_out(t, people) and t.dep_ != "intj"], dates)
    words = trimmed(to_aside(words, unit.head), dates)
    value = written(words, people)
    told = unit.head.tag_ in ("VBD", "VBP", "VBZ", "VBG", "VBN")
    if told and len(value.split()) <= SEQUENCE:
        text = f"{base.subject} {_helped(unit, people)}{value}."
        yield replace(
            base,
            predicate="did" if base.kind is FactKind.EVENT else "does",
            value=value,
            statement=text,
        )


def _helped(unit: Unit, people: People) -> str:
    """Return the helping words before a verb, with a space behind them."""
    helpers = [c for c in unit.head.children if c.dep_ in ("aux", "auxpass") and c.i < unit.head.i]
    if helpers and helpers[0].lower_ == "been":
        return "has been "
    if not helpers and unit.head.tag_ == "VBG":
        return "is "
    return f"{written(helpers, people)} ".lstrip()


def _deeds(unit: Unit) -> list[Token]:
    """Return the verbs that share a subject: "hiked, swam and slept"."""
    found = [unit.head]
    for verb in found:
        found += [
            c
            for c in verb.children
            if c.dep_ == "conj"
            and c.pos_ == "VERB"
            and (c.tag_ == "VB") == (unit.head.tag_ == "VB")
            and own_subject(c) is None
            and polarity_free(c)
        ]
    return found


def polarity_free(verb: Token) -> bool:
    """Say whether a verb is neither denied nor helped: its sense is that of the first."""
    return not any(c.dep_ in ("neg", "aux", "auxpass") for c in verb.children)


def _least(unit: Unit, rest: list[Token]) -> int:
    """Return how many words of weight the saying of something unnamed must hold."""
    return 2 if unit.head.lemma_ == "be" and not any(t.pos_ == "PROPN" for t in rest) else 1


def _judges(unit: Unit, rest: list[Token]) -> bool:
    """Say whether something unnamed is only judged: "it's great to hear", "that sounds fun"."""
    if among(unit.head.lemma_.lower(), "seeming"):
        return True
    things = [t for t in rest if t.pos_ in ("NOUN", "PROPN", "NUM")]
    things = [t for t in things if not among(t.lemma_.lower(), "empty_nouns", "light_nouns")]
    judged = next((t for t in rest if t.pos_ not in ("ADV", "DET", "PUNCT")), None)
    praise = judged is not None and judged.pos_ == "ADJ" and expletive(unit)
    agreed = any(agrees(t) for t in rest)
    return (not things and not agreed) or praise


def _quoted(
    unit: Unit, main: Token, rest: list[Token], people: People, times: Times
) -> Iterator[Said]:
    """Give what was said of something that no name is certain for, as the speaker's words."""
    if len(_deeds(unit)) > 1 and unit.head.tag_ != "VB":
        rest = _all_deeds(unit, main, times.dates)
    if (
        not vague(unit)
        or not courtesy.weighty(rest, _least(unit, rest))
        or _judges(unit, rest)
        or any(t.lower_ in ("you", "your", "yourself") for t in rest)
        or unit.link == "relcl"
        or dropped(unit)
        or unit.subject not in unit.words
        or (unit.subject.lower_ == "there" and unit.subject.dep_ != "expl")
        or (unit.subject is not None and unit.subject.tag_ in ("WDT", "WP"))
    ):
        return
    subject = unit.subject
    named = phrase_words(subject) if subject is not None else []
    text = written([*named, *_verbal(unit, main), *rest], people)
    text = text if subject is not None and subject.pos_ == "PROPN" else text[:1].lower() + text[1:]
    short = " ".join(text.split()[:16])
    full = f"{people.speaker} says that {text}."
    yield Said(people.speaker, "says", short, full, FactKind.OPINION)


def _all_deeds(unit: Unit, main: Token, dates: frozenset[int]) -> list[Token]:
    """Return what stands behind the first of several deeds, the others included."""
    behind = [t for t in unit.head.subtree if t.i > main.i and t.i not in dates and not t.is_space]
    joint = behind[:1] if behind and behind[0].dep_ == "cc" else []
    return [*joint, *shortened(trimmed(to_aside(behind, main), dates))]


def _verbal(unit: Unit, main: Token) -> list[Token]:
    own = {t.i for t in unit.subject.subtree} if unit.subject is not None else set()
    helping = ("aux", "auxpass", "neg", "prt")
    return [
        t
        for t in unit.words
        if t.i not in own and (t == main or t == unit.head or (t.dep_ in helping and t.i < main.i))
    ]
