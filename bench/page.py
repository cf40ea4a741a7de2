"""A run as one HTML page that needs nothing else: plots, tables, and every miss to look through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from tkg.bench import plot
from tkg.bench.misses import Stage
from tkg.bench.report import Figures, differing, preface, tables
from tkg.bench.result import Row
from tkg.bench.stats import Interval
from tkg.bench.table import Summary

WORDS = ("hypothesis",)
"""Columns that hold sentences."""
FILTERS = ("stage", "kind", "system")


def page(found: Figures) -> str:
    """Write a run as one HTML page."""
    missed = [r for r in found.rows if r.stage and not r.baseline]
    form = files("tkg.bench").joinpath("page.html").read_text(encoding="utf-8")
    return Template(form).substitute(
        title=escape(found.head.experiment),
        preface="\n".join(map(_said, preface(found))),
        plots="\n".join(plots(found)),
        tables="\n".join(
            f"<h2>{escape(title)}</h2>{_table(names, cells)}"
            for title, names, cells in tables(found)
        ),
        differences=f"<pre>{escape(chr(10).join(_plain(differing(found))))}</pre>",
        filters="\n".join(_filter(name, missed) for name in FILTERS),
        misses="\n".join(_miss(r) for r in missed),
    )


def _said(line: str) -> str:
    mark = ' class="control"' if line.startswith(("CONTROL", "NOTICE")) else ""
    return f"<p{mark}>{escape(line)}</p>"


def _plain(lines: Sequence[str]) -> Iterator[str]:
    """Give the lines of Markdown as they stand in preformatted text."""
    return (line.removeprefix("## ") for line in lines if line != "```")


def plots(found: Figures) -> Iterator[str]:
    """Draw what a run shows."""
    yield _by_kind(found)
    yield from _captured(found)
    if any(s.tokens for s in found.systems):
        most = max(s.tokens for s in found.systems)
        dots = [(s.name, s.tokens, _accuracy(s).value) for s in found.systems]
        yield plot.points("Tokens a question against score", "tokens", "score", dots, most)
    slowest = max(s.seconds_p95 for s in found.measured) or 1.0
    times: list[tuple[str, list[plot.Bar]]] = [
        ("p50", [(s.name, s.seconds_p50) for s in found.measured]),
        ("p95", [(s.name, s.seconds_p95) for s in found.measured]),
    ]
    yield plot.grouped("Seconds a question", times, slowest)
    stages = [stage.value for stage in Stage]
    lost = [
        (
            s.name,
            [float(sum(n for (t, _), n in s.stages.items() if t == stage)) for stage in stages],
        )
        for s in found.measured
    ]
    yield plot.stacked("Where misses were lost", stages, lost)
    if len(found.measured) == 1:
        only = found.measured[0]
        by_kind = [
            (kind, [float(only.stages.get((stage, kind), 0)) for stage in stages])
            for kind in found.kinds
        ]
        yield plot.stacked("Where misses were lost, by kind of question", stages, by_kind)


def _accuracy(s: Summary) -> Interval:
    return s.judged.get("all", s.score)


def _by_kind(found: Figures) -> str:
    groups: list[tuple[str, list[plot.Bar]]] = [
        ("all", [(s.name, _accuracy(s)) for s in found.systems])
    ]
    for kind in found.kinds:
        rows: list[plot.Bar] = [
            (s.name, s.judged.get(kind, s.kinds[kind][1])) for s in found.systems if kind in s.kinds
        ]
        count = next(s.kinds[kind][0] for s in found.systems if kind in s.kinds)
        groups.append((f"{kind} (n = {count})", rows))
    return plot.grouped("Score by kind of question, with 95 per cent intervals", groups)


def _captured(found: Figures) -> Iterator[str]:
    held = {h.store: h.captured for h in found.stores}
    if len(found.measured) > 1:
        every = [
            (s.name, held[s.store]["all"], s.holds.value)
            for s in found.measured
            if "all" in held[s.store]
        ]
        yield plot.points(
            "Captured against answers with all gold words", "captured", "answered", every
        )
    for s in found.measured if len(found.measured) == 1 else ():
        dots = [
            (kind, value, s.kinds[kind][1].value)
            for kind, value in held[s.store].items()
            if kind in s.kinds
        ]
        yield plot.points(f"Captured against score by kind, {s.name}", "captured", "score", dots)


def _table(names: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th{_words(n)}>{escape(n)}</th>" for n in names)
    body = "".join(
        "<tr>" + "".join(_cell(n, c) for n, c in zip(names, row, strict=True)) + "</tr>"
        for row in cells
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _cell(name: str, text: str) -> str:
    return f"<td{_words(name)}>{escape(text)}</td>"


def _words(name: str) -> str:
    return ' class="words"' if name in WORDS else ""


def _filter(name: str, rows: Sequence[Row]) -> str:
    counts: dict[str, int] = {}
    for row in rows:
        value = getattr(row, name)
        counts[value] = counts.get(value, 0) + 1
    options = "".join(
        f'<option value="{escape(value)}">{escape(value)} ({n})</option>'
        for value, n in sorted(counts.items(), key=lambda pair: -pair[1])
    )
    return (
        f'<select id="{name}" aria-label="{name}"><option value="">every {name}</option>'
        f"{options}</select>"
    )


def _miss(row: Row) -> str:
    said = f"(declined) {row.answer}" if row.declined else row.answer
    lists = (
        ("answer", (said,)), ("gold", (row.gold or "(there is none: decline)",)),
        ("turns", row.evidence), ("facts", row.facts), ("cited", row.cited),
        ("trace, tools", row.trace),
    )  # fmt: skip
    parts = "".join(
        f"<dt>{name}</dt>" + "".join(f"<dd>{escape(x)}</dd>" for x in found)
        for name, found in lists
        if found
    )
    marks = " ".join(f'data-{name}="{escape(getattr(row, name))}"' for name in FILTERS)
    return (
        f"<details {marks}><summary><b>{escape(row.stage)}</b> {escape(row.text)} "
        f"<small>{escape(row.system)}, {escape(row.kind)}, {escape(row.question)}</small></summary>"
        f"<dl>{parts}</dl></details>"
    )
