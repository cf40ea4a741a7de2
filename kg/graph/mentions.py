"""What sessions name, and what they show to be one: the nodes and edges that their rows give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import duckdb

from tkg.kg.graph.form import NOBODY, Form, chain, form, node_id
from tkg.kg.graph.kin_facts import kin_denied, kin_named
from tkg.kg.graph.nicknames import given
from tkg.kg.graph.node import DIFFERENT, EXPLICIT, Edge, Node
from tkg.kg.graph.surface import surface
from tkg.kg.graph.values import agree, stems
from tkg.kg.model import Extraction, Fact, Session
from tkg.kg.store import facts
from tkg.kg.store.instant import to_row

SUBJECTS = """
select session, subject, said_by, min(said_at) from fact
where session in (select unnest($sessions::text[])) group by all
"""
SPEAKERS = """
select distinct session, speaker from turn where session in (select unnest($sessions::text[]))
"""
EVIDENCE = """
select same_as.session, turn.key, turn.speaker, turn.said_at, mention, name, evidence
from same_as join turn on turn.key = same_as.turn
where same_as.session in (select unnest($sessions::text[]))
"""


Shown = tuple[str, str, str, datetime | None, str, str, str]
"""(session, turn, teller, said, mention, name, kind of evidence)"""


@dataclass(slots=True)
class Mentions:
    """What some sessions name.

    Attributes:
        nodes: By node and session, each as it was said first there.
        edges: What their turns show to be one, or two.
    """

    nodes: dict[tuple[str, str], Node] = field(default_factory=dict)
    edges: set[Edge] = field(default_factory=set)

    def add(self, session: str, nodes: Iterable[Node]) -> None:
        """Note nodes that a session names."""
        for node in nodes:
            key = node.id, session
            self.nodes[key] = earlier(self.nodes[key], node) if key in self.nodes else node


def mentions(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> Mentions:
    """Return what the stored facts, turns and alias evidence of these sessions name."""
    asked = {"sessions": list(sessions)}
    return _mentions(
        db.execute(SUBJECTS, asked).fetchall(),
        db.execute(SPEAKERS, asked).fetchall(),
        [*db.execute(EVIDENCE, asked).fetchall(), *_in_facts(facts.of_sessions(db, sessions))],
    )


def mentions_of(read: Iterable[tuple[Session, Extraction]]) -> Mentions:
    """Return what sessions name that are at hand; the same as if they were read back."""
    subjects: dict[tuple[str, str, str], datetime | None] = {}
    speakers: set[tuple[str, str]] = set()
    shown: list[Shown] = []
    for session, extraction in read:
        for fact in extraction.facts:
            said, _ = to_row(fact.said_at)
            key = (session.key, fact.subject, fact.said_by)
            subjects[key] = min(filter(None, (subjects.get(key), said)), default=None)
        turns = {turn.key: turn for turn in session.turns}
        speakers.update((session.key, turn.speaker) for turn in session.turns)
        for same in extraction.aliases:
            if (turn := turns.get(same.turn)) is not None:
                said, _ = to_row(turn.said_at)
                ends = (same.mention, same.name, same.evidence)
                shown.append((session.key, turn.key, turn.speaker, said, *ends))
        shown += _in_facts(extraction.facts)
    return _mentions(((*key, said) for key, said in subjects.items()), speakers, shown)


def _in_facts(told: Iterable[Fact]) -> Iterator[Shown]:
    """Give what facts tell to be one, "has sister Kate", or deny."""
    for fact in told:
        for ends, kind in ((kin_named(fact), EXPLICIT), (kin_denied(fact), DIFFERENT)):
            if ends is not None:
                said, _ = to_row(fact.said_at)
                turn = fact.turns[0] if fact.turns else ""
                yield fact.session, turn, fact.said_by, said, *ends, kind


def _mentions(
    subjects: Iterable[tuple[str, str, str, datetime | None]],
    speakers: Iterable[tuple[str, str]],
    shown: Iterable[Shown],
) -> Mentions:
    found = Mentions()
    for session, subject, said_by, said in subjects:
        found.add(session, named(form(subject, said_by), session, said))
    talking: dict[str, set[str]] = {}
    for session, speaker in speakers:
        found.add(session, (replace(n, speaker=True) for n in named(form(speaker), session, None)))
        talking.setdefault(session, set()).add(surface(speaker))
    for session, turn, teller, said, mention, name, kind in shown:
        ends = _ends(form(mention, teller), form(name, teller), talking.get(session, set()), kind)
        if ends is None:
            continue
        for end, near in ends:
            found.add(session, _scoped(end, session, said, near=near))
        one, other = (node_id(e.surface, session) if near else e.id(session) for e, near in ends)
        if one != other:
            found.edges.add(Edge(one, other, kind, said, session, turn, surface(teller)))
    return found


def earlier(one: Node, other: Node) -> Node:
    """Return a node as it was said first, of two that differ in nothing else."""
    told = (one.said or datetime.max, one.shown), (other.said or datetime.max, other.shown)
    first = one if told[0] <= told[1] else other
    speaker, proper = one.speaker or other.speaker, one.proper or other.proper
    if (first.speaker, first.proper) == (speaker, proper):
        return first
    return replace(first, speaker=speaker, proper=proper)


def named(said: Form, session: str, when: datetime | None) -> Iterator[Node]:
    """Give the nodes of a form: its own, and those of its owners."""
    for part in chain(said):
        yield Node(
            id=part.id(session),
            scope=session if part.local else "",
            surface=part.surface,
            shown=part.shown,
            owner=form(part.owner).id(session) if part.owner else "",
            word=part.word,
            said=when,
            proper=part.proper,
        )


def _scoped(said: Form, session: str, when: datetime | None, *, near: bool) -> Iterator[Node]:
    """Give the nodes of a form in evidence, which may hold in this session only."""
    own, *owners = named(said, session, when)
    yield replace(own, id=node_id(said.surface, session), scope=session) if near else own
    yield from owners


def _ends(
    mention: Form, name: Form, speakers: set[str], kind: str
) -> tuple[tuple[Form, bool], tuple[Form, bool]] | None:
    """Return both forms, each with whether what is told of it holds in its session only.

    Names and kin are the same in every session; what else somebody has ("my place") may be
    another thing next time, and a common noun ("buddy") is nobody's name.
    """
    if mention.surface in NOBODY or name.surface in NOBODY or mention.surface == name.surface:
        return None
    near = [f.local or _common(f, speakers) for f in (mention, name)]
    if kind != DIFFERENT and not any(near):
        owned = [bool(f.owner) for f in (mention, name)]
        if all(owned):
            near[0] = not _of_one_owner(mention, name)
        else:
            near = [bool(f.owner) and not f.kin for f in (mention, name)]
    return (mention, near[0]), (name, near[1])


def _common(said: Form, speakers: set[str]) -> bool:
    plain = not said.owner and not said.proper
    return plain and said.surface not in speakers and not given(said.surface)


def _of_one_owner(one: Form, other: Form) -> bool:
    """Say whether two are of one owner, and both kin or the same noun, told more fully."""
    if surface(one.owner) != surface(other.owner):
        return False
    return bool(one.kin and other.kin) or agree(stems(one.word), stems(other.word))
