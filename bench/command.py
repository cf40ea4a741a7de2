"""The commands under `kg bench`: thin, each calls one function of this package and prints."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Measure a memory on benchmarks.")

Data = Annotated[Path, typer.Option(help="A LoCoMo, LongMemEval or MemoryBench file.")]
Only = Annotated[list[str] | None, typer.Option(help="Only this conversation; may be repeated.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def capture(
    data: Data,
    only: Only = None,
    extractor: Annotated[
        str, typer.Option(help="offline, llm, or a file of recorded replies.")
    ] = "offline",
    times: Annotated[
        Path | None, typer.Option(help="Labelled time expressions (JSON lines).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which share of the answers a store would hold, before anybody asks."""
    from tkg.bench import survey

    found = survey.run(data, only or (), extractor, times, lambda line: typer.echo(line, err=True))
    if as_json:
        typer.echo(json.dumps(asdict(found), ensure_ascii=False, indent=1))
    else:
        for line in survey.lines(found):
            typer.echo(line)


@app.command()
def run(
    experiment: Annotated[Path, typer.Argument(help="A TOML file; see bench/experiments.")],
    data: Data,
    out: Annotated[Path | None, typer.Option(help="Folder of the result.")] = None,
    limit: Annotated[int | None, typer.Option(help="Ask only so many, evenly spread.")] = None,
    only: Only = None,
    disputed: Annotated[Path | None, typer.Option(help="Ids whose gold is doubted.")] = None,
    cassette: Annotated[Path | None, typer.Option(help="Recorded replies of the model.")] = None,
    judge_prompt: Annotated[
        Path | None, typer.Option(help="A benchmark's own prompt: {question} {gold} {answer}.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Questions asked at once.")] = 4,
) -> None:
    """Run an experiment, or what is left of it, and write its report."""
    from tkg.bench import chats, report, runner
    from tkg.bench import experiment as settings
    from tkg.bench.datasets.load import prepared

    chosen = settings.load(experiment)
    dataset = prepared(data, limit, only or (), disputed)
    typer.echo(f"{data.name}: sha256 {dataset.sha256}", err=True)
    folder = out or Path(f"{chosen.name}-{chosen.hash}")
    head, rows = runner.run(
        chosen, dataset, folder, limit=limit, chat=chats.chat(chosen, cassette),
        judge=chats.judge(chosen, cassette, judge_prompt),
        tell=lambda line: typer.echo(line, err=True), workers=workers,
    )  # fmt: skip
    report.write(folder, head, rows)
    typer.echo(report.text(head, rows))


@app.command()
def compare(ours: Path, theirs: Path) -> None:
    """Print the paired differences of two results, question by question."""
    from tkg.bench import result
    from tkg.bench.table import differences

    _, left = result.read(ours)
    _, right = result.read(theirs)
    for line in differences(left, right):
        typer.echo(str(line))


@app.command()
def make(
    out: Annotated[Path, typer.Argument(help="Where to write the benchmark.")],
    seed: int = 0,
    conversations: int = 30,
    sessions: Annotated[int, typer.Option(help="Sessions of each conversation.")] = 12,
    chatter: Annotated[int, typer.Option(help="Turns of small talk in a session.")] = 6,
    late: Annotated[float, typer.Option(help="Share of sessions that arrive late.")] = 0.1,
) -> None:
    """Make up conversations whose truth is known, with questions about them."""
    from tkg.bench.datasets.memorybench import make as made

    content = made(seed, conversations, sessions, chatter, late)
    out.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
