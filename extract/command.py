"""`kg ingest`: read conversations into the store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tkg.kg import errors
from tkg.kg.command.opened import opened
from tkg.kg.command.options import Db, DryRun, Json
from tkg.kg.command.terminal import interruptible, say, show
from tkg.kg.progress import bar

if TYPE_CHECKING:
    from tkg.extract.report import Report

RESUMABLE = "interrupted; what is done is stored, and the next run goes on from there."


def ingest(
    files: Annotated[
        list[Path],
        typer.Argument(help="Histories: JSON, JSON lines, exports of chats; - reads from a pipe."),
    ],
    db: Db = None,
    form: Annotated[str | None, typer.Option("--format", help="Of what format they are.")] = None,
    instance: Annotated[str | None, typer.Option(help="Which conversation of a file.")] = None,
    extractor: Annotated[str, typer.Option(help="offline or llm.")] = "offline",
    gate: Annotated[
        str, typer.Option(help="Sessions for a model: none, surprise, multi.")
    ] = "none",
    max_calls: Annotated[int | None, typer.Option(help="Model calls at the most.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="US dollars at the most.")] = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Store conversations and the facts that are read in them."""
    from tkg.extract.formats import history
    from tkg.extract.options import chosen
    from tkg.extract.session import ingest_sessions
    from tkg.kg.search import ann

    # Every file is read before the store is made: a bad one leaves nothing behind.
    read = [(f.name, history.sessions(f, form=form, instance=instance)) for f in files]
    unread = ""
    with opened(db, write=True, make=True) as memory, interruptible(RESUMABLE):
        reader = chosen(memory, extractor, gate=gate, max_calls=max_calls, max_cost=max_cost)
        for name, sessions in read:
            with bar(name) as progress:
                report = ingest_sessions(
                    memory, sessions, reader, progress=progress, dry_run=dry_run
                )
            tell(report, as_json=as_json)
            unread = unread or report.unread
        ann.keep(memory.db)
    if unread:
        raise errors.ModelError(
            f"The model read none of the sessions: {unread}",
            hint="Their words are kept; the next run asks again.",
        )


def tell(report: Report, *, as_json: bool) -> None:
    """Print what an ingest did, and what it warns of."""
    for warning in report.warnings:
        say(f"kg: {warning}")
    show(as_json, report.json(), report.lines())
