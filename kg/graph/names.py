"""The stored map from names to entities: read without the graph library."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import duckdb

from tkg.kg.graph.form import TELLER, Form, form, node_id
from tkg.kg.graph.kinship import canonical, sort
from tkg.kg.graph.surface import surface
from tkg.kg.model import Fact
from tkg.kg.store.speakers import owner

OF_IDS = "select id, entity from node where id in (select unnest($ids::text[]))"
WHOSE = re.compile(r"(?:my|our|\w+'s) ", re.IGNORECASE)
SHOWN = "select id, shown from node where id in (select unnest($ids::text[]))"
IN_SCOPE = """
select surface, scope, entity from node
where surface in (select unnest($surfaces::text[]))
    and (scope = '' or starts_with(scope, 'by ') or scope in (select unnest($sessions::text[])))
"""
OF_SURFACE = """
select id, entity, scope from node where surface = $surface
order by scope <> '', said nulls last, id
"""
NODES = """
select id, shown, scope from node where surface = $surface or id = $id
order by said nulls last, id
"""
OF_KIN = """
select distinct entity from node
where under in (select unnest($under::text[])) and word = $word order by all
"""


@dataclass(frozen=True, slots=True)
class Names:
    """What some forms mean, by surface and scope."""

    entities: Mapping[tuple[str, str], str]

    def of(self, fact: Fact) -> str:
        """Return the entity that a fact is about; one that is not known is its own."""
        return self._in(form(fact.subject, fact.said_by), fact)

    def value(self, fact: Fact) -> str:
        """Return the entity that a fact names for its value; "" where it names none."""
        called = valued(fact.value, fact.said_by)
        for scope in (fact.session, f"{TELLER}{surface(fact.said_by)}", ""):
            if entity := self.entities.get((called, scope)):
                return entity
        return ""

    def teller(self, fact: Fact) -> str:
        """Return the entity of whoever tells a fact."""
        return self._in(form(fact.said_by), fact)

    def _in(self, said: Form, fact: Fact) -> str:
        for scope in _scopes(said, fact.session, fact.said_by):
            if (entity := self.entities.get((said.surface, scope))) is not None:
                return entity
        return said.id(fact.session)


def _scopes(said: Form, session: str, teller: str) -> Iterator[str]:
    """Give the scopes in which a form may mean something, the nearest first."""
    yield session
    if not said.local:
        yield f"{TELLER}{surface(teller)}"
        yield ""


def valued(value: str, teller: str) -> str:
    """Return what a value is called as a name: of "my sister Kate" the name alone.

    >>> valued("my sister Kate", "Ana"), valued("my sister", "Ana"), valued("NYC", "Ana")
    ('kate', "ana's sister", 'nyc')
    """
    return surface(_kin(value, teller)) or value.casefold()


def _kin(value: str, teller: str) -> str:
    """Return by which name somebody's kin are filed; "" where a value names none.

    Of "my sister Kate" that is Kate, of "my sister" Ana's sister.
    """
    whose = WHOSE.match(value)
    word, _, name = value[whose.end() :].partition(" ") if whose else ("", "", "")
    if not word or not sort(canonical(word.casefold())):
        return ""
    return name if name[:1].isupper() else form(value, teller).shown


def known(db: duckdb.DuckDBPyConnection, facts: Collection[Fact]) -> Names:
    """Return what the subjects, values and tellers of some facts mean."""
    asked = {(f.subject, f.said_by, f.session) for f in facts}
    surfaces = {form(what, teller).surface for what, teller, _ in asked}
    surfaces |= {form(teller).surface for _, teller, _ in asked}
    surfaces |= {valued(f.value, f.said_by) for f in facts}
    sessions = {session for _, _, session in asked}
    given = {"surfaces": list(surfaces), "sessions": list(sessions)}
    rows = db.execute(IN_SCOPE, given).fetchall()
    return Names({(surface_, scope): entity for surface_, scope, entity in rows})


def leads(db: duckdb.DuckDBPyConnection, facts: Mapping[str, Fact], known: Names) -> dict[str, str]:
    """Return by which name what a fact's value names is filed, where that is another.

    That is what it was called first; of "my sister Kate", Kate.
    """
    names = {key: valued(fact.value, fact.said_by) for key, fact in facts.items()}
    found = {k: name for k, f in facts.items() if (name := _kin(f.value, f.said_by))}
    named = {key: known.value(fact) for key, fact in facts.items()}
    other = {k: e for k, e in named.items() if e and e != node_id(names[k])}
    if not other:
        return found
    rows = db.execute(SHOWN, {"ids": sorted(set(other.values()))}).fetchall()
    shown = dict(rows)
    return found | {key: shown[entity] for key, entity in other.items() if entity in shown}


def means(db: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Return every entity that a name may mean, the likeliest first; none where none is so called.

    A name of one is one; "the store" may be another one in each session.

    Args:
        db: Where it is stored.
        name: A name, "Kate's sister", "my sister" where the store has one owner, or an id of a
            node or an entity, also an old one.
    """
    return likeliest(_Stored(db), name, owner_of(db, name))


