"""`kg stats`, `kg redate`, `kg reindex`, `kg doctor`: looking after the store."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from tkg.kg.command.opened import opened
from tkg.kg.command.options import Db, DryRun, Json
from tkg.kg.command.terminal import interruptible, say, show
from tkg.kg.counted import counted
from tkg.kg.progress import bar


def stats(db: Db = None, as_json: Json = False) -> None:
    """Count what is stored."""
    with opened(db) as memory:
        counts = memory.stats()
    width = max(map(len, counts))
    show(as_json, counts, (f"{name:<{width}}  {value}" for name, value in counts.items()))


def redate(db: Db = None, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Read the times of every turn again, as this version of the resolver reads them."""
    from tkg.kg.store.redate import redate as run

    with opened(db, write=not dry_run) as memory:
        changes = run(memory, dry_run=dry_run)
    show(as_json, {"changes": [asdict(c) for c in changes]}, map(str, changes))
    say(f"{counted(len(changes), 'time')} {'would change' if dry_run else 'changed'}.")


def reindex(
    embedder: Annotated[
        str | None,
        typer.Option(help="packaged, openai:MODEL, or a sentence-transformers name or folder."),
    ] = None,
    db: Db = None,
) -> None:
    """Make the search index again, and its vectors with another embedder where one is named."""
    kept = "interrupted; the index is as it was."
    with opened(db, write=True) as memory, interruptible(kept), bar("reindex") as progress:
        done = memory.reindex(embedder or "", lambda done, total: progress(0, done, total))
        name = memory.embedder.name if memory.embedder else "none: search is by words only"
    say(f"{counted(done, 'turn')} indexed; embedder: {name}")


def doctor(db: Db = None, as_json: Json = False) -> None:
    """Check the store and the installation."""
    from tkg.kg.doctor import check

    with opened(db) as memory:
        findings = check(memory)
    document = {"checks": [asdict(f) for f in findings]}
    show(as_json, document, (f"{'ok  ' if f.ok else 'FAIL'}  {f.what}" for f in findings))
    if not all(f.ok for f in findings):
        raise typer.Exit(1)
