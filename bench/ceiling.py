"""The highest score that an answer key allows: golds that are wrong cannot be met by right answers.

Of a list of disputed questions (`--disputed`) the share in this very run counts; without one, what
a published audit found in the whole benchmark.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from importlib.resources import files

from tkg.bench.datasets.case import Dataset


def ceilings(dataset: Dataset) -> dict[str, float]:
    """Return the ceiling by kind of question, of the answerable; nothing where nobody looked."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for question in dataset.questions:
        if question.answerable:
            groups[question.kind].append(question.disputed)
    if any(any(group) for group in groups.values()):
        return {kind: 1 - sum(group) / len(group) for kind, group in sorted(groups.items())}
    text = files("tkg.bench").joinpath("ceilings.toml").read_text(encoding="utf-8")
    known = tomllib.loads(text).get(dataset.name, {}).get("kinds", {})
    return {
        kind: 1 - known[kind]["wrong"] / known[kind]["asked"]
        for kind in sorted(groups)
        if kind in known
    }
