"""The `kg` command: mount the rooms' commands, and turn what goes wrong into lines and exit codes.

Each room brings its own commands, in `command`; what needs several rooms stands here.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tkg.answer.command import ask, summary
from tkg.bench.command import app as bench_app
from tkg.extract.command import ingest, tell
from tkg.kg import errors
from tkg.kg.collector import for_a_command
from tkg.kg.command.alias import app as alias_app
from tkg.kg.command.archive import export, import_
from tkg.kg.command.forget import forget
from tkg.kg.command.known import facts, timeline, why
from tkg.kg.command.opened import opened
from tkg.kg.command.options import Db
from tkg.kg.command.said import date, search
from tkg.kg.command.terminal import say
from tkg.kg.command.upkeep import doctor, redate, reindex, stats
from tkg.kg.progress import bar

if TYPE_CHECKING:
    from tkg.kg.memory import Memory

EXIT_CODES: tuple[tuple[type[errors.KgError], int], ...] = (
    (errors.UsageError, 2),
    (errors.InputError, 65),
    (errors.ModelError, 69),
    (errors.StoreBusy, 75),
)
"""0 done (a declined answer too), 1 nothing found or any other error, 74 the output could not be
written, 130 interrupted, 141 whoever reads it has gone."""


def mcp(
    db: Db = None,
    write: Annotated[
        bool, typer.Option("--write", help="Also offer `remember` and `forget`.")
    ] = False,
) -> None:
    """Serve the memory's tools to an agent (Model Context Protocol, standard input and output)."""
    from importlib.metadata import version

    from tkg.answer.served import ask as asked
    from tkg.extract.offline.parser import parser
    from tkg.extract.remember import remember
    from tkg.tools import TOOLS, WRITING
    from tkg.tools.tool import tool

    try:
        from tkg.tools.mcp import serve
    except ModuleNotFoundError as error:
        raise errors.UsageError(
            f"`kg mcp` needs the package {error.name!r}, which is not installed.",
            hint="Install the extra `mcp`: pip install 'mcp>=2.3,<3'",
        ) from error

    def store(writes: bool) -> Memory:
        if writes:
            parser()  # loaded before the store is held, which others wait for
        return opened(db, write=writes, make=writes)

    changing = (tool(remember, writes=True), *WRITING) if write else ()
    serve((tool(asked), *TOOLS, *changing), store, version("tkg"))


def demo(
    save: Annotated[
        Path | None, typer.Option(help="Only write the sample history to this file.")
    ] = None,
) -> None:
    """Ingest the sample history into a store in memory, and answer eight questions about it."""
    if save:
        from tkg.extract.sample.sample import text

        try:
            save.write_text(text(), encoding="utf-8")
        except OSError as error:
            raise errors.UsageError(f"{save} cannot be written: {error.strerror}.") from error
        return
    from tkg.answer.demo import conversation
    from tkg.extract.sample.sample import history, questions
    from tkg.extract.session import ingest_sessions
    from tkg.kg.memory import Memory

    with Memory(":memory:") as memory:
        with bar("sample history") as progress:
            report = ingest_sessions(memory, history(), progress=progress)
        tell(report, as_json=False)
        for line in conversation(memory, questions()):
            typer.echo(line)


def version_() -> None:
    """Print the version."""
    from importlib.metadata import version

    typer.echo(version("tkg"))


COMMANDS = (
    *(ingest, import_, forget),
    *(ask, facts, search, timeline, summary, why, date, mcp),
    *(stats, export, redate, reindex, doctor, demo, version_),
)
"""In the order of `kg --help`: putting in, asking, looking after the store."""

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    help="A memory of conversations: dated facts, and answers with the sentence they rest on.",
)
for command in COMMANDS:
    app.command(command.__name__.rstrip("_"))(command)
app.add_typer(bench_app, name="bench")
app.add_typer(alias_app, name="alias")


def main() -> None:
    """Run the command. Results go to stdout, everything else to stderr."""
    for_a_command()
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show a character shows another one: no reason to stop.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    # An argument that is not UTF-8 is read as far as it is: nothing behind it takes half a letter.
    sys.argv[1:] = [os.fsencode(word).decode("utf-8", "replace") for word in sys.argv[1:]]
    try:
        app()
    except errors.KgError as error:
        say(f"kg: {error}")
        if error.hint:
            say(f"    {error.hint}")
        sys.exit(next((code for kind, code in EXIT_CODES if isinstance(error, kind)), 1))
    except SystemExit as end:
        # Whoever reads the output wants no more of it ("kg facts | head"): what other tools give.
        sys.exit(141 if isinstance(end.__context__, BrokenPipeError) else end.code)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        # What is left in the buffer would be written once more when Python ends, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        say("kg: the output could not be written: the device is full")
        sys.exit(74)


if __name__ == "__main__":
    main()
