"""Search: every leg scores every turn, one weighted sum ranks them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

import duckdb
import numpy as np

from tkg.kg.embed.embedder import Embedder, Vectors
from tkg.kg.model import Filters, Hit
from tkg.kg.search import legs
from tkg.kg.search.arrays import Floats, Ints, Rows, load_rows, load_terms, load_vectors
from tkg.kg.search.index import EMBEDDER, generation
from tkg.kg.search.tokens import terms
from tkg.kg.store.instant import from_row, to_row

LONGEST_QUERY = 2_000
"""Characters of a query that are read; nobody's question is longer, a pasted document's is."""

ALLOWED = """
select number from turn
where ($after::timestamp is null or said_at >= $after)
    and ($before::timestamp is null or said_at < $before)
    and ($speaker::text is null or lower(speaker) = lower($speaker))
    and ($role::text is null or role = $role)
    and ($session::text is null or session in (select key from session where id = $session))
"""

HITS = """
select t.number, t.id, s.id, t.text, t.caption, t.said_at, t.utc_offset, t.speaker, t.key
from turn t join session s on t.session = s.key where t.number in (select unnest($n::integer[]))
"""


class Searcher:
    """The search over one store; keeps what it read until the index changes."""

    def __init__(
        self, db: duckdb.DuckDBPyConnection, embedder: Callable[[], Embedder | None]
    ) -> None:
        """Search this store; without an embedder by words only.

        The embedder is asked for when the words have been scored, so that it may load meanwhile.
        """
        self._db = db
        self._embedder = embedder
        self._generation = -1
        self._rows = Rows(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))
        self._vectors: tuple[Vectors, Ints] | None = None
        self._names: dict[str, list[int]] = {}

    def search(
        self, query: str, k: int = 20, filters: Filters | None = None, explain: bool = False
    ) -> list[Hit]:
        """Return the turns that say most about the query, best first; ties by key."""
        filters = filters or Filters()
        text = query[:LONGEST_QUERY]
        self._refresh()
        if not text.strip() or not len(self._rows) or k < 1:
            return []
        scores = self._legs(text)
        total = fused(scores, len(self._rows))
        allowed = self._allowed(filters)
        if allowed is not None:
            total = np.where(allowed, total, 0)
        return self._hits(total, scores if explain else {}, k)

    def _refresh(self) -> None:
        now = generation(self._db)
        if now != self._generation:
            self._generation = now
            self._rows = load_rows(self._db)
            self._vectors = None

    def _legs(self, text: str) -> dict[str, Floats]:
        words = list(dict.fromkeys(terms(text)))
        counts = load_terms(self._db, self._rows, words)
        scores = {
            "turn": legs.turn(self._rows, counts),
            "window": legs.window(self._rows, counts),
            "session": legs.session(self._rows, counts),
        }
        return {**scores, **self._vector_legs(text), "speaker": self._speaker(text)}

    def _vector_legs(self, text: str) -> dict[str, Floats]:
        if self._vectors is None:
            self._vectors = load_vectors(self._db, self._rows)
        vectors, owners = self._vectors
        embedder = self._embedder() if len(vectors) else None
        if embedder is None or not self._same_embedder(embedder.name):
            return {}
        likeness = legs.vector(self._rows, vectors, owners, embedder.embed([text])[0])
        return {
            "vector": likeness,
            "vector_window": legs.vector_window(self._rows, likeness),
        }

    def _same_embedder(self, name: str) -> bool:
        row = self._db.execute(
            "select value from setting where name = $n", {"n": EMBEDDER}
        ).fetchone()
        return row is not None and row[0] == name

    def _speaker(self, text: str) -> Floats:
        """Score the turns of whoever the question names."""
        score = np.zeros(len(self._rows), np.float32)
        words = set(text.casefold().replace("'s", " ").replace("?", " ").split())
        rows = self._db.execute("select distinct speaker from turn").fetchall()
        for (name,) in rows:
            if words & set(name.casefold().split()):
                numbers = self._db.execute(
                    "select number from turn where speaker = $name", {"name": name}
                ).fetchnumpy()["number"]
                score[self._rows.places(np.asarray(numbers, np.int64))] = 1
        return score

    def _allowed(self, filters: Filters) -> np.ndarray | None:
        if filters == Filters():
            return None
        found = self._db.execute(
            ALLOWED,
            {
                "after": to_row(filters.after)[0],
                "before": to_row(filters.before)[0],
                "speaker": filters.speaker,
                "role": filters.role and str(filters.role),
                "session": filters.session,
            },
        ).fetchnumpy()["number"]
        mask = np.zeros(len(self._rows), bool)
        mask[self._rows.places(np.asarray(found, np.int64))] = True
        return mask

    def _hits(self, total: Floats, scores: Mapping[str, Floats], k: int) -> list[Hit]:
        best = np.argsort(-total, kind="stable")[: 2 * k]
        best = best[total[best] > 0]
        numbers = self._rows.numbers[best]
        table = self._db.execute(HITS, {"n": numbers.tolist()}).fetchall()
        place = {int(n): int(p) for n, p in zip(numbers, best, strict=True)}
        hits = [
            Hit(
                turn_id=turn_id,
                session_id=session_id,
                score=float(total[place[number]]),
                text=f"{text} [photo: {caption}]" if caption else text,
                said_at=from_row(said_at, offset),
                speaker=speaker,
                key=key,
                legs=tuple((name, float(s[place[number]])) for name, s in scores.items()),
            )
            for number, turn_id, session_id, text, caption, said_at, offset, speaker, key in table
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.key))[:k]


def fused(scores: Mapping[str, Floats], size: int) -> Floats:
    """Return the weighted sum of the legs, each scaled to its best turn."""
    total = np.zeros(size, np.float32)
    for name, score in scores.items():
        if best := float(score.max(initial=0)):
            total += np.float32(weights()[name] / best) * score
    return total


@cache
def weights() -> dict[str, float]:
    """Return how much each leg counts."""
    text = files("tkg.kg.search").joinpath("weights.toml").read_text(encoding="utf-8")
    return {name: float(value) for name, value in tomllib.loads(text).items()}
