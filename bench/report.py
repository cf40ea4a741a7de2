"""A run as people read it: text, which is Markdown too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tkg.bench import result
from tkg.bench.compare import HEAD, differences
from tkg.bench.costs import Writing, priced, repaid
from tkg.bench.misses import Stage
from tkg.bench.result import Filled, Head, Row
from tkg.bench.stats import Interval
from tkg.bench.table import Held, Summary, stores, summaries
from tkg.kg.counted import counted
from tkg.kg.llm.prices import Prices

Table = tuple[str, list[str], list[list[str]]]


@dataclass(frozen=True, slots=True)
class Figures:
    """A run with everything that is computed from it once."""

    head: Head
    rows: Sequence[Row]
    systems: Sequence[Summary]
    stores: Sequence[Held]
    writing: dict[str, Writing]

    @property
    def measured(self) -> list[Summary]:
        """The systems without the controls."""
        return [s for s in self.systems if not s.baseline]

    @property
    def kinds(self) -> list[str]:
        """The kinds of questions."""
        return sorted({kind for s in self.systems for kind in s.kinds})


def figures(folder: Path, prices: Prices) -> Figures:
    """Read a run and compute its figures.

    Raises:
        InputError: There is no whole run.
    """
    head, found = result.read(folder)
    rows, filled = priced(prices, head, found, result.filled(folder))
    return computed(head, rows, filled)


def computed(head: Head, rows: Sequence[Row], filled: Sequence[Filled] = ()) -> Figures:
    """Compute the figures of a run."""
    names = dict.fromkeys(f.store for f in filled)
    writing = {name: Writing.of(name, filled) for name in names}
    return Figures(head, rows, summaries(rows), stores(rows), writing)


def share(value: Interval | float | None) -> str:
    """Write a share, with its interval where there is one."""
    if value is None or (isinstance(value, Interval) and value.value != value.value):
        return "-"
    if isinstance(value, Interval):
        return f"{value.value:.4f} [{value.low:.3f}, {value.high:.3f}]"
    return f"{value:.4f}"


def tables(found: Figures) -> Iterator[Table]:
    """Give (title, head, rows) of every table that has rows."""
    kinds = found.kinds
    for title, names, cells in (
        ("Expected and found", ["system", "hypothesis", "expected", "found"], _stated(found)),
        ("Score", ["system", "n", "all", *kinds], [_scores(s, kinds) for s in found.systems]),
        ("Judged right", ["system", "all", *kinds], list(_verdicts(found))),
        (
            "Answers",
            ["system", "errors", "all gold words in it", "declined answerable",
             "declined unanswerable", "true at another time", "noise"],
            [_answers(s) for s in found.systems],
        ),
        (
            "Cost and time of a question",
            ["system", "tokens", "USD/1000", "s p50", "s p95", "store repaid after"],
            [_costs(found, s) for s in found.systems],
        ),
        (
            "Writing the stores",
            ["store", "conversations", "turns", "facts", "s", "model calls", "sessions not sent",
             "not read whole", "tokens", "USD"],
            [_written(w) for w in found.writing.values()],
        ),
        ("What the stores hold and give back", *_held(found)),
        *(_misses(s, kinds) for s in found.measured),
    ):  # fmt: skip
        if cells:
            yield title, names, cells


def _stated(found: Figures) -> list[list[str]]:
    return [
        [s.name, found.head.systems.get(s.name, ""), share(found.head.expected.get(s.name)),
         share(s.judged.get("all", s.score))]
        for s in found.systems
    ]  # fmt: skip


def _scores(s: Summary, kinds: Sequence[str]) -> list[str]:
    cells = [share(s.kinds[k][1]) if k in s.kinds else "-" for k in kinds]
    return [s.name, str(s.n), share(s.score), *cells]


def _verdicts(found: Figures) -> Iterator[list[str]]:
    for s in found.systems:
        if s.judged:
            yield [s.name, *(share(s.judged.get(kind)) for kind in ("all", *found.kinds))]


def _answers(s: Summary) -> list[str]:
    return [
        s.name, str(s.errors), share(s.holds), share(s.declined), share(s.abstained),
        share(s.stale), share(s.noise),
    ]  # fmt: skip


def _costs(found: Figures, s: Summary) -> list[str]:
    writing = found.writing.get(s.store)
    after = repaid(writing, s.tokens, found.head.whole_tokens) if writing else None
    words = "never" if after is None else counted(after, "question")
    return [
        s.name, f"{s.tokens:,.0f}", f"{s.cost_a_thousand:.2f}" if s.cost_a_thousand else "-",
        f"{s.seconds_p50:.3f}", f"{s.seconds_p95:.3f}",
        "-" if s.baseline or not writing else words,
    ]  # fmt: skip


def _written(w: Writing) -> list[str]:
    return [
        w.store, str(w.conversations), f"{w.turns:,}", f"{w.facts:,}", f"{w.seconds:.0f}",
        str(w.calls), str(w.skipped), str(w.failed), f"{w.tokens:,}",
        f"{w.cost:.2f}" if w.cost else "-",
    ]  # fmt: skip


def _held(found: Figures) -> tuple[list[str], list[list[str]]]:
    pool = found.head.pool
    names = ["measure", *(h.store for h in found.stores), *(["all in one store"] if pool else [])]
    rows = []
    for kind in dict.fromkeys(k for h in found.stores for k in h.captured):
        cells = [share(h.captured.get(kind)) for h in found.stores]
        rows.append([f"captured, {kind}", *cells, *(["-"] if pool else [])])
    for name in dict.fromkeys(k for h in found.stores for k in h.found):
        cells = [share(h.found.get(name)) for h in found.stores]
        rows.append([name, *cells, *([share(pool.get(name))] if pool else [])])
    return names, rows


def _misses(s: Summary, kinds: Sequence[str]) -> Table:
    stages = sorted(Stage, key=lambda stage: -sum(s.stages.get((stage, k), 0) for k in kinds))
    rows = [
        [stage.value, *(str(s.stages.get((stage, k), 0)) for k in kinds),
         str(sum(s.stages.get((stage, k), 0) for k in kinds))]
        for stage in stages
    ]  # fmt: skip
    return f"Where {s.name} lost its misses", ["stage", *kinds, "all"], rows


def preface(found: Figures) -> Iterator[str]:
    """Give the lines that a reader must see before any figure."""
    head = found.head
    yield f"Hypothesis: {head.hypothesis}"
    asked = f"limit {head.limit or 'none'}, only {', '.join(head.only) or 'all'}"
    yield (
        f"Data: {head.data}, sha256 {head.sha256}; settings {head.config}, seed {head.seed}, "
        f"{asked}; {head.workers} questions at once."
    )
    yield f"Code: {head.commit or 'unknown'}. " + ", ".join(
        f"{name} {number}" for name, number in head.versions.items()
    )
    if "+edits" in head.commit:
        yield "NOTICE: the code had edits that no commit holds: nobody else can run this again."
    if head.ceiling:
        yield "Ceiling of the answer key: " + ", ".join(
            f"{kind} {value:.3f}" for kind, value in head.ceiling.items()
        )
    if head.calibration:
        yield "Judge, on answers whose verdict is known: " + ", ".join(
            f"{name} {rate:.3f}" for name, rate in head.calibration.items()
        )
    for control in head.controls:
        yield f"CONTROL: {control}"
    if not head.controls:
        yield "Controls: nothing found."
    if head.warnings:
        yield f"Tolerated in the file: {len(head.warnings)} slips, such as {head.warnings[0]}"


def text(found: Figures) -> str:
    """Write a run for a terminal, and for Markdown, which reads the same."""
    parts = [f"# {found.head.experiment}", ""]
    for said in preface(found):
        parts += [said, ""]
    for title, names, cells in tables(found):
        parts += [f"## {title}", "", *_markdown(names, cells), ""]
    return "\n".join([*parts, *differing(found)])


def _markdown(names: Sequence[str], cells: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(str(r[n])) for r in [names, *cells]) for n in range(len(names))]

    def line(row: Sequence[str]) -> str:
        return "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"

    yield line(names)
    yield "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    yield from map(line, cells)


def differing(found: Figures) -> list[str]:
    """Compare every system with the first, on identical questions."""
    first, *others = [s.name for s in found.systems]
    lines: list[str] = []
    ours = [r for r in found.rows if r.system == first]
    for other in others:
        theirs = [r for r in found.rows if r.system == other]
        lines += ["", f"## {first} minus {other}", "", "```", HEAD]
        lines += [*map(str, differences(ours, theirs)), "```"]
    return lines


def write(folder: Path, found: Figures) -> None:
    """Write `report.md` and `report.html` beside the rows."""
    from tkg.bench.page import page

    (folder / "report.md").write_text(text(found) + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(found), encoding="utf-8")
