"""The figures of a run: per system and kind of question, with intervals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from tkg.bench.costs import a_thousand
from tkg.bench.metrics import percentile
from tkg.bench.result import Row
from tkg.bench.stats import Interval, bootstrap, wilson


@dataclass(frozen=True, slots=True)
class Summary:
    """One system's figures.

    Attributes:
        score: The benchmark's own score over all questions.
        kinds: The same by kind: (n, score).
        judged: Judged accuracy over all questions and by kind; empty where nobody judged.
        declined: Share of answerable questions that were declined: wrongly.
        abstained: Share of unanswerable ones that were declined: rightly.
        stale: Share of answers that were true earlier, of the questions that have such.
        stages: Misses by stage and kind.
        holds: Share of answerable questions whose answer has all words of the gold in it.
        noise: Standard deviation of the score over replicates; None of a single one.
        baseline: Whether it is a control.
    """

    name: str
    store: str
    baseline: bool
    n: int
    errors: int
    score: Interval
    kinds: dict[str, tuple[int, Interval]]
    judged: dict[str, Interval]
    holds: Interval
    declined: Interval
    abstained: Interval
    stale: Interval | None
    stages: dict[tuple[str, str], int]
    seconds_p50: float
    seconds_p95: float
    tokens: float
    cost_a_thousand: float
    noise: float | None


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """Return the figures of every system, in the order of the rows."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.system].append(row)
    return [summary(name, group) for name, group in groups.items()]


def summary(name: str, rows: Sequence[Row]) -> Summary:
    """Return the figures of one system."""
    kinds: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        kinds[row.kind].append(row)
    answerable = [r for r in rows if r.answerable]
    other = [r for r in rows if not r.answerable]
    aging = [r for r in rows if r.may_be_stale]
    times = [r.seconds for r in rows if not r.error]
    return Summary(
        name=name,
        store=rows[0].store,
        baseline=rows[0].baseline,
        n=len(rows),
        errors=sum(bool(r.error) for r in rows),
        score=bootstrap([r.score for r in rows]),
        kinds={k: (len(g), bootstrap([r.score for r in g])) for k, g in sorted(kinds.items())},
        judged=_judged(rows),
        holds=wilson(sum(r.holds for r in answerable), len(answerable)),
        declined=wilson(sum(r.declined for r in answerable), len(answerable)),
        abstained=wilson(sum(r.declined for r in other), len(other)),
        stale=wilson(sum(r.stale for r in aging), len(aging)) if aging else None,
        stages=dict(Counter((r.stage, r.kind) for r in rows if r.stage).most_common()),
        seconds_p50=percentile(times, 0.5),
        seconds_p95=percentile(times, 0.95),
        tokens=mean(r.tokens for r in rows),
        cost_a_thousand=a_thousand(rows),
        noise=_noise(rows),
    )


@dataclass(frozen=True, slots=True)
class Held:
    """What one kind of store holds and gives back, measured without asking anybody.

    Attributes:
        captured: By kind, of the answerable, and over all of them.
        found: Means of the search's measures.
    """

    store: str
    captured: dict[str, float]
    found: dict[str, float]


def stores(rows: Sequence[Row]) -> list[Held]:
    """Return the figures of every store; each question counts once."""
    groups: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        groups[row.store].setdefault(row.question, row)
    return [
        Held(name, _captured(list(group.values())), _recall(list(group.values())))
        for name, group in groups.items()
    ]


def _captured(rows: Sequence[Row]) -> dict[str, float]:
    kinds: dict[str, list[float]] = defaultdict(list)
    for row in sorted(rows, key=lambda r: r.kind):
        if row.captured is not None:
            kinds[row.kind].append(row.captured)
    everything = [value for group in kinds.values() for value in group]
    found = {kind: mean(group) for kind, group in kinds.items()}
    return {**found, "all": mean(everything)} if everything else {}


def _recall(rows: Sequence[Row]) -> dict[str, float]:
    names = dict.fromkeys(name for r in rows for name in r.recall)
    return {name: mean(r.recall[name] for r in rows if name in r.recall) for name in names}


def _judged(rows: Sequence[Row]) -> dict[str, Interval]:
    """Return the share that the judge called right; an error is a wrong answer."""
    if all(r.right is None for r in rows):
        return {}
    groups: dict[str, list[bool]] = defaultdict(list)
    for row in sorted(rows, key=lambda r: r.kind):
        groups["all"].append(bool(row.right))
        groups[row.kind].append(bool(row.right))
    return {kind: wilson(sum(group), len(group)) for kind, group in groups.items()}


def _noise(rows: Sequence[Row]) -> float | None:
    groups: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        groups[row.replicate].append(row.score)
    if len(groups) < 2:
        return None
    means = [mean(g) for g in groups.values()]
    middle = mean(means)
    return float((sum((m - middle) ** 2 for m in means) / (len(means) - 1)) ** 0.5)
