"""`kg alias`: which names, and which predicates, are one."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from tkg.kg.command.opened import opened
from tkg.kg.command.options import Db, DryRun, Json
from tkg.kg.command.terminal import say, show
from tkg.kg.counted import counted

if TYPE_CHECKING:
    from tkg.kg.graph.alias_change import Effect

app = typer.Typer(
    no_args_is_help=True, help="Which names and predicates are one: list, merge, split."
)


@app.command("list")
def list_(
    name: Annotated[str | None, typer.Argument(help="Only what this name means.")] = None,
    possible: Annotated[bool, typer.Option(help="Also pairs that might be one.")] = False,
    ask_model: Annotated[
        bool, typer.Option(help="Ask the configured model about such pairs, each once.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List names and predicates that are one, names of several, and what was decided."""
    from tkg.kg.graph.alias_list import aliases
    from tkg.kg.graph.possible import possible as pairs
    from tkg.kg.graph.possible_predicates import possible_predicates as relations

    with opened(db, write=ask_model) as memory:
        if ask_model:
            from tkg.kg.graph.ask_pairs import ask_configured

            say(ask_configured(memory))
        found = aliases(
            memory.db,
            name,
            pairs(memory.db, memory.embedder) if possible else (),
            relations(memory.db, memory.embedder) if possible else (),
        )
    rows = list(found.lines())
    show(as_json, found.shape(), rows)
    if name and not rows:
        say(f"kg: nobody and nothing is called {name!r}.")
        raise typer.Exit(1)


@app.command("merge")
def merge_(
    one: str, other: str, db: Db = None, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Make one of two names, or of two predicates, given as they are said or by id."""
    from tkg.kg.graph.alias_change import merge

    with opened(db, write=True) as memory:
        _effect(merge(memory, one, other, dry_run=dry_run), as_json, dry_run=dry_run)


@app.command("split")
def split_(
    name: str,
    other: Annotated[str | None, typer.Argument(help="Part it only from this one.")] = None,
    db: Db = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take a name out of its entity, or a predicate out of its relation."""
    from tkg.kg.graph.alias_change import split

    with opened(db, write=True) as memory:
        _effect(split(memory, name, other, dry_run=dry_run), as_json, dry_run=dry_run)


def _effect(effect: Effect, as_json: bool, *, dry_run: bool) -> None:
    show(as_json, asdict(effect), effect.lines())
    done = "would move" if dry_run else "moved"
    stand = "would stand" if dry_run else "stand"
    say(f"{counted(len(effect.moves), 'fact')} {done}, {len(effect.changes)} {stand} otherwise.")
