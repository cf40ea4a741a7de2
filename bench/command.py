"""The commands under `kg bench`: thin, each calls one function of this package and prints."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tkg.kg.llm.prices import Prices as PriceTable

app = typer.Typer(no_args_is_help=True, help="Measure a memory on benchmarks.")

Data = Annotated[Path, typer.Option(help="A LoCoMo, LongMemEval or MemoryBench file.")]
Only = Annotated[list[str] | None, typer.Option(help="Only this conversation; may be repeated.")]
Prices = Annotated[Path | None, typer.Option(help="A price table; see kg/llm/prices.toml.")]
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
    disputed: Annotated[
        Path | None, typer.Option(help="Ids whose gold is doubted, one a line or a JSON list.")
    ] = None,
    cassette: Annotated[
        Path | None, typer.Option(help="Recorded replies of the model; else in the result folder.")
    ] = None,
    live: Annotated[
        bool, typer.Option("--live", help="Ask the configured model what is not recorded; record.")
    ] = False,
    model: Annotated[str, typer.Option(help="Another model than the experiment names.")] = "",
    recorded: Annotated[
        Path | None, typer.Option(help="Recorded extractions: a file, or a folder of them.")
    ] = None,
    judge_prompt: Annotated[
        Path | None, typer.Option(help="A benchmark's own prompt: {question} {gold} {answer}.")
    ] = None,
    prices: Prices = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Questions asked at once.")] = 4,
) -> None:
    """Run an experiment, or what is left of it, and write its report."""
    from tkg.bench import experiment as settings
    from tkg.bench import model as models
    from tkg.bench import report, runner
    from tkg.bench.datasets.load import prepared
    from tkg.bench.progress import Terminal

    chosen = settings.load(experiment)
    chosen = chosen.model_copy(update={"model": model}) if model else chosen
    dataset = prepared(data, limit, only or (), disputed)
    folder = out or Path(f"{chosen.name}-{chosen.hash}")
    chat = models.tape(cassette or folder / "cassette.jsonl", live)
    with Terminal() as bars:
        bars.tell(f"{data.name}: sha256 {dataset.sha256}")
        runner.run(
            chosen, dataset, folder, limit=limit, only=only or (),
            model=models.model(chosen, chat), recorded=recorded,
            judge=models.judge(chosen, chat, judge_prompt), bars=bars, workers=workers,
        )  # fmt: skip
    found = report.figures(folder, _prices(prices))
    report.write(folder, found)
    typer.echo(report.text(found))


@app.command("report")
def rewrite(folder: Path, prices: Prices = None) -> None:
    """Write the report of a finished run again, such as with other prices."""
    from tkg.bench import report

    found = report.figures(folder, _prices(prices))
    report.write(folder, found)
    typer.echo(report.text(found))


@app.command()
def compare(
    ours: Path,
    theirs: Path,
    system: Annotated[
        list[str] | None, typer.Option(help="Which system; twice for one of each run.")
    ] = None,
) -> None:
    """Print the paired differences of two results, question by question."""
    from tkg.bench import result
    from tkg.bench.compare import runs

    for line in runs(result.read(ours), result.read(theirs), system or ()):
        typer.echo(line)


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


def _prices(path: Path | None) -> PriceTable:
    from tkg.kg.config import load as configured
    from tkg.kg.llm.prices import load

    return load(path or configured().prices)
