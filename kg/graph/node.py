"""The parts of the alias graph: a form with its scope, and what shows that two are one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tkg.kg.graph.form import TELLER
from tkg.kg.graph.kinship import sort

PERSON, EXPLICIT, EXACT, NICKNAME, MODEL = "person", "explicit", "exact", "nickname", "model"
EVIDENCE = (PERSON, EXPLICIT, EXACT, NICKNAME, MODEL)
"""Kinds of evidence that two are one, most trusted first: a person's decision, a statement, what
follows from the forms alone, a short form, a model's verdict."""
DIFFERENT = "different"
"""Evidence that two are not one."""

LOCAL, OWNED, NAME = range(3)
"""How much a form tells by itself: "the store", "Ana's sister", "Kate"."""


@dataclass(frozen=True, slots=True)
class Node:
    """A form in its scope.

    Attributes:
        id: Hash of surface and scope.
        scope: "" for everywhere, the key of a session, or whose mouth it is in.
        surface: Folded.
        shown: As it was written first.
        owner: Id of the node that it belongs to, or "".
        word: What it is to its owner.
        under: Entity of its owner, or "".
        said: When it was said first, UTC; None where unknown.
        speaker: Whether it speaks.
        proper: Whether it was ever written as a name is.
    """

    id: str
    scope: str
    surface: str
    shown: str
    owner: str = ""
    word: str = ""
    under: str = ""
    said: datetime | None = None
    speaker: bool = False
    proper: bool = False

    @property
    def level(self) -> int:
        """How much it tells by itself."""
        if self.scope and not self.scope.startswith(TELLER):
            return LOCAL
        return OWNED if self.owner else NAME

    @property
    def kin(self) -> str:
        """What sort of kin it is to its owner, or ""."""
        return sort(self.word) if self.owner else ""


@dataclass(frozen=True, slots=True)
class Edge:
    """That two nodes are one, or are told to be two.

    Attributes:
        one: The less proper of them: the mention, the short form.
        kind: What sort of evidence it is.
        said: When it was said, UTC; None where unknown, or where it follows from the forms alone.
        session: Key of its session; "" where it follows from the forms alone.
        turn: Key of its turn, likewise.
        teller: Surface of whoever said it, likewise.
    """

    one: str
    other: str
    kind: str
    said: datetime | None = None
    session: str = ""
    turn: str = ""
    teller: str = ""
