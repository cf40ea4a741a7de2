"""Sessions whose facts are given, stored in any order: what the tests of the stored graph share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import permutations

from tkg.kg.memory import Memory
from tkg.kg.model import (
    Change,
    Extraction,
    Fact,
    FactKind,
    Known,
    Polarity,
    Role,
    SameAs,
    Session,
    TimeWords,
    Turn,
    digest,
)

NOW = datetime(2024, 12, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Telling:
    """One session of one turn, and what is read in it."""

    session: Session
    facts: tuple[Fact, ...]
    aliases: tuple[SameAs, ...] = ()


def tell(
    said: str | None,
    predicate: str,
    value: str,
    *,
    subject: str = "Ines",
    by: str = "Ines",
    time: str = "",
    kind: FactKind = FactKind.STATE,
    change: Change = Change.NEW,
    polarity: Polarity = Polarity.YES,
    instead_of: str | None = None,
    same: tuple[str, str] | None = None,
) -> Telling:
    """Return a session in which one fact is told; the time words stand at the end of its turn."""
    moment = datetime.fromisoformat(said).replace(tzinfo=UTC) if said else None
    text = f"{subject} {predicate} {value} {time}".strip()
    key = digest(said, text, by, change, polarity, kind)
    turn = Turn(digest(key, 0), f"t{key[:6]}", key, 0, by, Role.USER, text, moment)
    words = TimeWords(time, turn.key, text.rindex(time)) if time else None
    fact = Fact(
        session=key,
        index=0,
        turns=(turn.key,),
        subject=subject,
        predicate=predicate,
        value=value,
        statement=text,
        said_by=by,
        said_at=moment,
        kind=kind,
        change=change,
        polarity=polarity,
        time=words,
        instead_of=instead_of,
    )
    aliases = (SameAs(*same, "", turn.key, key),) if same else ()
    session = Session(key, "given", "", f"s{key[:6]}", moment, (turn,))
    return Telling(session, (fact,), aliases)


def store(tellings: Iterable[Telling], lots: int = 1) -> Memory:
    """Return a memory that was given these tellings in this order, so many at a time."""
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    read = [
        (t.session, Extraction(facts=t.facts, aliases=t.aliases), memory.prepare(t.session))
        for t in tellings
    ]
    for first in range(0, len(read), lots):
        memory.add_all(read[first : first + lots])
    return memory


def in_every_order(tellings: Sequence[Telling]) -> Iterator[Memory]:
    """Give a memory for every order in which these sessions may arrive."""
    for order in permutations(tellings):
        yield store(order)


def rows(facts: Iterable[Known]) -> list[tuple[str, str, str, str]]:
    """Return (value, status, from, until) of facts, in order of time."""
    found = [
        (
            ("not " if k.fact.polarity is Polarity.NO else "") + k.fact.value,
            str(k.status),
            f"{k.valid_from:%Y-%m-%d}" if k.valid_from else "?",
            f"{k.valid_to:%Y-%m-%d}" if k.valid_to else "?",
        )
        for k in facts
    ]
    return sorted(found, key=lambda r: (r[2], r[3], r))


def known(
    tellings: Sequence[Telling], predicate: str, subject: str = "Ines"
) -> list[tuple[str, str, str, str]]:
    """Return what is known, the same in every order of arrival."""
    results = {tuple(rows(m.facts(subject, predicate))) for m in in_every_order(tellings)}
    assert len(results) == 1, results
    return list(results.pop())