class Lookup(Protocol):
    """Where names are looked up."""

    def of_surface(self, surface: str) -> list[tuple[str, str, str]]:
        """Return (id, entity, scope) of every node of this surface, the widest scope first."""
        ...

    def of_kin(self, under: Sequence[str], word: str) -> list[str]:
        """Return the entities that are this to one of these entities."""
        ...

    def of_id(self, node: str) -> list[str]:
        """Return the entity of a node, where there is one."""
        ...


@dataclass(frozen=True, slots=True)
class _Stored:
    db: duckdb.DuckDBPyConnection

    def of_surface(self, surface: str) -> list[tuple[str, str, str]]:
        return self.db.execute(OF_SURFACE, {"surface": surface}).fetchall()

    def of_kin(self, under: Sequence[str], word: str) -> list[str]:
        rows = self.db.execute(OF_KIN, {"under": list(under), "word": word}).fetchall()
        return [entity for (entity,) in rows]

    def of_id(self, node: str) -> list[str]:
        return [entity for _, entity in self.db.execute(OF_IDS, {"ids": [node]}).fetchall()]


def likeliest(look: Lookup, name: str, owner: str) -> list[str]:
    """Return every entity that a name may mean, the likeliest first.

    Args:
        look: Where it is looked up.
        name: As for `means`.
        owner: Who "my" is.
    """
    said = form(name, owner)
    rows = look.of_surface(said.surface)
    plain = [entity for id_, entity, _ in rows if id_ == node_id(said.surface)]
    found = plain if len(plain) == 1 and not said.local else []
    told = [entity for _, entity, scope in rows if scope.startswith(TELLER)]
    found = [*found, *told] or [entity for _, entity, _ in rows]
    if not found and said.owner:
        found = look.of_kin(likeliest(look, said.owner, ""), said.word)
    return list(dict.fromkeys(found or look.of_id(name)))


def nodes_of(db: duckdb.DuckDBPyConnection, name: str) -> list[tuple[str, str, str]]:
    """Return (id, form, scope) of every node that a name, or the id of one, may be.

    A name of its own is one node, whatever it means in one teller's mouth.
    """
    said = form(name, owner_of(db, name))
    rows = db.execute(NODES, {"surface": said.surface, "id": name}).fetchall()
    return [row for row in rows if row[0] in (node_id(said.surface), name)] or rows


def resolve(db: duckdb.DuckDBPyConnection, name: str) -> str | None:
    """Return the entity that a name most likely means, or None where nobody is called so."""
    return next(iter(means(db, name)), None)


def shown(db: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Return the names of every entity as they were written, by entity."""
    found: dict[str, list[str]] = {}
    for who, name in db.execute("select entity, shown from node order by entity, shown").fetchall():
        found.setdefault(who, []).append(name)
    return found


def owner_of(db: duckdb.DuckDBPyConnection, name: str) -> str:
    """Return who "my" is in a name: whose memory it is, or ""."""
    return owner(db) if name.casefold().startswith(("my ", "our ")) else ""
