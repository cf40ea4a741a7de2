"""`kg export`, `kg import`: the whole store as lines, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tkg.kg.command.opened import opened
from tkg.kg.command.options import Db
from tkg.kg.command.terminal import say
from tkg.kg.counted import counted


def export(
    db: Db = None,
    recorded_at: Annotated[bool, typer.Option(help="Also when each session was stored.")] = False,
) -> None:
    """Print the whole store as JSON lines, one a session."""
    from tkg.kg.store.archive import lines

    with opened(db) as memory:
        for line in lines(memory.db, recorded_at=recorded_at):
            typer.echo(line)


def import_(file: Path, db: Db = None) -> None:
    """Store an export made by `kg export`; a damaged line is reported and left out."""
    from tkg.kg.store import archive

    archive.read(file)  # before a store is made: a wrong file leaves nothing behind
    with opened(db, write=True, make=True) as memory:
        done, damaged = archive.load(memory, file)
    for problem in damaged:
        say(f"kg: {problem}")
    typer.echo(counted(done, "session"))
    if damaged:
        raise typer.Exit(65)
