"""Paired differences between two systems, on identical questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from tkg.bench.result import Head, Row
from tkg.bench.stats import Interval, paired
from tkg.kg.errors import UsageError


@dataclass(frozen=True, slots=True)
class Difference:
    """What one system has over another on the questions that both were asked."""

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


HEAD = f"{'kind':<26} {'n':>5} {'ours':>7} {'theirs':>7}  {'ours-theirs':>8}  95% interval"


def differences(ours: Sequence[Row], theirs: Sequence[Row]) -> list[Difference]:
    """Compare rows of two systems, question by question, over all and by kind."""
    judged = all(r.right is not None for r in (*ours, *theirs) if not r.error)
    left, right = _scores(ours, judged), _scores(theirs, judged)
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


def _scores(rows: Sequence[Row], judged: bool) -> dict[str, float]:
    """Return the mean over replicates, by question; where all are judged, of the verdicts."""
    groups: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        groups[row.question].append(float(bool(row.right)) if judged else row.score)
    return {name: mean(scores) for name, scores in groups.items()}


def runs(
    ours: tuple[Head, list[Row]], theirs: tuple[Head, list[Row]], names: Sequence[str] = ()
) -> Iterator[str]:
    """Compare two runs: the systems that both have, or the two that are named.

    Raises:
        UsageError: They are of different data, or have no system to compare.
    """
    if ours[0].sha256 != theirs[0].sha256:
        raise UsageError("The two runs were asked about different files: nothing is paired.")
    for left, right in _pairs(ours[1], theirs[1], names):
        mine = [r for r in ours[1] if r.system == left]
        others = [r for r in theirs[1] if r.system == right]
        yield f"{left}" if left == right else f"{left} against {right}"
        yield HEAD
        yield from map(str, differences(mine, others))
        yield ""


def _pairs(
    ours: Sequence[Row], theirs: Sequence[Row], names: Sequence[str]
) -> list[tuple[str, str]]:
    left = list(dict.fromkeys(r.system for r in ours if names or not r.baseline))
    right = list(dict.fromkeys(r.system for r in theirs if names or not r.baseline))
    if names:
        mine, others = names[0], names[-1]
        if mine not in left or others not in right:
            raise UsageError(
                f"There is no {mine!r} against {others!r}.",
                hint=f"Ours: {', '.join(left)}. Theirs: {', '.join(right)}.",
            )
        return [(mine, others)]
    if both := [name for name in left if name in right]:
        return [(name, name) for name in both]
    if len(left) == len(right) == 1:
        return [(left[0], right[0])]
    raise UsageError(
        "The two runs have no system in common.",
        hint=f"Name two with --system: {', '.join([*left, *right])}.",
    )
