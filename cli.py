"""The `kg` command: parse arguments, call the package, print. No logic lives here."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tkg.bench.command import app as bench_app
from tkg.kg import config, errors
from tkg.kg.collector import for_a_command
from tkg.kg.counted import counted
from tkg.kg.model import Role

if TYPE_CHECKING:
    from tkg.answer.reader import ModelReader
    from tkg.extract.report import Report
    from tkg.kg.graph.alias_change import Effect
    from tkg.kg.memory import Memory

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    help="A memory of conversations: dated facts, and answers with the sentence they rest on.",
)
app.add_typer(bench_app, name="bench")

Db = Annotated[Path | None, typer.Option(help="The store; else $KG_DB, else your data folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsOf = Annotated[str | None, typer.Option(help="As the world stood then: any words for a time.")]
KnownAt = Annotated[str | None, typer.Option(help="As it had been told by then.")]
After = Annotated[str | None, typer.Option(help="Said at or after this time.")]
Before = Annotated[str | None, typer.Option(help="Said before this time.")]
From = Annotated[str | None, typer.Option("--after", help="Not what was over by this time.")]
Until = Annotated[str | None, typer.Option("--before", help="Not what began then or later.")]
Now = Annotated[str | None, typer.Option(help="Take this as the present: any whole date.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]

STEERING = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160)])
"""Control characters other than a tab and a line's end."""
EXIT_CODES: tuple[tuple[type[errors.KgError], int], ...] = (
    (errors.UsageError, 2),
    (errors.InputError, 65),
    (errors.ModelError, 69),
    (errors.StoreBusy, 75),
)
"""0 done (a declined answer too), 1 nothing found or any other error, 130 interrupted."""


RESUMABLE = "interrupted; what is done is stored, and the next run goes on from there."

# -- what every command shares -------------------------------------------------------------------


def _open(
    db: Path | None,
    *,
    write: bool = False,
    make: bool = False,
    searched: bool = False,
    reranker: str | None = None,
) -> Memory:
    """Open the store; a reading command never changes it, and only putting in makes one.

    A command that will search begins to load the embedder before anything else.
    """
    from tkg.kg.embed.named import PACKAGED, begin

    settings = config.load()
    if searched:
        begin(settings.embedder or PACKAGED)
    from tkg.kg.memory import Memory
    from tkg.kg.store.connection import expect

    place = db or settings.db
    if write and not make:
        expect(place)
    return Memory(
        place,
        read_only=not write,
        embedder=settings.embedder,
        reranker=reranker or settings.reranker or None,
    )


def _print(as_json: bool, document: Any, lines: Iterable[str]) -> None:
    """Print results: one JSON document, or lines for a person."""
    if as_json:
        typer.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    for line in lines:
        typer.echo(printable(line))


def _say(text: str) -> None:
    """Print what is not a result."""
    typer.echo(printable(text), err=True)


def printable(text: str) -> str:
    """Return a text without what would steer the terminal: some of it was said by anybody."""
    return text.translate(STEERING)


def _moment(text: str | None, memory: Memory) -> datetime:
    from tkg.kg.when import moment

    return moment(text) if text else memory.clock()


def _bound(text: str | None, memory: Memory) -> datetime | None:
    """Return the instant of `--after` or `--before`; the resolver is loaded only for one."""
    if text is None:
        return None
    from tkg.kg.when import start_of

    return start_of(text, memory.clock())


# -- putting in ----------------------------------------------------------------------------------


