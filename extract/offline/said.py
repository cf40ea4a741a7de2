"""What one clause says, before it is tied to its turn and time."""

from __future__ import annotations

from dataclasses import dataclass

from tkg.kg.model import Change, FactKind, Polarity


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
