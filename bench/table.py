"""The figures of a run: per system and kind of question, with intervals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from tkg.bench.metrics import percentile
from tkg.bench.result import Row
from tkg.bench.stats import Interval, bootstrap, paired, wilson


@dataclass(frozen=True, slots=True)
class Summary:
    """One system's figures.

    Attributes:
        score: The benchmark's own score over all questions.
        kinds: The same by kind: (n, score).
        judged: Judged accuracy, where somebody judged.
        declined: Share of answerable questions that were declined: wrongly.
        abstained: Share of unanswerable ones that were declined: rightly.
        stale: Share of answers that were true earlier, of the questions that have such.
        captured: By kind, of the answerable.
        noise: Standard deviation of the score over replicates; None of a single one.
    """

    name: str
    n: int
    errors: int
    score: Interval
    kinds: dict[str, tuple[int, Interval]]
    judged: Interval | None
    declined: Interval
    abstained: Interval
    stale: Interval | None
    captured: dict[str, float]
    recall: dict[str, float]
    stages: dict[str, int]
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
    judged = [float(r.right) for r in rows if r.right is not None]
    aging = [r for r in rows if r.may_be_stale]
    times = [r.seconds for r in rows if not r.error]
    return Summary(
        name=name,
        n=len(rows),
        errors=sum(bool(r.error) for r in rows),
        score=bootstrap([r.score for r in rows]),
        kinds={k: (len(g), bootstrap([r.score for r in g])) for k, g in sorted(kinds.items())},
        judged=wilson(sum(judged), len(judged)) if judged else None,
        declined=wilson(sum(r.declined for r in answerable), len(answerable)),
        abstained=wilson(sum(r.declined for r in other), len(other)),
        stale=wilson(sum(r.stale for r in aging), len(aging)) if aging else None,
        captured={
            k: mean(r.captured for r in g if r.captured is not None)
            for k, g in sorted(kinds.items())
            if any(r.captured is not None for r in g)
        },
        recall=_recall(rows),
        stages=dict(Counter(r.stage for r in rows if r.stage).most_common()),
        seconds_p50=percentile(times, 0.5),
        seconds_p95=percentile(times, 0.95),
        tokens=mean(r.tokens for r in rows),
        cost_a_thousand=1000 * mean(r.cost for r in rows),
        noise=_noise(rows),
    )


def _recall(rows: Sequence[Row]) -> dict[str, float]:
    names = dict.fromkeys(name for r in rows for name in r.recall if name != "search_ms")
    return {name: mean(r.recall[name] for r in rows if name in r.recall) for name in names}


def _noise(rows: Sequence[Row]) -> float | None:
    groups: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        groups[row.replicate].append(row.score)
    if len(groups) < 2:
        return None
    means = [mean(g) for g in groups.values()]
    middle = mean(means)
    return float((sum((m - middle) ** 2 for m in means) / (len(means) - 1)) ** 0.5)


@dataclass(frozen=True, slots=True)
class Difference:
    """What one run or system has over another on the questions that both were asked."""

    kind: str
    n: int
    ours: float
    theirs: float
    difference: Interval

    def __str__(self) -> str:
        """Write it; a difference inside the noise is written as null."""
        d = self.difference
        text = "null" if d.null else f"{d.value:+.4f}"
        return (
            f"{self.kind:<26} {self.n:5d} {self.ours:7.4f} {self.theirs:7.4f}  {text:>8}"
            f"  [{d.low:+.4f}, {d.high:+.4f}]"
        )


def differences(ours: Sequence[Row], theirs: Sequence[Row]) -> list[Difference]:
    """Compare rows of two systems, question by question, over all and by kind."""
    left, right = _scores(ours), _scores(theirs)
    both = [name for name in left if name in right]
    kinds = {r.question: r.kind for r in ours}
    groups: dict[str, list[str]] = {"all": both}
    for name in both:
        groups.setdefault(kinds[name], []).append(name)
    return [
        Difference(
            kind, len(names), mean(left[n] for n in names), mean(right[n] for n in names),
            paired([left[n] for n in names], [right[n] for n in names]),
        )
        for kind, names in groups.items() if names
    ]  # fmt: skip


def _scores(rows: Sequence[Row]) -> dict[str, float]:
    """Return the mean over replicates, by question."""
    groups: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        groups[row.question].append(row.score)
    return {name: mean(scores) for name, scores in groups.items()}