@app.command()
def ingest(
    files: Annotated[list[Path], typer.Argument(help="Histories: JSON, JSON lines, exports.")],
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
    with _open(db, write=True, make=True) as memory, _interruptible(RESUMABLE):
        reader = chosen(memory, extractor, gate=gate, max_calls=max_calls, max_cost=max_cost)
        for name, sessions in read:
            with _progress(name) as progress:
                report = ingest_sessions(
                    memory, sessions, reader, progress=progress, dry_run=dry_run
                )
            _report(report, as_json)
            unread = unread or report.unread
        ann.keep(memory.db)
    if unread:
        raise errors.ModelError(
            f"The model read none of the sessions: {unread}",
            hint="Their words are kept; the next run asks again.",
        )


@contextmanager
def _interruptible(kept: str) -> Iterator[None]:
    """Say, where a person interrupts, what is kept."""
    try:
        yield
    except KeyboardInterrupt:
        _say(f"kg: {kept}")
        raise typer.Exit(130) from None


def _report(report: Report, as_json: bool) -> None:
    for warning in report.warnings:
        _say(f"kg: {warning}")
    _print(as_json, report.json(), report.lines())


def _progress(name: str) -> Any:
    from tkg.kg.progress import bar

    return bar(name)


@app.command("import")
def import_(file: Path, db: Db = None) -> None:
    """Store an export made by `kg export`; a damaged line is reported and left out."""
    from tkg.kg.store.archive import load

    with _open(db, write=True, make=True) as memory:
        done, damaged = load(memory, file)
    for problem in damaged:
        _say(f"kg: {problem}")
    typer.echo(counted(done, "session"))
    if damaged:
        raise typer.Exit(65)


@app.command()
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

    with _open(db, write=True) as memory:
        erased = erase.plan(
            memory.db,
            facts=[fact] if fact else [],
            sessions=session or [],
            turns=turn or [],
            everything=everything,
            keep_turns=keep_turns,
        )
        _say(erased.summary)
        if dry_run:
            return
        if not yes:
            typer.confirm("Erase this for good?", abort=True, err=True)
        memory.erase(erased)
        _say("Erased.")


# -- asking --------------------------------------------------------------------------------------


@app.command()
def ask(
    question: str,
    db: Db = None,
    now: Now = None,
    reader: Annotated[str, typer.Option(help="offline or llm.")] = "offline",
    as_of: AsOf = None,
    known_at: KnownAt = None,
    budget: Annotated[int, typer.Option(help="Tokens of memory that a model may read.")] = 1700,
    check: Annotated[bool, typer.Option(help="Check the answer against its evidence.")] = True,
    trace: Annotated[bool, typer.Option(help="Show the steps.")] = False,
    as_json: Json = False,
) -> None:
    """Answer a question from memory, with the sentences it rests on, or decline."""
    from tkg.answer.question import ask as run
    from tkg.answer.shape import answer_lines, answer_shape, beside
    from tkg.kg import when

    with _open(db, searched=True) as memory:
        present = _moment(now, memory)
        found = run(
            memory,
            question,
            now=present,
            reader=_watched(as_json, check) if reader == "llm" else reader,
            as_of=when.period(as_of, present) if as_of else None,
            known_at=when.end_of(known_at, present) if known_at else None,
            budget=budget,
            check=check,
        )
    if _streams(as_json, check) and reader == "llm":
        typer.echo()
        _print(False, None, beside(found, trace=trace))
        return
    _print(as_json, answer_shape(found, trace=trace), answer_lines(found, trace=trace))


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
        notice=(lambda step: _say(f"  {step[:100]}")) if sys.stderr.isatty() else None,
    )


@app.command()
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

    stretch, moment = bool(after or before), bool(as_of or known_at or past)
    if stretch + bool(changed_since) + moment > 1:
        raise errors.UsageError(
            "Ask for a stretch (--after, --before), for --changed-since, or for facts as they"
            " stand (--as-of, --known-at, --past): one of the three."
        )
    with _open(db) as memory:
        present = memory.clock()
        if changed_since:
            found = memory.changed_since(when.start_of(changed_since, present), entity, predicate)
        elif stretch:
            edges = _bound(after, memory), _bound(before, memory)
            found = memory.facts_between(*edges, entity, predicate)
        else:
            found = memory.facts(
                entity,
                predicate,
                as_of=when.period(as_of, present) if as_of else None,
                known_at=when.end_of(known_at, present) if known_at else None,
                past=past,
            )
        whole = not memory.stats()["incomplete"]
    document = {"facts": [shapes.known(f) for f in found], "complete": whole}
    _print(as_json, document, map(fact_line, found))
    if not found:
        _say("kg: nothing is known" + (f" of {entity!r}." if entity else "."))
        raise typer.Exit(1)


@app.command()
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

    with _open(db, searched=True, reranker=reranker) as memory:
        limits = Filters(
            after=_bound(after, memory),
            before=_bound(before, memory),
            speaker=speaker,
            session=session,
            role=role,
        )
        hits = memory.search(query, k, limits, explain=explain)
    lines = (line for hit in hits for line in hit_lines(hit))
    _print(as_json, {"turns": [shapes.hit(h) for h in hits]}, lines)
    if not hits:
        _say("kg: nothing found.")
        raise typer.Exit(1)


