"""How good an answer is, and how good a ranking: the benchmarks' own measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean

from tkg.bench.datasets.case import Question
from tkg.bench.words import content, tokens

TOKEN_CHARACTERS = 4
"""Characters a token of English takes, for budgets over plain turns."""


def token_f1(said: str, gold: str) -> float:
    """Return the F1 of the stemmed tokens, as in LoCoMo.

    Source: Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents (2024).

    >>> token_f1("on 7 May 2023", "7 May 2023")
    0.8571428571428571
    """
    ours, theirs = tokens(said), tokens(gold)
    same = sum((Counter(ours) & Counter(theirs)).values())
    return 2 * same / (len(ours) + len(theirs)) if same else 0.0


def score(question: Question, said: str, declined: bool) -> float:
    """Return the benchmark's score of an answer: token F1, or whether it was declined rightly.

    A gold that is a list is compared part by part with the parts of the answer.
    """
    if not question.answerable:
        return float(declined)
    if len(question.parts) == 1 and question.kind != "multi-hop":
        return token_f1(said, question.parts[0])
    ours = [part.strip() for part in said.split(",")]
    return mean(max(token_f1(mine, part) for mine in ours) for part in question.parts)


def stale(question: Question, said: str) -> bool:
    """Say whether an answer gives what is true at another time, and not the value asked for."""
    words = content(said)
    now = any(content(part) <= words for part in question.parts if part)
    return not now and any(content(old) <= words for old in question.stale if old)


def any_at(ranked: Sequence[str], wanted: frozenset[str], k: int) -> float:
    """Return 1 if one of the wanted stands among the first k different ones."""
    return float(bool(set(_first(ranked, k)) & wanted))


def all_at(ranked: Sequence[str], wanted: frozenset[str], k: int) -> float:
    """Return 1 if all of the wanted stand among the first k different ones."""
    return float(wanted <= set(_first(ranked, k)))


def share_at(ranked: Sequence[str], wanted: frozenset[str], k: int) -> float:
    """Return which share of the wanted stands among the first k."""
    return len(set(_first(ranked, k)) & wanted) / len(wanted)


def reciprocal_rank(ranked: Sequence[str], wanted: frozenset[str], k: int = 10) -> float:
    """Return 1 over the place of the first wanted one, 0 past the k-th.

    >>> reciprocal_rank(["b", "b", "a"], frozenset("a"))
    0.5
    """
    places = (1 / n for n, one in enumerate(_first(ranked, k), start=1) if one in wanted)
    return next(places, 0.0)


def share_within(ranked: Sequence[tuple[str, str]], wanted: frozenset[str], budget: int) -> float:
    """Return which share of the wanted is read when (id, text) are read until tokens run out."""
    seen, left = set(), budget
    for name, text in ranked:
        left -= len(text) // TOKEN_CHARACTERS + 1
        if left < 0:
            break
        seen.add(name)
    return len(seen & wanted) / len(wanted)


def stale_first(
    ranked: Sequence[tuple[str, str]], now: frozenset[str], old: frozenset[str], budget: int
) -> float:
    """Return 1 if reading (id, text) until the tokens run out meets an old value before the right.

    An old value is one that is true at another time than the one asked about.

    >>> stale_first([("old", "Porto"), ("new", "Ghent")], frozenset({"new"}), frozenset({"old"}), 9)
    1.0
    """
    left = budget
    for name, text in ranked:
        left -= len(text) // TOKEN_CHARACTERS + 1
        if left < 0 or name in now:
            break
        if name in old:
            return 1.0
    return 0.0


def holds(question: Question, said: str) -> bool:
    """Say whether an answer has all content words of the gold, whatever else it says."""
    words = content(said)
    return question.answerable and all(content(part) <= words for part in question.parts)


def _first(ranked: Sequence[str], k: int) -> list[str]:
    return list(dict.fromkeys(ranked))[:k]


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
