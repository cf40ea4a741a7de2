"""What a memory holds: sessions of turns, and the facts that were read from them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from tkg.temporal.span import Grain, Span


class Role(StrEnum):
    """Which side of a conversation speaks."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class FactKind(StrEnum):
    """What sort of thing a fact says; it decides how validity is derived."""

    STATE = "state"
    EVENT = "event"
    CONSTANT = "constant"
    PLAN = "plan"
    OPINION = "opinion"


class Change(StrEnum):
    """How a fact stands to what was told before."""

    NEW = "new"
    UPDATE = "update"
    CORRECTION = "correction"
    NEVER = "never"
    END = "end"


class Polarity(StrEnum):
    """Whether a fact affirms or denies."""

    YES = "yes"
    NO = "no"


class Mood(StrEnum):
    """How a clause is meant: only REAL, PLANNED and HABIT clauses become facts."""

    REAL = "real"
    PLANNED = "planned"
    HABIT = "habit"
    ASKED = "asked"
    HYPOTHETICAL = "hypothetical"
    COMMAND = "command"
    QUOTED = "quoted"


class Status(StrEnum):
    """Where a fact stands at the moment it is asked about."""

    CURRENT = "current"
    ENDED = "ended"
    HAPPENED = "happened"
    PLANNED = "planned"
    LAPSED = "lapsed"
    CANCELLED = "cancelled"
    RETRACTED = "retracted"
    CONTESTED = "contested"
    UNDATED = "undated"


class Basis(StrEnum):
    """Whether the start of a validity was said, or the value was only seen to hold then."""

    STATED = "stated"
    SEEN = "seen"


