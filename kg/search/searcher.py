"""Search: the legs find a few hundred turns, what speaks for each of them ranks them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import duckdb
import numpy as np
from numpy.typing import NDArray

from tkg.kg.embed.embedder import Embedder
from tkg.kg.model import Filters, Hit
from tkg.kg.search import legs
from tkg.kg.search.arrays import Floats, Ints, Rows
from tkg.kg.search.asked import hints_at_time, read, time_asked
from tkg.kg.search.features import Found, features, scaled, speaking
from tkg.kg.search.filters import allowed
from tkg.kg.search.held import Held
from tkg.kg.search.look import UNEXPLAINED, Look, explained
from tkg.kg.search.ranker import first, ranked
from tkg.kg.search.tokens import terms
from tkg.kg.search.traits import Moment, load_moment
from tkg.kg.store.instant import from_row, to_row

LONGEST_QUERY = 2_000
"""Characters of a query that are read; nobody's question is longer, a pasted document's is."""
LEAST_LIKE = 0.31
"""Measured with the packaged embedder: 18 questions of nonsense, or of what nobody spoke about,
reach .31 at their nearest turn; most that say a thing in other words reach more."""
MOST_BESIDE = 1_000
"""Turns that the words find whose likeness is read as well where a graph gives the nearest."""
CLOSER = 300
"""How many turns are looked at closer, at least."""

NEWEST = """
select max(said_at + to_minutes(coalesce(utc_offset, 0)::bigint)) from turn
where $before::timestamp is null or said_at < $before
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
        self,
        query: str,
        now: datetime,
        k: int = 20,
        filters: Filters | None = None,
        explain: bool = False,
    ) -> list[Hit]:
        """Return the turns that say most about the query, best first; ties by key."""
        filters = filters or Filters()
        text = query[:LONGEST_QUERY].encode("utf-8", "replace").decode("utf-8")
        self._held.refresh()
        if not text.strip() or not len(self._held.rows) or k < 1:
            return []
        look = self.look(text, now, filters, most=max(CLOSER, 2 * k))
        total = ranked(look.features)
        hits = self.hits(look, total, _best(total, k), explain=explain)
        return sorted(hits, key=lambda hit: (-hit.score, hit.key))[:k]

    def unsaid(self, words: Sequence[str]) -> frozenset[str]:
        """Return those of the words that stand in no turn."""
        parts = {word: terms(word) for word in words}
        self._held.refresh()
        held = self._held.postings(sorted({term for some in parts.values() for term in some}))
        return frozenset(w for w, some in parts.items() if any(term not in held for term in some))

    def look(self, text: str, now: datetime, filters: Filters, most: int) -> Look:
        """Return the turns that may say something about the question, and what speaks for each.

        Args:
            text: The question.
            now: When it is asked.
            filters: Which turns may be found.
            most: How many of them, at least where there are as many.
        """
        rows = self._held.rows
        may = allowed(self._db, filters, rows)
        found = self._found(text, now, filters, may)
        total = first(found, len(rows))
        total = fitting(found, total if may is None else np.where(may, total, 0))
        at = _best(total, most)
        at = at[total[at] > 0]
        before = np.maximum(at - 1, rows.starts[at])
        replies = self._held.traits(before).asks * (before < at)
        return Look(found, at, total[at], features(found, self._held.traits(at), replies, at))

    def _found(
        self, text: str, now: datetime, filters: Filters, may: NDArray[np.bool_] | None
    ) -> Found:
        rows = self._held.rows
        voices = self._held.voices()
        asked = read(text, sorted({name for name, role in voices if name != role}))
        postings = self._held.postings([*asked.words, *asked.names])
        words = {word: postings[word] for word in asked.words if word in postings}
        scores = {
            "turn": legs.turn(rows, words),
            "window": legs.window(rows, words),
            "session": legs.session(rows, words),
        }
        scores |= self._vector_legs(asked.said, rows, scores)
        if may is not None:
            # The best of those that may be found is the measure, not the best of all.
            scores = {name: np.where(may, score, 0) for name, score in scores.items()}
        return Found(
            asked=asked,
            rows=rows,
            words=words,
            names={word: postings[word] for word in asked.names if word in postings},
            scores=scores,
            speaker=speaking(asked, voices, len(rows)),
            moment=self._moment(text, now, filters),
        )

    def _vector_legs(
        self, text: str, rows: Rows, by_words: Mapping[str, Floats]
    ) -> dict[str, Floats]:
        embedder = self._embedder() if self._held.has_vectors() else None
        if embedder is None:
            return {}
        query = embedder.embed([text])[0]
        self._held.check(embedder.name, len(query))
        likeness = self._held.likeness(query, lambda: _said_most(by_words))
        return {"vector": likeness, "vector_window": legs.vector_window(rows, likeness)}

    def _moment(self, text: str, now: datetime, filters: Filters) -> Moment:
        if not hints_at_time(text):
            return load_moment(self._db, self._held.rows, None)
        newest = self._db.execute(NEWEST, {"before": to_row(filters.before)[0]}).fetchone()
        moment = now.replace(tzinfo=None)
        time = time_asked(text, newest[0], moment) if newest and newest[0] else None
        return load_moment(self._db, self._held.rows, time)

    def hits(self, look: Look, total: Floats, places: Ints, *, explain: bool = False) -> list[Hit]:
        """Return some of the turns of a look as hits, in the order of their places in it."""
        numbers = [int(n) for n in self._held.rows.numbers[look.at[places]]]
        turns = self._held.turns(numbers)
        sessions = self._held.session_ids([row[2] for row in turns])
        return [
            Hit(
                turn_id=turn_id,
                session_id=sessions[session],
                score=float(total[place]),
                text=f"{text} [photo: {caption}]" if caption else text,
                said_at=from_row(said_at, offset),
                speaker=speaker,
                key=key,
                session=session,
                **(explained(look, place) if explain else UNEXPLAINED),
            )
            for place, (_, turn_id, session, text, caption, said_at, offset, speaker, key) in zip(
                places.tolist(), turns, strict=True
            )
        ]


def fitting(found: Found, total: Floats) -> Floats:
    """Return the scores without those of turns that have nothing to do with the question.

    Where no word of it stands in any session, and it names nobody and no time, only a turn that is
    like it as a whole may be found.
    """
    reasons = (found.scores["session"], found.speaker, found.moment.then, found.moment.tells)
    if found.names or any(reason.any() for reason in reasons):
        return total
    says = bool(found.asked.words or found.asked.names)
    likeness = found.scores["vector"] if says and "vector" in found.scores else total * 0
    return np.asarray(np.where(likeness >= LEAST_LIKE, total, 0), np.float32)


def _said_most(by_words: Mapping[str, Floats]) -> Ints:
    """Return the rows of the turns that the words alone would look at closer, and those beside."""
    at = _best(np.sum([scaled(s) for s in by_words.values()], axis=0), CLOSER)[:MOST_BESIDE]
    said = np.zeros(len(by_words["turn"]) + 2, np.bool_)
    for step in (0, 1, 2):
        said[at + step] = True
    return np.flatnonzero(said[1:-1])


def _best(total: Floats, k: int) -> Ints:
    """Return the places of the k best scores, and of all that are as good as the last of them."""
    if k >= len(total):
        return np.arange(len(total))
    return np.flatnonzero(total >= np.partition(total, -k)[-k])
