"""Who a pronoun means: first and second person by who speaks, third by a cautious look back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.kg.model import Role, Turn

if TYPE_CHECKING:
    from spacy.tokens import Token

FIRST = ("i", "me", "myself", "mine", "we", "us", "ourselves", "ours")
SECOND = ("you", "yourself", "yours", "u", "ya")
MALE = ("he", "him", "himself", "his")
FEMALE = ("she", "her", "herself", "hers")
MANY = ("they", "them", "themselves", "theirs", "'em", "em")
THING = ("it", "itself")
POSSESSIVE = {
    "my": "i",
    "our": "we",
    "your": "you",
    "ur": "you",
    "his": "he",
    "her": "she",
    "their": "they",
    "its": "it",
}
AGO = 2
"""How many turns back an antecedent may stand: this one and the one before."""
LONGEST = 6
"""Words of a name that may stand for a pronoun; a longer one makes a clumsy sentence."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something that was named, for pronouns to come.

    Attributes:
        name: As it is to be written.
        kind: "male", "female", "person", "people", "thing" or "things".
        turn: Index of its turn.
        sentence: Number of its sentence in the turn.
        subject: Whether its clause was about it.
    """

    name: str
    kind: str
    turn: int
    sentence: int
    subject: bool


@dataclass(slots=True)
class People:
    """Who speaks, to whom, and who was named lately.

    Attributes:
        speaker: Who "I" is.
        addressee: Who "you" is; "" where that is not certain.
        sentence: Number of the sentence that is being read.
        mentions: Latest last.
    """

    speaker: str
    addressee: str
    turn: int = 0
    sentence: int = 0
    mentions: list[Mention] = field(default_factory=list)

    def enter(self, turn: Turn, speakers: Sequence[str]) -> None:
        """Go on to the next turn; whoever is not near any more is forgotten."""
        others = [name for name in speakers if name != turn.speaker]
        self.speaker = turn.speaker
        self.addressee = others[0] if len(others) == 1 else ""
        self.turn = turn.index
        self.sentence = 0
        self.mentions = [m for m in self.mentions if m.turn > turn.index - AGO]

    def note(self, name: str, kind: str, subject: bool) -> None:
        """Remember somebody or something that was named."""
        if name and len(name.split()) <= LONGEST:
            self.mentions.append(Mention(name, kind, self.turn, self.sentence, subject))

    def called(self, word: str) -> bool:
        """Say whether a word is the addressee's name, or a short form of it."""
        return _short_for(word, self.addressee)

    def owner(self, pronoun: str) -> str:
        """Return the name for a possessive, lower case; "" where it is not certain."""
        return self.who(POSSESSIVE.get(pronoun, pronoun))

    def who(self, pronoun: str) -> str:
        """Return the name for a pronoun, lower case; "" where it is not certain."""
        if pronoun in FIRST:
            return self.speaker
        if pronoun in SECOND:
            return self.addressee
        if pronoun in MALE:
            return self._one(("male", "person"))
        if pronoun in FEMALE:
            return self._one(("female", "person"))
        if pronoun in MANY:
            return self._several()
        return self._thing() if pronoun in THING else ""

    def _one(self, kinds: tuple[str, str]) -> str:
        """Return the latest of the fitting sex, else the only person that is near.

        Whom this turn has been about, in whatever sex, comes before those of the turn before.
        """
        here = [m for m in self.mentions if m.turn == self.turn]
        if here and not any(m.kind == kinds[0] for m in here):
            about = {m.name for m in here if m.kind == kinds[1] and m.subject}
            if len(about) == 1:
                return about.pop()
        exact = [m.name for m in self.mentions if m.kind == kinds[0]]
        if exact:
            return exact[-1]
        names = dict.fromkeys(m.name for m in self.mentions if m.kind == kinds[1])
        if not names:
            # A name of no known sort ("Biscuit") may be a pet's.
            near = [m for m in self.mentions if self._near(m) and m.kind == "thing"]
            names = dict.fromkeys(m.name for m in near if m.name.istitle())
        return next(iter(names)) if len(names) == 1 else ""

    def _several(self) -> str:
        """Return the only people, else the only things, that are near."""
        near = [m for m in self.mentions if self._near(m)]
        told_of = [m for m in near if m.subject]
        for kind, where in (("people", self.mentions), ("things", told_of)):
            names = dict.fromkeys(m.name for m in where if m.kind == kind)
            if len(names) == 1:
                return next(iter(names))
            subjects = [m.name for m in where if m.kind == kind and m.subject]
            if names and kind == "people" and subjects:
                return subjects[-1]
        return ""

    def topic(self) -> str:
        """Return the thing that the last sentence was about; "" where it was about none."""
        near = [m for m in self.mentions if self._near(m) and m.kind == "thing"]
        last = [m for m in near if m.sentence == near[-1].sentence and m.subject]
        return last[-1].name if last else ""

    def _thing(self) -> str:
        """Return what the last sentence was about, or the only thing it names."""
        near = [m for m in self.mentions if self._near(m) and m.kind == "thing"]
        if not near:
            return ""
        last = [m for m in near if m.sentence == near[-1].sentence]
        subjects = [m.name for m in last if m.subject]
        names = dict.fromkeys(m.name for m in last)
        if subjects:
            return subjects[-1]
        return next(iter(names)) if len(names) == 1 else ""

    def _near(self, mention: Mention) -> bool:
        return mention.turn == self.turn and mention.sentence >= self.sentence - 1


def _short_for(word: str, name: str) -> bool:
    low, full = word.lower(), name.lower()
    return bool(low) and (low == full or (len(low) > 2 and full.startswith(low)))


def kind_of(token: Token) -> str:
    """Return what sort of one a noun names."""
    lemma = token.lemma_.lower()
    plural = token.tag_ in ("NNS", "NNPS")
    if among(token.lower_, "plural_people") or (
        plural and among(lemma, "male", "female", "person")
    ):
        return "people"
    if plural:
        return "things"
    for kind in ("male", "female"):
        if among(lemma, kind):
            return kind
    if among(lemma, "person") or token.ent_type_ == "PERSON":
        return "person"
    # A pet is "he" or "it"; whoever keeps one says "he". A name of no known type is a name.
    unplaced_name = token.pos_ == "PROPN" and not token.ent_type_
    return "person" if among(lemma, "animal") or unplaced_name else "thing"


def spoken_by_assistant(turn: Turn) -> bool:
    """Say whether a turn is an assistant's, whose guesses are nobody's facts."""
    return turn.role is Role.ASSISTANT
