"""Questions with known answers, as the numbers that the offline reader's networks are fitted on."""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import snowballstemmer

from tkg.answer.offline import dates, phrases, pool, turns
from tkg.answer.offline.context import Basis
from tkg.answer.offline.evidence import HITS, Evidence, gather
from tkg.answer.offline.look import understood
from tkg.bench.reader_fit import Choice
from tkg.kg.memory import Memory
from tkg.temporal.span import Span

ADVERSARIAL, MULTI, OPEN = 5, 1, 3
_stem = cache(snowballstemmer.stemmer("porter").stemWord)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question of a benchmark.

    Attributes:
        gold: The right answer; of an adversarial question, that to the one it was made from.
        sources: Ids of the turns that answer it.
        times: Accepted (start, end) of the event, where it has one.
    """

    conversation: str
    text: str
    category: int
    gold: str
    sources: frozenset[str]
    times: tuple[tuple[str, str], ...] = ()


def labelled(data: Path, times: Path) -> list[Labelled]:
    """Return the questions of a LoCoMo file, with the accepted times of their events."""
    accepted = _accepted(times)
    return [
        _labelled(sample["sample_id"], question, accepted)
        for sample in json.loads(data.read_text(encoding="utf-8"))
        for question in sample["qa"]
    ]


def _accepted(path: Path) -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {
        (row["conv"], row["question"]): tuple((a[0], a[1]) for a in row["accept"])
        for row in rows
        if row["kind"] in ("point", "range")
    }


def _labelled(
    conversation: str,
    question: dict[str, Any],
    accepted: dict[tuple[str, str], tuple[tuple[str, str], ...]],
) -> Labelled:
    text = question["question"]
    found = re.findall(r"D\d+:\d+", str(question.get("evidence")))
    gold = str(question.get("answer", question.get("adversarial_answer")))
    return Labelled(
        conversation=conversation,
        text=text,
        category=question["category"],
        gold=gold.split(";")[0] if question["category"] == OPEN else gold,
        sources=frozenset(found),
        times=accepted.get((conversation, text), ()),
    )


def asked_rightly(question: Labelled, memory: Memory) -> Labelled:
    """Return an adversarial question with the person put right, so that its answer can be read.

    Such questions are made by exchanging the two people of a true one.
    """
    people = memory.speakers()
    named = [p for p in people if re.search(rf"\b{re.escape(p)}\b", question.text)]
    if question.category != ADVERSARIAL or len(named) != 1 or len(people) != 2:
        return question
    other = next(p for p in people if p != named[0])
    return replace(question, text=re.sub(rf"\b{re.escape(named[0])}\b", other, question.text))


def evidence(memory: Memory, text: str, now: datetime) -> Evidence:
    """Return what the reader looks at for a question."""
    hits = memory.search(text, k=HITS, explain=True, now=now)
    return gather(memory, understood(memory, text, now), hits)


def turn_choice(found: Evidence, question: Labelled) -> Choice:
    """Return every turn of the evidence, with 1 for those that the annotators named."""
    named = np.array([p.turn.id in question.sources for p in found.passages], dtype=np.float32)
    return Choice(turns.features(found), named, named)


def phrase_choice(found: Evidence, question: Labelled, basis: Basis) -> Choice | None:
    """Return every phrase of the named turns with its token F1 against the right answer.

    None where search found none of those turns.
    """
    named = tuple(p for p in found.passages if p.turn.id in question.sources)
    candidates = pool.pool(replace(found, passages=named))
    if not len(candidates.first):
        return None
    texts = [candidates.text(n) for n in range(len(candidates.first))]
    parts = question.gold.split(",") if question.category == MULTI else [question.gold]
    worth = {text: max(token_f1(text, part) for part in parts) for text in set(texts)}
    return Choice(
        rows=phrases.rows(found, candidates, basis),
        worth=np.array([worth[text] for text in texts], dtype=np.float32),
        evidence=np.ones(len(texts), dtype=np.float32),
    )


def date_choice(found: Evidence, question: Labelled) -> Choice:
    """Return every time in the evidence, with 1 for those that are accepted."""
    candidates = dates.candidates(found)
    accepted = set(question.times)
    right = [float(civil(c.span) in accepted) for c in candidates]
    named = [float(c.passage.turn.id in question.sources) for c in candidates]
    return Choice(
        rows=dates.features(found, candidates),
        worth=np.array(right, dtype=np.float32),
        evidence=np.array(named, dtype=np.float32),
    )


def civil(span: Span) -> tuple[str, str]:
    """Return the ends of a span as civil days or times, "" where it is open."""
    return (_day(span.start), _day(span.end))


def _day(moment: datetime | None) -> str:
    if moment is None:
        return ""
    text = moment.isoformat()[:19]
    return text.removesuffix("T00:00:00")


def token_f1(said: str, gold: str) -> float:
    """Return the harmonic mean of precision and recall over Porter stems, articles left out.

    Source: LoCoMo (Maharana et al., 2024), its evaluation script.
    """
    left, right = Counter(_words(said)), Counter(_words(gold))
    same = sum((left & right).values())
    return 2 * same / (sum(left.values()) + sum(right.values())) if same else 0.0


@cache
def _words(text: str) -> tuple[str, ...]:
    plain = "".join(c for c in text.replace(",", "").lower() if c not in string.punctuation)
    return tuple(_stem(w) for w in re.sub(r"\b(a|an|the|and)\b", " ", plain).split())


def folds(conversations: Sequence[str]) -> Iterator[str]:
    """Return each conversation once, to be left out."""
    yield from sorted(set(conversations))
