"""`kg forget`: erase from disk."""

from __future__ import annotations

from typing import Annotated

import typer

from tkg.kg.command.opened import opened
from tkg.kg.command.options import Db, DryRun, Yes
from tkg.kg.command.terminal import say


def forget(
    fact: Annotated[str | None, typer.Argument(help="Id of a fact.")] = None,
    session: Annotated[list[str] | None, typer.Option(help="Id of a session.")] = None,
    turn: Annotated[list[str] | None, typer.Option(help="Id of a turn.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything.")] = False,
    keep_turns: Annotated[bool, typer.Option(help="Erase the fact, not what was said.")] = False,
    db: Db = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Erase a fact with the turns that say it, a turn, a session, or everything, from disk."""
    from tkg.kg.store import erase

    with opened(db, write=True) as memory:
        erased = erase.plan(
            memory.db,
            facts=[fact] if fact else [],
            sessions=session or [],
            turns=turn or [],
            everything=everything,
            keep_turns=keep_turns,
        )
        say(erased.summary)
        if dry_run:
            return
        if not yes:
            typer.confirm("Erase this for good?", abort=True, err=True)
        memory.erase(erased)
        say("Erased.")
