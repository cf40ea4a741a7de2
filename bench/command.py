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


@app.callback()
def bench() -> None:
    """Measure a memory on benchmarks."""