def digest(*parts: object) -> str:
    """Return 16 hex digits that depend on every part and on their order.

    >>> digest("a", "bc") == digest("ab", "c")
    False
    """
    text = "\x1f".join(["\x00" if part is None else str(part) for part in parts])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance, kept word for word.

    Attributes:
        key: Hash of its session's key and its index; unique in any store.
        id: The source's own id ("D1:3"), shown to people.
        index: Position in its session, from 0.
        said_at: Aware instant in the speaker's zone; None where the source gives no date.
        caption: What a photo shared with the turn shows, else "".
    """

    key: str
    id: str
    session: str
    index: int
    speaker: str
    role: Role
    text: str
    said_at: datetime | None
    caption: str = ""

    @property
    def words(self) -> str:
        """The text, with what a shared photo shows behind it: what search and readers see."""
        return f"{self.text} [photo: {self.caption}]" if self.caption else self.text


@dataclass(frozen=True, slots=True)
class Session:
    """An ordered stretch of conversation.

    Attributes:
        key: Hash of source, conversation and id.
        source: Name of the format it came in ("locomo", "plain").
        conversation: Which conversation of the source; "" where there is only one.
        id: The source's own id.
        started_at: Aware instant, or None.
        turns: In order of speaking.
        title: What the source calls it, else "".
        place: Hash of the file it was read from, where only that tells its conversation from
            others; else "". No part of what was said, and never exported.
    """

    key: str
    source: str
    conversation: str
    id: str
    started_at: datetime | None
    turns: tuple[Turn, ...]
    title: str = ""
    place: str = field(default="", compare=False)

    @property
    def hash(self) -> str:
        """Hash of everything that was said: equal for equal content, whatever its key."""
        return digest(
            self.id,
            self.started_at,
            *(
                part
                for t in self.turns
                for part in (t.id, t.speaker, t.role, t.text, t.caption, t.said_at)
            ),
        )


@dataclass(frozen=True, slots=True)
class TimeWords:
    """The words that say when, exactly as they stand in a turn.

    Attributes:
        turn: Key of the turn that holds them.
        offset: Index of their first character in that turn's text.
    """

    expr: str
    turn: str
    offset: int


@dataclass(frozen=True, slots=True)
class Fact:
    """The words of one fact. They never change; everything else is derived from them.

    Attributes:
        session: Key of the session it was read from.
        index: Index in that session of the turn that states it; that and `place` order what was
            said there at one moment.
        turns: Keys of the turns that state it, first the one it was read from.
        subject: A name, never a pronoun.
        predicate: Lower-case verb phrase without negation ("lives in").
        statement: One sentence that can be read alone.
        said_at: When it was told; None where the source gives no date.
        instead_of: The value that a correction names as wrong.
        extractor: What read it ("offline", or a model's name).
        place: Which of the facts of its turn it is, from 0, as they were read; the store counts.
    """

    session: str
    index: int
    turns: tuple[str, ...]
    subject: str
    predicate: str
    value: str
    statement: str
    said_by: str
    said_at: datetime | None
    kind: FactKind = FactKind.STATE
    change: Change = Change.NEW
    polarity: Polarity = Polarity.YES
    time: TimeWords | None = None
    end_time: TimeWords | None = None
    instead_of: str | None = None
    by_assistant: bool = False
    extractor: str = "offline"
    place: int = field(default=0, compare=False)

    @property
    def key(self) -> str:
        """Hash of the words and where they stand: the same fact read twice has one key."""
        return digest(
            self.session,
            *self.turns,
            self.subject,
            self.predicate,
            self.value,
            self.polarity,
            self.kind,
            self.change,
            self.said_by,
            self.instead_of,
            self.time and (self.time.turn, self.time.offset, self.time.expr),
            self.end_time and (self.end_time.turn, self.end_time.offset, self.end_time.expr),
        )


@dataclass(frozen=True, slots=True)
class Argument:
    """One phrase that a clause's verb takes.

    Attributes:
        role: "object", "attribute", "agent", "clause", or the preposition ("to", "with").
        text: The phrase as it stands, pronouns replaced by names where that is certain.
        label: Entity type of its head (PERSON, GPE, ORG, DATE, CARDINAL, ...), else "".
    """

    role: str
    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause of a turn says, kept so that a question can be answered without a parser.

    Attributes:
        turn: Key of its turn.
        start: Offset of its first character in the turn's text.
        end: Offset after its last character.
        subject: Who or what it is about, pronouns resolved; "" where unknown.
        verb: Lemma with its particle ("pick up"), "be" for copulas.
        time: Offset of the time expression that dates it, or None.
        text: The clause as a sentence with names instead of pronouns.
    """

    turn: str
    start: int
    end: int
    subject: str
    verb: str
    mood: Mood
    polarity: Polarity
    arguments: tuple[Argument, ...]
    text: str
    time: int | None = None


@dataclass(frozen=True, slots=True)
class SameAs:
    """One piece of evidence that two surface forms name one entity.

    Attributes:
        mention: The less proper form ("my sister", "Deb").
        name: The more proper one ("Kate", "Deborah").
        owner: Whose sister, for forms that depend on the speaker; else "".
        turn: Key of the turn that shows it.
        evidence: "explicit" or "nickname", most trusted first; or "different": they are two.
        session: Key of the session.
    """

    mention: str
    name: str
    owner: str
    turn: str
    session: str
    evidence: str = "explicit"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A fact that was not kept, and why."""

    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that an extractor read in one session.

    Attributes:
        complete: False where a model's reply was cut or failed; the session is tried again.
        calls: Model calls made.
        tokens_in: Prompt tokens billed.
        tokens_out: Completion tokens billed.
        cost: In US dollars, where the model's price is known.
        characters_sent: Characters of turns that the extractor was given.
        note: Why it is incomplete, else "".
    """

    facts: tuple[Fact, ...] = ()
    clauses: tuple[Clause, ...] = ()
    aliases: tuple[SameAs, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    extractor: str = "offline"
    complete: bool = True
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    characters_sent: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A fact as it stands: its words, and what was derived from them.

    Attributes:
        id: The fact's key.
        entity: Id of the entity that the subject names.
        slot: Entity and canonical predicate, and the value where several may hold at once.
        relation: Canonical predicate.
        event: The span at its time words, or None.
        valid_from: First civil instant at which it holds, naive; None where unknown.
        valid_to: First instant at which it no longer holds; None while open.
        basis: Whether `valid_from` was stated or only seen.
        grain: Precision of `valid_from`.
        closed_by: Key of the fact that closed it.
        closed_rule: Number and reason of the rule that closed it.
        end_grain: Precision of `valid_to`; None where it is only known to be over by then.
        sources: Shown ids of its turns, confirmations included.
        born: The days, half-open, on which one was born whose age it tells.
        age: What that age comes to at the time asked about: "36 or 37"; else "".
    """

    id: str
    fact: Fact
    entity: str
    slot: str
    relation: str
    status: Status
    event: Span | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    basis: Basis = Basis.SEEN
    grain: Grain | None = None
    closed_by: str | None = None
    closed_rule: str = ""
    end_grain: Grain | None = None
    sources: tuple[str, ...] = ()
    born: tuple[datetime, datetime] | None = None
    age: str = ""

    @property
    def value(self) -> str:
        """Its value at the time asked about: an age as it is then, all else as it was said."""
        return self.age or self.fact.value


@dataclass(frozen=True, slots=True)
class Hit:
    """A turn that search found.

    Attributes:
        turn_id: The source's own id.
        session_id: The source's own id of the session.
        score: Higher is better; only comparable within one search.
        key: The store's own key of the turn.
        session: And of its session.
        legs: What each leg of the search thought of it, for `explain`.
        ranks: Its rank in each leg among the turns that were looked at.
        moved: How much each feature added to its score, most first.
    """

    turn_id: str
    session_id: str
    score: float
    text: str
    said_at: datetime | None
    speaker: str
    key: str
    session: str
    legs: tuple[tuple[str, float], ...] = ()
    ranks: tuple[tuple[str, int], ...] = ()
    moved: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Filters:
    """What a search is limited to. Undated turns pass a time filter only where none is set.

    Attributes:
        after: First instant, inclusive.
        before: First instant after it, exclusive.
        speaker: Name, compared without case.
        session: The source's own id.
    """

    after: datetime | None = None
    before: datetime | None = None
    speaker: str | None = None
    session: str | None = None
    role: Role | None = None
