"""Learn the weights of the search, and measure them on conversations that were left out.

    python -m tkg.bench.search_tune DATA STORES [--beside HAYSTACKS EVIDENCE] [--tries] [--write]

DATA is a LoCoMo file, STORES a folder that holds or gets one store a conversation. With --beside, a
LongMemEval file and its evidence turns in one store are learned from as well; a part of them is
left out with each conversation. --tries also measures each feature alone, the ranker without each,
and other shrinkings. With --write, what is learned from everything replaces the packaged weights.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from tkg.bench import search_cases as cases
from tkg.bench.search_cases import LONGMEMEVAL, Case
from tkg.bench.search_fit import Floats, fit
from tkg.kg.search import ranker

SHRINK = 0.01
SHRINKS = (0.001, 0.003, 0.03, 0.1)
BESIDE = 0.5
"""How much a question of LongMemEval counts: there are a third as many, of another kind."""
WEIGHTS = Path(ranker.__file__).with_name("weights.toml")
MEASURES = ("any@5", "any@10", "MRR@10", "turn@30", "turn@5")
VECTORS = ("vector", "vector_window", "vector_session")
Score = Callable[[Case], Floats]
HEAD = """\
# The weights of the search. `first` finds the turns worth a closer look and was set by hand: a turn
# that counts must only be among a few hundred. The others rank those, with vectors and without, and
# are learned: `python -m tkg.bench.search_tune` says how, bench/search.md how well.
"""


def main(arguments: Sequence[str]) -> None:
    """Learn, measure, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("stores", type=Path)
    parser.add_argument("--beside", type=Path, nargs=2)
    parser.add_argument("--tries", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    known = list(cases.locomo(given.data, given.stores))
    if given.beside:
        haystacks, evidence = given.beside
        known += cases.longmemeval(haystacks, evidence, given.stores)
    names = list(ranker.weights()[ranker.WITH_VECTORS])
    report(known, names)
    if given.tries:
        tries(known, names)
    if given.write:
        WEIGHTS.write_text(written(known, names), encoding="utf-8")


def report(known: Sequence[Case], names: Sequence[str]) -> None:
    """Print how the search ranks by first sight, as it is packaged, and as it is learned."""
    words = [name for name in names if name not in VECTORS]
    show("first sight", known, lambda case: case.first)
    show("packaged", known, lambda case: ranker.ranked(case.features))
    show("learned, left out", known, left_out(known, names))
    show("learned, in sample", known, learned(known, names))
    show("words only, left out", known, left_out(known, words))


def tries(known: Sequence[Case], names: Sequence[str]) -> None:
    """Print what each feature is worth: alone, and to the others."""
    every = list(known[0].features)
    for name in every:
        show(f"{name} alone", known, alone(name))
    for shrink in SHRINKS:
        show(f"left out, shrink {shrink}", known, left_out(known, names, shrink))
    for name in names:
        show(f"without {name}", known, left_out(known, [n for n in names if n != name]))
    for name in every:
        if name not in names:
            show(f"with {name}", known, left_out(known, [*names, name]))


def alone(name: str) -> Score:
    """Return the score by one feature."""
    return lambda case: case.features[name]


def learned(known: Iterable[Case], names: Sequence[str], shrink: float = SHRINK) -> Score:
    """Return the score by weights learned from some questions."""
    examples = [c.example(names, BESIDE if c.group == LONGMEMEVAL else 1.0) for c in known]
    weights = fit(examples, shrink)
    return lambda case: case.rows(names) @ weights


def left_out(known: Sequence[Case], names: Sequence[str], shrink: float = SHRINK) -> Score:
    """Return the score of each question by weights learned without its conversation."""
    folds = dict(zip(map(id, known), _folds(known), strict=True))
    scores = {
        fold: learned([c for c in known if folds[id(c)] != fold], names, shrink)
        for fold in sorted(set(folds.values()))
    }
    return lambda case: scores[folds[id(case)]](case)


def _folds(known: Sequence[Case]) -> list[int]:
    """Return what each question is left out with: its conversation, and a part of the pile."""
    groups = sorted({c.group for c in known if c.group != LONGMEMEVAL})
    return [
        n % len(groups) if c.group == LONGMEMEVAL else groups.index(c.group)
        for n, c in enumerate(known)
    ]


def show(title: str, known: Sequence[Case], score: Score) -> None:
    """Print the measures of a ranking: of all LoCoMo questions, by conversation, and beside."""
    groups: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for case in known:
        measured = measures(case, score(case))
        groups[case.group].append(measured)
        if case.group == LONGMEMEVAL:
            groups[f"  {case.kind}"].append(measured)
        else:
            groups["all"].append(measured)
    print(f"\n{title}\n{'':28}" + "".join(f"{name:>9}" for name in MEASURES))
    for group in sorted(groups, key=lambda g: (g != "all", LONGMEMEVAL in g or g[0] == " ", g)):
        values = np.mean(np.array(groups[group]), axis=0)
        print(f"{group[:22]:22}{len(groups[group]):6}" + "".join(f"{v:9.4f}" for v in values))
    sys.stdout.flush()


def measures(case: Case, score: Floats) -> tuple[float, ...]:
    """Return the measures of one question's ranking; ties by key, as the search breaks them."""
    keys = np.argsort(np.argsort(case.keys))
    order = np.lexsort((keys, -score))[:200]
    sessions = list(dict.fromkeys(case.places[order].tolist()))[:10]
    right = set(case.places[case.sessions].tolist())
    ranks = [rank for rank, session in enumerate(sessions, start=1) if session in right]
    return (
        float(any(rank <= 5 for rank in ranks)),
        float(bool(ranks)),
        1 / ranks[0] if ranks else 0.0,
        float(case.turns[order[:30]].sum()) / case.held,
        float(case.turns[order[:5]].sum()) / case.held,
    )


def written(known: Sequence[Case], names: Sequence[str]) -> str:
    """Return the packaged table with what is learned from every question."""
    words = [name for name in names if name not in VECTORS]
    first = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))[ranker.FIRST]
    tables = {ranker.FIRST: first}
    for table, chosen in ((ranker.WITH_VECTORS, names), (ranker.WORDS_ONLY, words)):
        examples = [c.example(chosen, BESIDE if c.group == LONGMEMEVAL else 1.0) for c in known]
        values = fit(examples, SHRINK).tolist()
        tables[table] = dict(zip(chosen, values, strict=True))
    return HEAD + "".join(
        f"\n[{table}]\n" + "".join(f"{name} = {value:.3g}\n" for name, value in values.items())
        for table, values in tables.items()
    )


if __name__ == "__main__":
    main(sys.argv[1:])
