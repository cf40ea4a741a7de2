"""The part of a long turn that bears on a question, in whole sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tkg.answer.offline.tokens import sentences, stems

LONGEST = 600
"""Characters of a turn that is shown whole; of a longer one the fitting sentences are."""
LEFT_OUT = "[...]"


def excerpt(text: str, wanted: frozenset[str], longest: int = LONGEST) -> str:
    """Return a turn, or the run of its sentences that holds most of the words wanted.

    What is left out before or after is marked. A sentence that alone is too long is cut between
    two words, and marked too.
    """
    if len(text) <= longest:
        return text
    bounds = sentences(text)
    held = [len(stems(text[start:end]) & wanted) for start, end in bounds]
    first, last = _best_run(bounds, held, longest)
    start, end = bounds[first][0], bounds[last][1]
    if end - start > longest:
        end = start + max(text[start : start + longest].rfind(" "), longest // 2)
    before = f"{LEFT_OUT} " if text[:start].strip() else ""
    after = f" {LEFT_OUT}" if text[end:].strip() else ""
    return f"{before}{text[start:end]}{after}"


def _best_run(bounds: Sequence[tuple[int, int]], held: list[int], longest: int) -> tuple[int, int]:
    """Return the first and last sentence of the run that holds most; the earliest of equals."""
    best, found = -1, (0, 0)
    first = total = 0
    for last, (_, end) in enumerate(bounds):
        total += held[last]
        while first < last and end - bounds[first][0] > longest:
            total -= held[first]
            first += 1
        if total > best:
            best, found = total, (first, last)
    return found[0], _grown(bounds, found, longest)


def _grown(bounds: Sequence[tuple[int, int]], run: tuple[int, int], longest: int) -> int:
    """Return the last sentence that still fits behind a run."""
    first, last = run
    while last + 1 < len(bounds) and bounds[last + 1][1] - bounds[first][0] <= longest:
        last += 1
    return last
