"""What speaks for or against each phrase, as numbers for the scorer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.pool import CLASS, CLASSES, Ints, Pool
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import stem, tokens

Floats = NDArray[np.float32]
Columns = NDArray[np.float64]
Test = Callable[[str], bool]
LENGTHS = (1, 2, 3, 4, 6, 8, 11, 14)
NEAR = (1, 2, 3, 5, 8)
FIRST_PERSON = frozenset(["i", "me", "my", "mine", "we", "us", "our", "myself", "ourselves"])
SECOND_PERSON = frozenset(["you", "your", "yours", "yourself"])
THIRD_PERSON = frozenset(["he", "him", "his", "she", "her", "hers", "they", "them", "their"])


def features(evidence: Evidence, pool: Pool) -> Floats:
    """Return one row a phrase. The columns never change their order: the weights rely on it."""
    columns = [
        *_of_sentence(evidence, pool),
        *_of_edges(pool),
        *_of_length(pool),
        *_of_inside(evidence, pool),
        *_of_distance(evidence.asked, pool),
        *_of_clauses(evidence, pool),
        *_of_question(evidence.asked, len(pool.first)),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _of_sentence(evidence: Evidence, pool: Pool) -> list[Columns]:
    count = int(pool.sentence[-1]) + 1 if len(pool.sentence) else 0
    held: list[set[str]] = [set() for _ in range(count)]
    low: list[list[str]] = [[] for _ in range(count)]
    owner = [0] * count
    for number, token in enumerate(pool.words):
        sentence = int(pool.sentence[number])
        held[sentence].add(token.stem)
        low[sentence].append(token.low)
        owner[sentence] = int(pool.passage[number])
    rows = np.array(
        [_sentence(evidence, pool, n, held, low, owner) for n in range(count)] or [[0.0] * 12]
    )
    return list(rows[pool.sentence[pool.first]].T)


def _sentence(
    evidence: Evidence,
    pool: Pool,
    n: int,
    held: list[set[str]],
    low: list[list[str]],
    owner: list[int],
) -> list[float]:
    asked, speaker = evidence.asked, pool.passages[owner[n]].turn.speaker
    own = frozenset(held[n])
    previous = frozenset(held[n - 1]) if n and owner[n - 1] == owner[n] else frozenset()
    spoken = set(low[n])
    by_subject = speaker == asked.subject
    first = n == 0 or owner[n - 1] != owner[n]
    return [
        evidence.weight(own),
        evidence.weight(previous),
        evidence.weight(own | previous),
        float(low[n][-1:] == ["?"]),
        float(low[n][-1:] == ["!"]),
        float(by_subject and bool(spoken & FIRST_PERSON)),
        float(not by_subject and bool(spoken & FIRST_PERSON)),
        float(not by_subject and bool(spoken & SECOND_PERSON)),
        float(by_subject and bool(spoken & SECOND_PERSON)),
        float(bool(asked.other) and asked.other in spoken),
        float(first),
        min(len(low[n]), 30) / 30,
    ]


def _of_edges(pool: Pool) -> list[Columns]:
    """Classes of the words at both ends and just outside."""
    size = len(pool.words)
    padded = np.append(pool.classes, CLASS["start"])
    sentence = np.append(pool.sentence, -1)
    before, after = pool.first - 1, (pool.last + 1) % (size + 1)
    left = np.where(sentence[before] == sentence[pool.first], padded[before], CLASS["start"])
    right = np.where(sentence[after] == sentence[pool.last], padded[after], CLASS["start"])
    edges = (left, padded[pool.first], padded[pool.last], right)
    return [(edge == n).astype(float) for edge in edges for n in range(len(CLASSES))]


def _of_length(pool: Pool) -> list[Columns]:
    length = pool.last - pool.first + 1
    return [(length >= n).astype(float) for n in LENGTHS[1:]] + [length / 18]


def _sum(flags: Columns, pool: Pool) -> Columns:
    total = np.concatenate(([0.0], np.cumsum(flags)))
    return np.asarray(total[pool.last + 1] - total[pool.first])


def _of_inside(evidence: Evidence, pool: Pool) -> list[Columns]:
    """What a phrase holds: words of the question, names, numbers, commas, verbs of its own."""
    asked = evidence.asked
    length = pool.last - pool.first + 1

    def has(test: list[bool]) -> Columns:
        return _sum(np.array(test, dtype=float), pool)

    known = has([t.stem in asked.stems for t in pool.words])
    content = has([bool(t.stem) for t in pool.words])
    capital = has(
        [
            t.text[0].isupper() and t.low not in words("function") and n > 0
            and pool.sentence[n - 1] == pool.sentence[n]
            for n, t in enumerate(pool.words)
        ]
    )  # fmt: skip
    head = has([t.stem in asked.head for t in pool.words])
    spoken = set(part for p in pool.passages for part in p.turn.speaker.casefold().split())
    inside = [
        known / length,
        (known > 0).astype(float),
        content / length,
        (content == 0).astype(float),
        (capital > 0).astype(float),
        capital / length,
        (head > 0).astype(float),
    ]
    for name in ("number", "frequency", "unit", "feeling", "kinship", "reason", "conjunction"):
        inside.append((has([t.low in words(name) for t in pool.words]) > 0).astype(float))
    inside.append((has([t.low[0].isdigit() for t in pool.words]) > 0).astype(float))
    inside.append((has([t.low == "," for t in pool.words]) > 0).astype(float))
    inside.append((has([c == CLASS["quote"] for c in pool.classes]) > 0).astype(float))
    inside.append((has([c == CLASS["auxiliary"] for c in pool.classes]) > 0).astype(float))
    inside.append((has([t.low in FIRST_PERSON for t in pool.words]) > 0).astype(float))
    inside.append((has([t.low in SECOND_PERSON for t in pool.words]) > 0).astype(float))
    inside.append((has([t.low in spoken for t in pool.words]) > 0).astype(float))
    inside.append((has([t.low.endswith("ing") for t in pool.words]) > 0).astype(float))
    inside.append(_starts(pool, lambda low: low.endswith("ing")))
    inside.append(_starts(pool, lambda low: low in ("to",)))
    inside.append(_starts(pool, lambda low: low in ("because", "since", "so", "cause")))
    inside.append(_starts(pool, lambda low: low in words("place")))
    inside.append(_starts(pool, lambda low: low in FIRST_PERSON))
    inside.append(_before(pool, lambda low: low in ("to",)))
    inside.append(_before(pool, lambda low: low in words("place")))
    inside.append(_before(pool, lambda low: low in ("is", "was", "are", "'s", "were", "'re")))
    inside.append(_before(pool, lambda low: low in ("because", "since", "so", "for", "cause")))
    inside.append(_quoted(pool))
    return inside


def _flags(pool: Pool, test: Test) -> Columns:
    """Return 1 for words that pass, and 0 for a word past the last."""
    return np.array([test(t.low) for t in pool.words] + [False], dtype=np.float64)


def _starts(pool: Pool, test: Test) -> Columns:
    return np.asarray(_flags(pool, test)[pool.first])


def _before(pool: Pool, test: Test) -> Columns:
    return np.asarray(_flags(pool, test)[pool.first - 1])


def _quoted(pool: Pool) -> Columns:
    quote = np.append(pool.classes == CLASS["quote"], False)
    both = quote[pool.first - 1] & quote[(pool.last + 1) % len(quote)]
    return np.asarray(both, dtype=np.float64)


def _of_distance(asked: Asked, pool: Pool) -> list[Columns]:
    """How far the nearest word of the question stands, on either side."""
    known = np.array([t.stem in asked.stems for t in pool.words], dtype=bool)
    head = np.array([t.stem in asked.head for t in pool.words], dtype=bool)
    return [
        column
        for marks in (known, head)
        for column in (*_near(marks, pool, -1), *_near(marks, pool, 1))
    ]


def _near(marks: NDArray[np.bool_], pool: Pool, side: int) -> list[Columns]:
    size = len(pool.words)
    edge = pool.first if side < 0 else pool.last
    found = np.zeros(len(edge), dtype=bool)
    columns = []
    for step in range(1, NEAR[-1] + 1):
        at = edge + side * step
        inside = (at >= 0) & (at < size)
        at = np.clip(at, 0, size - 1)
        found = found | (inside & marks[at] & (pool.sentence[at] == pool.sentence[edge]))
        if step in NEAR:
            columns.append(found.astype(float))
    return columns


def _of_clauses(evidence: Evidence, pool: Pool) -> list[Columns]:
    """How a phrase stands in the stored clauses: as an argument, of which verb, about whom."""
    size = len(pool.words)
    marks = {name: np.zeros(size) for name in ("verb", "subject", "other", "unreal", "no")}
    begin, end = np.zeros(size), np.zeros(size)
    roles = {n: np.zeros(size) for n in ("object", "attribute", "clause", "prep")}
    place = _placed(pool)
    for number, passage in enumerate(pool.passages):
        for clause in passage.clauses:
            span = [w for w in place[number] if clause.start <= pool.words[w].start < clause.end]
            if not span:
                continue
            verb = any(stem(part) in evidence.asked.stems for part in clause.verb.split())
            about = clause.subject.casefold()
            marks["verb"][span] = np.maximum(marks["verb"][span], float(verb))
            marks["subject"][span] = float(about == evidence.asked.subject.casefold())
            marks["other"][span] = float(
                about != ""
                and about in {p.turn.speaker.casefold() for p in pool.passages}
                and about != evidence.asked.subject.casefold()
            )
            marks["unreal"][span] = float(clause.mood in ("asked", "hypothetical", "command"))
            marks["no"][span] = float(clause.polarity == "no")
            _mark_arguments(pool, passage, span, clause.arguments, begin, end, roles)
    first, last = pool.first, pool.last
    both = begin[first] * end[last]
    return [
        *(m[first] for m in marks.values()),
        begin[first],
        end[last],
        both,
        *(r[first] * both for r in roles.values()),
        marks["verb"][first] * both,
    ]


def _placed(pool: Pool) -> list[list[int]]:
    place: list[list[int]] = [[] for _ in pool.passages]
    for word, passage in enumerate(pool.passage.tolist()):
        place[passage].append(word)
    return place


def _mark_arguments(
    pool: Pool,
    passage: Passage,
    span: list[int],
    arguments: tuple[object, ...],
    begin: Columns,
    end: Columns,
    roles: dict[str, Columns],
) -> None:
    low = [pool.words[w].low for w in span]
    for argument in arguments:
        wanted = [t.low for t in tokens(argument.text)]  # type: ignore[attr-defined]
        for at in range(len(low) - len(wanted) + 1):
            if wanted and low[at : at + len(wanted)] == wanted:
                begin[span[at]], end[span[at + len(wanted) - 1]] = 1.0, 1.0
                role = argument.role  # type: ignore[attr-defined]
                roles[role if role in roles else "prep"][span[at]] = 1.0
                break


def _of_question(asked: Asked, rows: int) -> list[Columns]:
    flags = [asked.kind == kind for kind in Kind]
    flags += [bool(asked.head), asked.many, bool(asked.other), bool(asked.subject)]
    return [np.full(rows, float(flag)) for flag in flags]


__all__ = ["Floats", "Ints", "features"]
