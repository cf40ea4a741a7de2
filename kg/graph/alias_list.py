"""Who goes by which names: entities of several forms, forms of several entities, decisions.

Relations that a verdict made one are listed as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import duckdb

from tkg.kg.counted import counted
from tkg.kg.graph.form import TELLER
from tkg.kg.graph.groups import groups, meant, of_relations, relation_id
from tkg.kg.graph.names import means, shown
from tkg.kg.graph.possible import Possible
from tkg.kg.graph.possible_predicates import PossibleRelation
from tkg.kg.graph.predicates import relation
from tkg.kg.graph.wordings import Wording, wordings
from tkg.kg.store.decisions import Decision, all_decisions

FORMS = """
select entity, id, shown, scope, said from node
where entity in (
    select entity from node where not starts_with(scope, 'by ')
    group by entity having count(*) > $least
    union all
    select entity from node
    group by entity having count(distinct surface) > 1
) and ($entities::text[] is null or list_contains($entities, entity))
order by entity, said nulls last, shown, id
"""
COUNTS = "select entity, count(*) from reading group by entity"
SESSIONS = "select key, id from session"
# A form and what it could be: evidence that joined nothing, since there were several. What was
# denied since is no such evidence.
LOOSE = """
select distinct one.shown, one.entity, other.entity
from edge
join node as one on one.id = edge.one
join node as other on other.id = edge.other
where kind <> 'different' and one.entity <> other.entity
    and not exists (
        from edge as denial
        where denial.kind = 'different' and denial.session <> ''
            and (denial.one, denial.other) in ((edge.one, edge.other), (edge.other, edge.one))
            and coalesce(denial.said >= edge.said, true)
    )
    -- Joined by the name as it is meant in one mouth.
    and not exists (
        from node as mouth
        where starts_with(mouth.scope, 'by ') and (
            (mouth.entity = one.entity and mouth.surface = other.surface)
            or (mouth.entity = other.entity and mouth.surface = one.surface)
        )
    )
"""
IN_MOUTHS = """
select shown, entity from node
where surface in (select surface from node where starts_with(scope, 'by '))
    and (scope = '' or starts_with(scope, 'by '))
