"""Near vectors by a graph beside the store (hnswlib, an extra), where a scan would take too long.

The graph is derived: it is used only where its card agrees with the store, and a store without one
is scanned. What was said after it was made is scanned beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from tkg.kg.embed.embedder import Vectors
from tkg.kg.search.arrays import Floats, Ints
from tkg.kg.search.index import made_by, state

ABOVE = 300_000
"""Vectors. A scan of so many takes some 20 ms, and is exact."""
LEFT_OUT = 10
"""The graph is added to when one in so many vectors is not in it."""
NEAR = 600
"""Pieces that a question is given: more than search looks at closer."""
LINKS, BUILD_WIDTH, SEARCH_WIDTH = 16, 200, 700
"""Source: Malkov and Yashunin (2018), "Efficient and robust approximate nearest neighbor search
using hierarchical navigable small world graphs", section 4.1: M, efConstruction and ef."""
PIECE_BITS = 12
"""A piece is labelled by the number of its turn and, in so many bits, its own."""
AT_ONCE = 10_000
SUFFIX, CARD = ".ann", ".ann.json"

PLACE = "select path from duckdb_databases() where database_name = current_database()"
COUNT = "select count(*), coalesce(max(turn), -1) from vector where turn <= $last"
VECTORS = "select turn, piece, data from vector where turn > $after order by turn, piece"
EVERY = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Card:
    """What a graph was made from.

    Attributes:
        embedder: What made the vectors.
        count: How many vectors are in it.
        last: Number of the last turn in it.
        removals: Of the index when it was made: another value means that something is gone.
        sha256: Of the file.
    """

    embedder: str
    count: int
    last: int
    removals: int
    sha256: str


class Graph:
    """A graph that agrees with the store.

    Attributes:
        card: What it was made from.
    """

    def __init__(self, index: Any, card: Card) -> None:
        """Search this index."""
        self.card = card
        self._index = index
        self._index.set_ef(SEARCH_WIDTH)

    def near(self, query: Floats) -> tuple[Ints, Floats]:
        """Return the turns of the nearest pieces by number, and the likeness of each piece."""
        most = min(NEAR, self.card.count)
        labels, far = self._index.knn_query(query.reshape(1, -1), k=most, num_threads=1)
        numbers = np.asarray(labels[0], np.int64) >> PIECE_BITS
        return numbers, np.asarray(1 - far[0], np.float32)


def installed() -> bool:
    """Say whether the library is there."""
    return _library() is not None


def load(db: duckdb.DuckDBPyConnection) -> Graph | None:
    """Return the graph of a store that is large enough for one, None where it does not agree."""
    library, place = _library(), _place(db)
    if library is None or place is None or _count(db).count <= ABOVE:
        return None
    card = read_card(place)
    if card is None or not _agrees(db, card) or _digest(place) != card.sha256:
        return None
    return Graph(_read(library, db, place, card), card)


def keep(db: duckdb.DuckDBPyConnection) -> bool:
    """Make the graph of a large store, or add to it; say whether there was something to do."""
    library, place = _library(), _place(db)
    count = _count(db).count
    if library is None or place is None or count <= ABOVE:
        return False
    card = read_card(place)
    if card is None or not _agrees(db, card) or _digest(place) != card.sha256:
        drop(place)
        index = library.Index(space="ip", dim=_dimensions(db))
        index.init_index(count, M=LINKS, ef_construction=BUILD_WIDTH)
        _add(db, index, place, after=-1)
        return True
    if (count - card.count) * LEFT_OUT < count:
        return False
    _add(db, _read(library, db, place, card), place, after=card.last)
    return True


def drop(store: str | Path) -> bool:
    """Remove the graph of a store: it holds vectors of all that was said. Say if there was one."""
    files = [Path(f"{store}{suffix}") for suffix in (SUFFIX, CARD)]
    there = any(file.exists() for file in files)
    for file in files:
        file.unlink(missing_ok=True)
    return there


def read_card(store: str | Path) -> Card | None:
    """Return what the graph of a store was made from, None without one."""
    try:
        return Card(**json.loads(Path(f"{store}{CARD}").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _add(db: duckdb.DuckDBPyConnection, index: Any, place: str, after: int) -> None:
    for labels, vectors in _vectors(db, after):
        index.add_items(vectors, labels)
    _save(db, index, place)


def _save(db: duckdb.DuckDBPyConnection, index: Any, place: str) -> None:
    new = f"{place}{SUFFIX}.new"
    index.save_index(new)
    maker, whole = made_by(db), _count(db)
    # The card goes first and comes last: a graph without its own card is not used.
    Path(f"{place}{CARD}").unlink(missing_ok=True)
    os.replace(new, f"{place}{SUFFIX}")
    card = Card(
        embedder=maker.embedder if maker else "",
        count=whole.count,
        last=whole.last,
        removals=state(db).removals,
        sha256=_digest(place),
    )
    Path(f"{place}{CARD}").write_text(json.dumps(asdict(card)), encoding="utf-8")


def _read(library: Any, db: duckdb.DuckDBPyConnection, place: str, card: Card) -> Any:
    index = library.Index(space="ip", dim=_dimensions(db))
    index.load_index(f"{place}{SUFFIX}", max_elements=max(card.count, _count(db).count))
    return index


def _vectors(db: duckdb.DuckDBPyConnection, after: int) -> Iterator[tuple[Ints, Vectors]]:
    found = db.execute(VECTORS, {"after": after})
    while rows := found.fetchmany(AT_ONCE):
        labels = np.array([(turn << PIECE_BITS) + piece for turn, piece, _ in rows], np.int64)
        half = np.frombuffer(b"".join(row[2] for row in rows), np.float16)
        yield labels, half.reshape(len(rows), -1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class _Count:
    count: int
    last: int


def _count(db: duckdb.DuckDBPyConnection, last: int = EVERY) -> _Count:
    row = db.execute(COUNT, {"last": last}).fetchone()
    return _Count(*row) if row else _Count(0, -1)


def _agrees(db: duckdb.DuckDBPyConnection, card: Card) -> bool:
    maker = made_by(db)
    return (
        maker is not None
        and card.embedder == maker.embedder
        and card.removals == state(db).removals
        and _count(db, card.last) == _Count(card.count, card.last)
    )


def _dimensions(db: duckdb.DuckDBPyConnection) -> int:
    row = db.execute("select octet_length(data) from vector limit 1").fetchone()
    return int(row[0]) // 2 if row else 0


def _place(db: duckdb.DuckDBPyConnection) -> str | None:
    row = db.execute(PLACE).fetchone()
    return str(row[0]) if row and row[0] else None


def _digest(store: str) -> str:
    try:
        with open(f"{store}{SUFFIX}", "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _library() -> Any:
    try:
        import hnswlib
    except ImportError:
        return None
    return hnswlib
