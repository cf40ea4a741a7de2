"""Who a pronoun means: first and second person by who speaks, third by a cautious look back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.kg.model import Role, Turn

if TYPE_CHECKING:
    from spacy.tokens import Token

FIRST = ("i", "me", "myself", "mine")
FIRST_MANY = ("we", "us", "ourselves", "ours")
SECOND = ("you", "yourself", "yours", "u", "ya")
MALE = ("he", "him", "himself", "his")
FEMALE = ("she", "her", "herself", "hers")
MANY = ("they", "them", "themselves", "theirs")
THING = ("it", "itself")
POSSESSIVE = {
    "my": "i",
    "our": "we",
    "your": "you",
    "his": "he",
    "her": "she",
    "their": "they",
    "its": "it",
}
AGO = 2
"""How many turns back an antecedent may stand: this one and the one before."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something that was named, for pronouns to come.

    Attributes:
        name: As it is to be written.
        kind: "male", "female", "person", "people" or "thing".
        turn: Index of its turn.
    """

    name: str
    kind: str
    turn: int


@dataclass(slots=True)
class People:
    """Who speaks, to whom, and who was named lately.

    Attributes:
        speaker: Who "I" is.
        addressee: Who "you" is; "" where that is not certain.
        mentions: Latest last.
    """

    speaker: str
    addressee: str
    turn: int = 0
    mentions: list[Mention] = field(default_factory=list)

    def enter(self, turn: Turn, speakers: Sequence[str]) -> None:
        """Go on to the next turn; whoever is not near any more is forgotten."""
        others = [name for name in speakers if name != turn.speaker]
        self.speaker = turn.speaker
        self.addressee = others[0] if len(others) == 1 else ""
        self.turn = turn.index
        self.mentions = [m for m in self.mentions if m.turn > turn.index - AGO]

    def note(self, name: str, kind: str) -> None:
        """Remember somebody or something that was named."""
        if name:
            self.mentions.append(Mention(name, kind, self.turn))

    def who(self, pronoun: str) -> str:
        """Return the name for a pronoun, lower case; "" where it is not certain."""
        word = POSSESSIVE.get(pronoun, pronoun)
        if word in FIRST or word in FIRST_MANY:
            return self.speaker
        if word in SECOND:
            return self.addressee
        for words, kinds in REFERENTS:
            if word in words:
                return self._nearest(kinds)
        return ""

    def _nearest(self, kinds: tuple[str, ...]) -> str:
        """Return the only name of these kinds that is near, or the latest of the most fitting."""
        fitting = [m for m in self.mentions if m.kind in kinds]
        if not fitting:
            return ""
        exact = [m for m in fitting if m.kind == kinds[0]]
        if exact and kinds != ("thing",):
            return exact[-1].name
        if exact:
            # "It" may be anything that was said: only what was named in this very turn, last.
            return exact[-1].name if exact[-1].turn == self.turn else ""
        names = {m.name for m in fitting}
        return fitting[-1].name if len(names) == 1 else ""


REFERENTS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (MALE, ("male", "person")),
    (FEMALE, ("female", "person")),
    (MANY, ("people",)),
    (THING, ("thing",)),
)


def kind_of(token: Token) -> str:
    """Return what sort of one a noun names."""
    word, lemma = token.lower_, token.lemma_.lower()
    if among(word, "plural_people"):
        return "people"
    for kind in ("male", "female"):
        if among(lemma, kind):
            return kind
    if among(lemma, "person") or token.ent_type_ == "PERSON":
        return "person"
    if token.tag_ in ("NNS", "NNPS"):
        return "people" if token.dep_ in ("nsubj", "dobj") else "things"
    # A pet is "he" or "it"; whoever keeps one says "he". A name of no known type is a name.
    unplaced_name = token.pos_ == "PROPN" and not token.ent_type_
    return "person" if among(lemma, "animal") or unplaced_name else "thing"


def spoken_by_assistant(turn: Turn) -> bool:
    """Say whether a turn is an assistant's, whose guesses are nobody's facts."""
    return turn.role is Role.ASSISTANT
