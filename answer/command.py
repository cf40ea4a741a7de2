"""`kg ask`, `kg summary`: answers and summaries from the store."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tkg.kg import config, errors
from tkg.kg.command.opened import moment_of, opened
from tkg.kg.command.options import AsOf, Db, Json, KnownAt, Now
from tkg.kg.command.terminal import printable, say, show

if TYPE_CHECKING:
    from tkg.answer.reader import ModelReader


def ask(
    question: str,
    db: Db = None,
    now: Now = None,
    reader: Annotated[str, typer.Option(help="offline or llm.")] = "offline",
    as_of: AsOf = None,
    known_at: KnownAt = None,
    budget: Annotated[
        int, typer.Option(min=1, help="Tokens of memory that a model may read.")
    ] = 1700,
    check: Annotated[bool, typer.Option(help="Check the answer against its evidence.")] = True,
    trace: Annotated[bool, typer.Option(help="Show the steps.")] = False,
    as_json: Json = False,
) -> None:
    """Answer a question from memory, with the sentences it rests on, or decline."""
    from tkg.answer.question import ask as run
    from tkg.answer.shape import answer_lines, answer_shape, beside
    from tkg.kg import when

    with opened(db, searched=True) as memory:
        present = moment_of(now, memory)
        found = run(
            memory,
            question,
            now=present,
            reader=_watched(as_json, check) if reader == "llm" else reader,
            as_of=None if as_of is None else when.period(as_of, present),
            known_at=None if known_at is None else when.end_of(known_at, present),
            budget=budget,
            check=check,
        )
    if _streams(as_json, check) and reader == "llm":
        typer.echo()
        show(False, None, beside(found, trace=trace))
        return
    show(as_json, answer_shape(found, trace=trace), answer_lines(found, trace=trace))


def _streams(as_json: bool, check: bool) -> bool:
    """Say whether a model's words are shown as they come.

    An answer that is still to be checked may be taken back: it is shown when it stands.
    """
    return sys.stdout.isatty() and not as_json and not check


def _watched(as_json: bool, check: bool) -> ModelReader:
    """Return the configured model's reader; on a terminal it shows its steps, or its words."""
    from tkg.answer.reader import configured

    def hear(words: str) -> None:
        typer.echo(printable(words), nl=False)

    return configured(
        listen=hear if _streams(as_json, check) else None,
        notice=(lambda step: say(f"  {step[:100]}")) if sys.stderr.isatty() else None,
    )


def summary(
    entity: str,
    reader: Annotated[
        str | None, typer.Option(help="offline or llm; llm where a model is configured.")
    ] = None,
    budget: Annotated[int, typer.Option(min=1, help="Tokens of facts at the most.")] = 800,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Sum up somebody or something from the facts as they stand, by a model where there is one."""
    from tkg.answer.sum_up import sum_up
    from tkg.kg import shapes
    from tkg.kg.llm.configured import chat

    if reader not in (None, "offline", "llm"):
        raise errors.UsageError(f"There is no reader {reader!r}.", hint="Readers: offline, llm.")
    settings = config.load()
    asked = reader == "llm" or (reader is None and bool(settings.model))
    with opened(db) as memory:
        model = chat(settings) if asked else None
        found = sum_up(memory, entity, chat=model, model=settings.model, budget=budget)
    if found.reason:
        say(f"kg: these are the facts themselves: {found.reason}.")
    told = {"text": found.text, "reader": found.reader, "reason": found.reason}
    document = {**told, "facts": [shapes.known(f) for f in found.facts]}
    show(as_json, document, found.text.splitlines())
    if not found.facts:
        say(f"kg: nothing is known of {entity!r}.")
        raise typer.Exit(1)