@app.command()
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
    from tkg.kg.graph.timeline import entries, lines

    with _open(db) as memory:
        present = memory.clock()
        found = entries(
            memory.db,
            entity,
            now=present,
            as_of=when.period(as_of, present) if as_of else None,
            known_at=when.end_of(known_at, present) if known_at else None,
            after=_bound(after, memory),
            before=_bound(before, memory),
        )
    _print(as_json, {"facts": [shapes.known(f) for f in found]}, lines(found))
    if not found:
        _say(f"kg: nothing is known of {entity!r}.")
        raise typer.Exit(1)


@app.command()
def summary(
    entity: str,
    reader: Annotated[
        str | None, typer.Option(help="offline or llm; llm where a model is configured.")
    ] = None,
    budget: Annotated[int, typer.Option(help="Tokens of facts at the most.")] = 800,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Sum up somebody or something from the facts as they stand, by a model where there is one."""
    from tkg.answer.sum_up import sum_up
    from tkg.kg import shapes
    from tkg.kg.llm.configured import chat

    settings = config.load()
    asked = reader == "llm" or (reader is None and bool(settings.model))
    with _open(db) as memory:
        model = chat(settings) if asked else None
        found = sum_up(memory, entity, chat=model, model=settings.model, budget=budget)
    if found.reason:
        _say(f"kg: these are the facts themselves: {found.reason}.")
    told = {"text": found.text, "reader": found.reader, "reason": found.reason}
    document = {**told, "facts": [shapes.known(f) for f in found.facts]}
    _print(as_json, document, found.text.splitlines())
    if not found.facts:
        _say(f"kg: nothing is known of {entity!r}.")
        raise typer.Exit(1)


@app.command()
def why(fact: str, db: Db = None, as_json: Json = False) -> None:
    """Say where a fact comes from, who read it and how, what closed it and what it closed."""
    from tkg.kg.graph.why import explain, lines

    with _open(db) as memory:
        found = explain(memory.db, fact, now=memory.clock())
    _print(as_json, found.shape(), lines(found))


@app.command()
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
    from tkg.temporal.resolve import explain as steps
    from tkg.temporal.resolve import resolve

    said = moment(said_at)
    spans = resolve(text, said)
    lines = [*(span_line(s) for s in spans), *(map(str, steps(text, said)) if explain else ())]
    _print(as_json, {"spans": [shapes.span(s) for s in spans]}, lines)
    if not spans:
        _say("kg: no time in it.")
        raise typer.Exit(1)


@app.command()
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

    def opened(writes: bool) -> Memory:
        if writes:
            parser()  # loaded before the store is held, which others wait for
        return _open(db, write=writes, make=writes)

    changing = (tool(remember, writes=True), *WRITING) if write else ()
    serve((tool(asked), *TOOLS, *changing), opened, version("tkg"))


# -- who is who ----------------------------------------------------------------------------------

alias_app = typer.Typer(no_args_is_help=True, help="Who goes by which names: list, merge, split.")
app.add_typer(alias_app, name="alias")


@alias_app.command("list")
def alias_list(
    name: Annotated[str | None, typer.Argument(help="Only what this name means.")] = None,
    possible: Annotated[bool, typer.Option(help="Also pairs that might be one.")] = False,
    ask_model: Annotated[
        bool, typer.Option(help="Ask the configured model about such pairs, each once.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List entities of several names, names of several entities, and what was decided."""
    from tkg.kg.graph.alias_list import aliases
    from tkg.kg.graph.possible import possible as pairs

    with _open(db, write=ask_model) as memory:
        if ask_model:
            from tkg.kg.graph.ask_pairs import ask_configured

            _say(ask_configured(memory))
        found = aliases(memory.db, name, pairs(memory.db, memory.embedder) if possible else ())
    _print(as_json, found.shape(), found.lines())


@alias_app.command("merge")
def alias_merge(
    one: str, other: str, db: Db = None, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Make one of two names, given as they are said or by id."""
    from tkg.kg.graph.alias_change import merge

    with _open(db, write=True) as memory:
        _effect(merge(memory, one, other, dry_run=dry_run), as_json, dry_run=dry_run)


@alias_app.command("split")
def alias_split(
    name: str,
    other: Annotated[str | None, typer.Argument(help="Part it only from this one.")] = None,
    db: Db = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take a name out of its entity."""
    from tkg.kg.graph.alias_change import split

    with _open(db, write=True) as memory:
        _effect(split(memory, name, other, dry_run=dry_run), as_json, dry_run=dry_run)


def _effect(effect: Effect, as_json: bool, *, dry_run: bool) -> None:
    _print(as_json, asdict(effect), effect.lines())
    done = "would move" if dry_run else "moved"
    stand = "would stand" if dry_run else "stand"
    _say(f"{counted(len(effect.moves), 'fact')} {done}, {len(effect.changes)} {stand} otherwise.")


# -- looking after the store ---------------------------------------------------------------------


@app.command()
def stats(db: Db = None, as_json: Json = False) -> None:
    """Count what is stored."""
    with _open(db) as memory:
        counts = memory.stats()
    width = max(map(len, counts))
    _print(as_json, counts, (f"{name:<{width}}  {value}" for name, value in counts.items()))


@app.command()
def export(
    db: Db = None,
    recorded_at: Annotated[bool, typer.Option(help="Also when each session was stored.")] = False,
) -> None:
    """Print the whole store as JSON lines, one a session."""
    from tkg.kg.store.archive import lines

    with _open(db) as memory:
        for line in lines(memory.db, recorded_at=recorded_at):
            typer.echo(line)


@app.command()
def redate(db: Db = None, dry_run: DryRun = False, as_json: Json = False) -> None:
    """Read the times of every turn again, as this version of the resolver reads them."""
    from tkg.kg.store.redate import redate as run

    with _open(db, write=not dry_run) as memory:
        changes = run(memory, dry_run=dry_run)
    _print(as_json, {"changes": [asdict(c) for c in changes]}, map(str, changes))
    _say(f"{counted(len(changes), 'time')} {'would change' if dry_run else 'changed'}.")


@app.command()
def reindex(
    embedder: Annotated[
        str | None,
        typer.Option(help="packaged, openai:MODEL, or a sentence-transformers name or folder."),
    ] = None,
    db: Db = None,
) -> None:
    """Make the search index again, and its vectors with another embedder where one is named."""
    kept = "interrupted; the index is as it was."
    with _open(db, write=True) as memory, _interruptible(kept), _progress("reindex") as progress:
        done = memory.reindex(embedder or "", lambda done, total: progress(0, done, total))
        name = memory.embedder.name if memory.embedder else "none: search is by words only"
    _say(f"{counted(done, 'turn')} indexed; embedder: {name}")


@app.command()
def doctor(db: Db = None, as_json: Json = False) -> None:
    """Check the store and the installation."""
    from tkg.kg.doctor import check

    with _open(db) as memory:
        findings = check(memory)
    document = {"checks": [asdict(f) for f in findings]}
    _print(as_json, document, (f"{'ok  ' if f.ok else 'FAIL'}  {f.what}" for f in findings))
    if not all(f.ok for f in findings):
        raise typer.Exit(1)


@app.command()
def demo() -> None:
    """Ingest the sample history into a store in memory, and answer eight questions about it."""
    from tkg.answer.demo import conversation
    from tkg.extract.sample.sample import history, questions
    from tkg.extract.session import ingest_sessions
    from tkg.kg.memory import Memory

    with Memory(":memory:") as memory:
        with _progress("sample history") as progress:
            report = ingest_sessions(memory, history(), progress=progress)
        _report(report, as_json=False)
        for line in conversation(memory, questions()):
            typer.echo(line)


@app.command("version")
def version_() -> None:
    """Print the version."""
    from importlib.metadata import version

    typer.echo(version("tkg"))


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
        _say(f"kg: {error}")
        if error.hint:
            _say(f"    {error.hint}")
        sys.exit(next((code for kind, code in EXIT_CODES if isinstance(error, kind)), 1))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        # What is left in the buffer would be written once more when Python ends, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        _say("kg: the output could not be written: the device is full")
        sys.exit(74)


if __name__ == "__main__":
    main()
