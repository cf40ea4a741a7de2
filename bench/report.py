"""A run as people read it: text, Markdown, and one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from tkg.bench import plot
from tkg.bench.result import Head, Row
from tkg.bench.stats import Interval
from tkg.bench.table import Summary, differences, summaries

STYLE = """body{font:15px/1.45 sans-serif;max-width:900px;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse;margin:1em 0}td,th{padding:.25em .7em;text-align:right}
td:first-child,th:first-child{text-align:left}tr{border-bottom:1px solid #ddd}
details{border-bottom:1px solid #eee;padding:.3em 0}summary{cursor:pointer}
dt{font-weight:bold}small{color:#666}svg{display:block;margin:1.5em 0;max-width:100%}"""

Table = tuple[str, list[str], list[list[str]]]


def share(value: Interval | float | None) -> str:
    """Write a share, with its interval where there is one."""
    if value is None or (isinstance(value, Interval) and value.value != value.value):
        return "-"
    if isinstance(value, Interval):
        return f"{value.value:.4f} [{value.low:.3f}, {value.high:.3f}]"
    return f"{value:.4f}"


def tables(rows: Sequence[Row]) -> Iterator[Table]:
    """Give (title, head, rows) of every table."""
    found = summaries(rows)
    kinds = sorted({kind for s in found for kind in s.kinds})
    yield "Score", ["system", "n", "all", *kinds], [_scores(s, kinds) for s in found]
    yield (
        "Declines, staleness, cost",
        ["system", "errors", "declined answerable", "declined unanswerable", "stale", "judged",
         "s p50", "s p95", "tokens", "USD/1000", "noise"],
        [_costs(s) for s in found],
    )  # fmt: skip
    yield (
        "Capture and search",
        ["measure", *(s.name for s in found)],
        list(_store(found)),
    )
    stages = dict.fromkeys(stage for s in found for stage in s.stages)
    yield (
        "Where misses were lost",
        ["stage", *(s.name for s in found)],
        [[stage, *(str(s.stages.get(stage, 0)) for s in found)] for stage in stages],
    )


def _scores(s: Summary, kinds: Sequence[str]) -> list[str]:
    cells = [share(s.kinds[k][1]) if k in s.kinds else "-" for k in kinds]
    return [s.name, str(s.n), share(s.score), *cells]


def _costs(s: Summary) -> list[str]:
    return [
        s.name, str(s.errors), share(s.declined), share(s.abstained), share(s.stale),
        share(s.judged), f"{s.seconds_p50:.3f}", f"{s.seconds_p95:.3f}", f"{s.tokens:.0f}",
        f"{s.cost_a_thousand:.2f}", share(s.noise),
    ]  # fmt: skip


def _store(found: Sequence[Summary]) -> Iterator[list[str]]:
    for kind in dict.fromkeys(k for s in found for k in s.captured):
        yield [f"captured, {kind}", *(share(s.captured.get(kind)) for s in found)]
    for name in dict.fromkeys(k for s in found for k in s.recall):
        yield [name, *(share(s.recall.get(name)) for s in found)]


def text(head: Head, rows: Sequence[Row]) -> str:
    """Write a run for a terminal, and for Markdown, which reads the same."""
    parts = [*_preface(head), ""]
    for title, names, cells in tables(rows):
        if cells:
            parts += [f"## {title}", "", *_markdown(names, cells), ""]
    parts += _paired(rows)
    return "\n".join(parts)


def _preface(head: Head) -> Iterator[str]:
    yield f"# {head.experiment}"
    yield ""
    yield f"Hypothesis: {head.hypothesis}"
    yield f"Expected before the run: {head.expected}"
    yield (
        f"Data: {head.data}, sha256 {head.sha256}; settings {head.config}, code "
        f"{head.commit or 'unknown'}, seed {head.seed}, limit {head.limit or 'none'}."
    )
    for name, seconds in head.ingest.items():
        yield f"Stores filled by {name} in {seconds:.0f} s."
    for name, rate in head.calibration.items():
        yield f"Judge, {name}: {rate:.3f}"
    for found in head.controls:
        yield f"CONTROL: {found}"
    if not head.controls:
        yield "Controls: nothing found."
    if head.warnings:
        yield f"{len(head.warnings)} slips of the annotators were tolerated: {head.warnings[0]}"


def _markdown(names: Sequence[str], cells: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(str(r[n])) for r in [names, *cells]) for n in range(len(names))]

    def line(row: Sequence[str]) -> str:
        return "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"

    yield line(names)
    yield "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    yield from map(line, cells)


def _paired(rows: Sequence[Row]) -> list[str]:
    """Compare every system with the first, on identical questions."""
    names = list(dict.fromkeys(r.system for r in rows))
    lines = []
    first = [r for r in rows if r.system == names[0]] if names else []
    for other in names[1:]:
        lines += ["", f"## {names[0]} minus {other}", "", "```"]
        lines += map(str, differences(first, [r for r in rows if r.system == other]))
        lines += ["```"]
    return lines


def page(head: Head, rows: Sequence[Row]) -> str:
    """Write a run as one HTML page with its plots and every miss."""
    body = [f"<p>{escape(line)}</p>" for line in list(_preface(head))[2:]]
    body += plots(rows)
    for title, names, cells in tables(rows):
        if cells:
            body.append(f"<h2>{escape(title)}</h2>{_html(names, cells)}")
    body.append(f"<pre>{escape(chr(10).join(_paired(rows)))}</pre>")
    body.append("<h2>Misses</h2>")
    body += [_miss(r) for r in sorted(rows, key=lambda r: r.stage) if r.stage]
    title = escape(head.experiment)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><h1>{title}</h1>{''.join(body)}</html>\n"
    )


def plots(rows: Sequence[Row]) -> Iterator[str]:
    """Draw what a run shows."""
    found = summaries(rows)
    for s in found:
        each = [(f"{k} ({n})", value) for k, (n, value) in s.kinds.items()]
        yield plot.bars(f"Score by kind, {s.name}", [*each, ("all", s.score)])
    s = found[0]
    dots = [(k, s.captured[k], s.kinds[k][1].value) for k in s.captured]
    yield plot.points(f"Capture against score, {s.name}", "captured", "score", dots)
    most = max(t.tokens for t in found) or 1.0
    cost = [(t.name, t.tokens, t.score.value) for t in found]
    if any(t.tokens for t in found):
        yield plot.points("Tokens a question against score", "tokens", "score", cost, most)
    slow = max(t.seconds_p95 for t in found) or 1.0
    times = [
        (f"{t.name} {name}", value)
        for t in found
        for name, value in (("p50", t.seconds_p50), ("p95", t.seconds_p95))
    ]
    yield plot.bars("Seconds a question", times, slow)
    stages = [(name, float(n)) for name, n in s.stages.items()]
    if stages:
        top = max(n for _, n in stages)
        yield plot.bars(f"Where {s.name} lost its misses", stages, top, "{:.0f}")


def _html(names: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(n)}</th>" for n in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in cells
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def _miss(row: Row) -> str:
    lists = (("turns", row.evidence), ("facts", row.facts), ("trace", row.trace))
    parts = "".join(
        f"<dt>{name}</dt>" + "".join(f"<dd>{escape(x)}</dd>" for x in found)
        for name, found in lists
        if found
    )
    said = "declined" if row.declined else row.answer
    return (
        f"<details><summary><b>{escape(row.stage)}</b> {escape(row.text)} "
        f"<small>{escape(row.system)}, {escape(row.kind)}, {escape(row.question)}</small></summary>"
        f"<dl><dt>answer</dt><dd>{escape(said)}</dd><dt>gold</dt><dd>{escape(row.gold)}</dd>"
        f"{parts}</dl></details>"
    )


def write(folder: Path, head: Head, rows: Sequence[Row]) -> None:
    """Write `report.md` and `report.html` beside the rows."""
    (folder / "report.md").write_text(text(head, rows) + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(head, rows), encoding="utf-8")
