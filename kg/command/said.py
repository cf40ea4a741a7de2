"""`kg search`, `kg date`: what was said, and which times a sentence means."""

from __future__ import annotations

from typing import Annotated

import typer

from tkg.kg.command.opened import opened, stretch
from tkg.kg.command.options import After, Before, Db, Json
from tkg.kg.command.terminal import say, show
from tkg.kg.model import Role


def search(
    query: str,
    k: Annotated[int, typer.Option("-k", min=1, help="How many turns at the most.")] = 10,
    after: After = None,
    before: Before = None,
    speaker: Annotated[str | None, typer.Option(help="Only what this one said.")] = None,
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    role: Annotated[Role | None, typer.Option(help="Only this side.")] = None,
    reranker: Annotated[
        str | None, typer.Option(help="Cross-encoder that orders what is found: name or folder.")
    ] = None,
    explain: Annotated[
        bool, typer.Option(help="Show its rank in each leg and what moved it.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Find the turns that say most about something, best first."""
    from tkg.kg import shapes
    from tkg.kg.lines import hit_lines
    from tkg.kg.model import Filters

    with opened(db, searched=True, reranker=reranker) as memory:
        first, last = stretch(after, before, memory)
        limits = Filters(
            after=first,
            before=last,
            speaker=speaker,
            session=session,
            role=role,
        )
        hits = memory.search(query, k, limits, explain=explain)
    lines = (line for hit in hits for line in hit_lines(hit))
    show(as_json, {"turns": [shapes.hit(h) for h in hits]}, lines)
    if not hits:
        say("kg: nothing found.")
        raise typer.Exit(1)


def date(
    text: str,
    said_at: Annotated[str, typer.Option(help="When it was said: 2023-05-08T13:56.")],
    explain: Annotated[bool, typer.Option(help="Show which rules read what.")] = False,
    as_json: Json = False,
) -> None:
    """Read the times in a sentence, as they were meant when it was said."""
    from tkg.kg import shapes
    from tkg.kg.lines import span_line
    from tkg.kg.when import moment
    from tkg.temporal.no_such_day import no_such_days
    from tkg.temporal.resolve import explain as steps
    from tkg.temporal.resolve import resolve

    said = moment(said_at)
    spans = resolve(text, said)
    lines = [*(span_line(s) for s in spans), *(map(str, steps(text, said)) if explain else ())]
    show(as_json, {"spans": [shapes.span(s) for s in spans]}, lines)
    for first, last in no_such_days(text):
        say(f"kg: {text[first:last]!r} is no date.")
    if not spans:
        say("kg: no time in it.")
        raise typer.Exit(1)
