"""Search: every leg scores every turn, one weighted sum ranks them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

import duckdb
import numpy as np
from numpy.typing import NDArray

from tkg.kg.embed.embedder import Embedder
from tkg.kg.errors import EmbedderMismatch
from tkg.kg.model import Filters, Hit
from tkg.kg.search import legs
from tkg.kg.search.arrays import Floats, Ints, Rows
from tkg.kg.search.held import Held
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
        self._held = Held(db)

    def search(
        self, query: str, k: int = 20, filters: Filters | None = None, explain: bool = False
    ) -> list[Hit]:
        """Return the turns that say most about the query, best first; ties by key."""
        filters = filters or Filters()
        text = query[:LONGEST_QUERY]
        self._held.refresh()
        rows = self._held.rows
        if not text.strip() or not len(rows) or k < 1:
            return []
        scores = self._legs(text, rows)
        total = fused(scores, len(rows))
        allowed = self._allowed(filters, rows)
        if allowed is not None:
            total = np.where(allowed, total, 0)
        return self._hits(total, scores if explain else {}, k)

    def _legs(self, text: str, rows: Rows) -> dict[str, Floats]:
        postings = self._held.postings(list(dict.fromkeys(terms(text))))
        scores = {
            "turn": legs.turn(rows, postings),
            "window": legs.window(rows, postings),
            "session": legs.session(rows, postings),
        }
        return {**scores, **self._vector_legs(text, rows), "speaker": self._speaker(text, rows)}

    def _vector_legs(self, text: str, rows: Rows) -> dict[str, Floats]:
        matrix = self._held.matrix()
        embedder = self._embedder() if len(matrix) else None
        if embedder is None:
            return {}
        if embedder.name != self._held.embedder():
            # Vectors of two models lie in two spaces: their likeness means nothing.
            raise EmbedderMismatch(
                f"The store's vectors were made by {self._held.embedder()}, not {embedder.name}."
            )
        likeness = matrix.best(embedder.embed([text])[0], len(rows))
        return {"vector": likeness, "vector_window": legs.vector_window(rows, likeness)}

    def _speaker(self, text: str, rows: Rows) -> Floats:
        """Score the turns of whoever the question names."""
        score = np.zeros(len(rows), np.float32)
        words = set(re.findall(r"\w+", text.casefold()))
        for name, places in self._held.speakers().items():
            if words & set(name.casefold().split()):
                score[places] = 1
        return score

    def _allowed(self, filters: Filters, rows: Rows) -> NDArray[np.bool_] | None:
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
        mask = np.zeros(len(rows), bool)
        mask[rows.places(np.asarray(found, np.int64))] = True
        return mask

    def _hits(self, total: Floats, scores: Mapping[str, Floats], k: int) -> list[Hit]:
        best = _best(total, k)
        numbers = [int(n) for n in self._held.rows.numbers[best]]
        place = dict(zip(numbers, best.tolist(), strict=True))
        found = self._held.turns(numbers)
        sessions = self._held.session_ids([row[2] for row in found])
        hits = [
            Hit(
                turn_id=turn_id,
                session_id=sessions[session],
                score=float(total[place[number]]),
                text=f"{text} [photo: {caption}]" if caption else text,
                said_at=from_row(said_at, offset),
                speaker=speaker,
                key=key,
                legs=tuple((name, float(s[place[number]])) for name, s in scores.items()),
            )
            for number, turn_id, session, text, caption, said_at, offset, speaker, key in found
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.key))[:k]


def _best(total: Floats, k: int) -> Ints:
    """Return the rows of the k best scores, and of all that are as good as the last of them."""
    if k >= len(total):
        return np.flatnonzero(total > 0)
    least = np.partition(total, -k)[-k]
    return np.flatnonzero((total >= least) & (total > 0))


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