"""


@dataclass(frozen=True, slots=True)
class Alias:
    """A form of an entity.

    Attributes:
        id: Of its node: it names the form where others are written alike.
        scope: Where it means this one: "everywhere", "session ID", or "said by NAME".
    """

    id: str
    form: str
    scope: str


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity with its forms, first said first, and how many facts are about it."""

    id: str
    forms: tuple[Alias, ...]
    facts: int


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A form that may be several entities, each given with its names."""

    form: str
    means: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Predicates:
    """Relations that are one by a verdict.

    Attributes:
        id: Of the one whose name stands for all.
        said: How each is told, that one first.
        facts: How many tell any of them.
    """

    id: str
    said: tuple[str, ...]
    facts: int


@dataclass(frozen=True, slots=True)
class Aliases:
    """All that is known of names."""

    entities: tuple[Entity, ...]
    ambiguous: tuple[Ambiguous, ...]
    possible: tuple[Possible, ...]
    decisions: tuple[Decision, ...]
    predicates: tuple[Predicates, ...] = ()
    possible_predicates: tuple[PossibleRelation, ...] = ()

    def shape(self) -> dict[str, Any]:
        """Return it as JSON would have it."""
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """Give one thing a line, for a person."""
        for entity in self.entities:
            forms = ", ".join(_written(alias) for alias in entity.forms)
            yield f"{entity.id}\t{counted(entity.facts, 'fact')}\t{forms}"
        for doubt in self.ambiguous:
            several = " or ".join(", ".join(names) for names in doubt.means)
            yield f"ambiguous\t{doubt.form}\t{several}"
        for group in self.predicates:
            yield f"{group.id}\t{counted(group.facts, 'fact')}\t{', '.join(group.said)}"
        for pair in self.possible:
            yield f"possible\t{pair.one} and {pair.other}\t{pair.why}"
        for like in self.possible_predicates:
            yield f"possible predicates\t{like.one} and {like.other}\t{like.why}"
        for made in self.decisions:
            what = " predicates" if of_relations(made) else ""
            yield f"decided {made.verdict}{what}\t{made.one_shown} and {made.other_shown}"


def aliases(
    db: duckdb.DuckDBPyConnection,
    name: str | None = None,
    possible: Sequence[Possible] = (),
    possible_predicates: Sequence[PossibleRelation] = (),
) -> Aliases:
    """Return the entities that go by several forms, and what is not certain.

    Args:
        db: Where they are stored.
        name: Only what this name or predicate means; a name also where it goes by one form alone.
        possible: Pairs of names that might be one, to be listed beside.
        possible_predicates: Pairs of predicates likewise.
    """
    only = means(db, name) if name is not None else None
    entities = _entities(db, only)
    doubts = [d for d in _ambiguous(db) if name is None or d.form.casefold() == name.casefold()]
    told = _predicates(db, name)
    forms = {a.id for e in entities for a in e.forms} | {group.id for group, _ in told}
    forms |= {one for _, members in told for one in members}
    made = [d for d in all_decisions(db) if only is None or forms & set(d.pair)]
    return Aliases(
        entities=tuple(entities),
        ambiguous=tuple(doubts),
        possible=tuple(possible),
        decisions=tuple(made),
        predicates=tuple(group for group, _ in told),
        possible_predicates=tuple(possible_predicates),
    )


def _predicates(
    db: duckdb.DuckDBPyConnection, name: str | None
) -> list[tuple[Predicates, list[str]]]:
    """Return relations that are one, and the ids of all of them."""
    known = groups(db)
    if not known:
        return []
    members: dict[str, list[Wording]] = defaultdict(list)
    for used in wordings(db).values():
        members[known.get(used.name, used.name)].append(used)
    only = name and meant(relation(name), known).name
    found = []
    for lead, told in members.items():
        if len(told) > 1 and only in (None, lead):
            told.sort(key=lambda used: (used.name != lead, used.said))
            facts = sum(used.facts for used in told)
            group = Predicates(relation_id(lead), tuple(used.said for used in told), facts)
            found.append((group, [used.id for used in told]))
    return sorted(found, key=lambda item: (-item[0].facts, item[0].id))


def _entities(db: duckdb.DuckDBPyConnection, only: Sequence[str] | None) -> list[Entity]:
    counts = dict(db.execute(COUNTS).fetchall())
    sessions = dict(db.execute(SESSIONS).fetchall())
    forms: dict[str, list[Alias]] = defaultdict(list)
    asked = {"least": 1 if only is None else 0, "entities": only}
    for entity, node, written, scope, _ in db.execute(FORMS, asked).fetchall():
        forms[entity].append(Alias(node, written, _scope(scope, sessions)))
    found = [Entity(e, tuple(known), counts.get(e, 0)) for e, known in forms.items()]
    return sorted(found, key=lambda e: (-e.facts, -len(e.forms), e.forms[0].form, e.id))


def _scope(scope: str, sessions: dict[str, str]) -> str:
    if not scope:
        return "everywhere"
    if scope.startswith(TELLER):
        return f"said {scope}"
    return f"session {sessions.get(scope, scope)}"


def _ambiguous(db: duckdb.DuckDBPyConnection) -> list[Ambiguous]:
    decided = {frozenset((d.one_shown, d.other_shown)) for d in all_decisions(db)}
    called = shown(db)
    doubts: dict[str, set[str]] = defaultdict(set)
    for form, one, other in db.execute(LOOSE).fetchall():
        if not any(frozenset((form, name)) in decided for name in called[other]):
            doubts[form] |= {one, other}
    for form, entity in db.execute(IN_MOUTHS).fetchall():
        doubts[form].add(entity)
    return [
        Ambiguous(form, tuple(sorted(tuple(called[e]) for e in found)))
        for form, found in sorted(doubts.items())
        if len(found) > 1
    ]


def _written(alias: Alias) -> str:
    return alias.form if alias.scope == "everywhere" else f"{alias.form} ({alias.scope})"
