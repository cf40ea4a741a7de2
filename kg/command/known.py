"""`kg facts`, `kg timeline`, `kg why`: what is known, as it stands and as it came about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from tkg.kg import errors
from tkg.kg.command.opened import bound, opened, stretch
from tkg.kg.command.options import AsOf, Db, From, Json, KnownAt, Until
from tkg.kg.command.terminal import say, show

if TYPE_CHECKING:
    from tkg.kg.memory import Memory
    from tkg.kg.model import Known


def facts(
    entity: Annotated[
        str | None, typer.Argument(help="A name or alias; all where left out.")
    ] = None,
    predicate: Annotated[str | None, typer.Option(help="Only this relation.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    after: From = None,
    before: Until = None,
    changed_since: Annotated[
        str | None, typer.Option(help="Only what stands otherwise now than it did then.")
    ] = None,
    past: Annotated[bool, typer.Option(help="Also what no longer holds.")] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List facts as they stand: current ones, with --past also what has been.

    With --after and --before: what held, happened or was planned at some time between.
    """
    from tkg.kg import shapes, when
    from tkg.kg.lines import fact_line

    between = after is not None or before is not None
    moment = past or as_of is not None or known_at is not None
    if between + (changed_since is not None) + moment > 1:
        raise errors.UsageError(
            "Ask for a stretch (--after, --before), for --changed-since, or for facts as they"
            " stand (--as-of, --known-at, --past): one of the three."
        )
    with opened(db) as memory:
        present = memory.clock()
        edges = stretch(after, before, memory)
        since = bound(changed_since, memory)
        then = None if as_of is None else when.period(as_of, present)
        told = None if known_at is None else when.end_of(known_at, present)

        def ask(who: str | None) -> list[Known]:
            if since:
                return memory.changed_since(since, who, predicate)
            if between:
                return memory.facts_between(*edges, who, predicate)
            return memory.facts(who, predicate, as_of=then, known_at=told, past=past)

        found = _of(memory, entity, ask) if entity else ask(None)
        whole = not memory.stats()["incomplete"]
    document = {"facts": [shapes.known(f) for f in found], "complete": whole}
    show(as_json, document, map(fact_line, found))
    if not found:
        say("kg: nothing is known" + (f" of {entity!r}." if entity else "."))
        raise typer.Exit(1)


def timeline(
    entity: str,
    after: From = None,
    before: Until = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Print what is known of someone or something, in the order in which it held."""
    from tkg.kg import shapes, when
    from tkg.kg.graph.timeline import entries, in_world, lines

    with opened(db) as memory:
        present = memory.clock()
        first, last = stretch(after, before, memory)
        ask = partial(
            entries,
            memory.db,
            now=present,
            as_of=None if as_of is None else when.period(as_of, present),
            known_at=None if known_at is None else when.end_of(known_at, present),
            after=first,
            before=last,
        )
        found = sorted(_of(memory, entity, ask), key=in_world)
    show(as_json, {"facts": [shapes.known(f) for f in found]}, lines(found))
    if not found:
        say(f"kg: nothing is known of {entity!r}.")
        raise typer.Exit(1)


def _of(memory: Memory, name: str, ask: Callable[[str], list[Known]]) -> list[Known]:
    """Return what is known of a name; where no fact is about it, the facts that name it."""
    found = ask(name)
    if found or memory.resolve_name(name) is not None:
        return found
    from tkg.kg.graph.holders import naming

    if found := naming(memory.db, name, ask):
        say(f"kg: no fact is about {name!r}; these name it.")
    return found


def why(fact: str, db: Db = None, as_json: Json = False) -> None:
    """Say where a fact comes from, who read it and how, what closed it and what it closed."""
    from tkg.kg.graph.why import explain, lines

    with opened(db) as memory:
        found = explain(memory.db, fact, now=memory.clock())
    show(as_json, found.shape(), lines(found))
