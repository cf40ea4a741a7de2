"""The index of a session: its terms and its vectors, written and removed with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

import duckdb
import numpy as np

from tkg.kg.embed.embedder import Embedder, Vectors
from tkg.kg.embed.named import check
from tkg.kg.errors import EmbedderMismatch
from tkg.kg.model import Turn
from tkg.kg.search.tokens import VERSION, terms

EMBEDDER = "embedder"
"""Setting that names what made the vectors."""
DIMENSIONS = "dimensions"
"""Setting that says how long the vectors are."""
TOKENIZER = "tokenizer"
"""Setting that says which version of the tokenizer made the terms."""
GENERATION = "generation"
"""Setting that changes whenever the index does."""
REMOVALS = "removals"
"""Setting that changes whenever something is taken out of the index."""


@dataclass(frozen=True, slots=True)
class Maker:
    """What made the vectors of a store.

    Attributes:
        embedder: Its name.
        dimensions: How long they are; 0 where that was not noted.
    """

    embedder: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class State:
    """Which index this is: equal where nothing has changed.

    Attributes:
        generation: Grows with every change.
        removals: The generation of the last change that was more than an addition.
    """

    generation: int
    removals: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """What search keeps of some turns.

    Attributes:
        turns: Their keys.
        counts: How often each term stands in each.
        vectors: One row a piece, `[pieces, dimensions]`; empty without an embedder.
        owners: For each row, the position of its turn.
        embedder: What made the vectors, "" without one.
    """

    turns: tuple[str, ...]
    sessions: tuple[str, ...]
    places: tuple[int, ...]
    counts: tuple[Counter[str], ...]
    vectors: Vectors
    owners: tuple[int, ...]
    embedder: str


def prepare(turns: Sequence[Turn], embedder: Embedder | None) -> Prepared:
    """Return what search keeps of some turns; needs no store and may run on any thread."""
    pieces: list[str] = []
    owners: list[int] = []
    for place, turn in enumerate(turns if embedder else ()):
        parts = embedder.pieces(turn.words) if embedder else []
        pieces += parts
        owners += [place] * len(parts)
    return Prepared(
        turns=tuple(t.key for t in turns),
        sessions=tuple(t.session for t in turns),
        places=tuple(t.index for t in turns),
        counts=tuple(Counter(terms(t.words)) for t in turns),
        vectors=embedder.embed(pieces) if embedder else np.zeros((0, 0), np.float32),
        owners=tuple(owners),
        embedder=embedder.name if embedder else "",
    )


def joined(parts: Sequence[Prepared]) -> Prepared:
    """Return what search keeps of several lots of turns as one; made by one embedder."""
    if len(parts) == 1:
        return parts[0]
    with_vectors = [p.vectors for p in parts if len(p.vectors)]
    before = accumulate((len(p.turns) for p in parts), initial=0)
    return Prepared(
        turns=tuple(t for p in parts for t in p.turns),
        sessions=tuple(s for p in parts for s in p.sessions),
        places=tuple(n for p in parts for n in p.places),
        counts=tuple(c for p in parts for c in p.counts),
        vectors=np.concatenate(with_vectors) if with_vectors else np.zeros((0, 0), np.float32),
        owners=tuple(o + first for p, first in zip(parts, before, strict=False) for o in p.owners),
        embedder=next((p.embedder for p in parts if p.embedder), ""),
    )


def write(db: duckdb.DuckDBPyConnection, prepared: Prepared) -> None:
    """Write the index of some turns. The caller holds the transaction; the turns are stored.

    Raises:
        EmbedderMismatch: The store's vectors were made by another embedder.
    """
    if not prepared.turns:
        return
    if prepared.embedder and len(prepared.vectors):
        claim(db, prepared.embedder, prepared.vectors.shape[1])
    if not tokenizer(db):
        db.execute("insert into setting values ($n, $v)", {"n": TOKENIZER, "v": VERSION})
    numbers = _numbers(db, prepared.turns)
    _write_terms(db, prepared, numbers)
    _write_vectors(db, prepared, numbers)
    touch(db)


def _write_terms(db: duckdb.DuckDBPyConnection, prepared: Prepared, numbers: Sequence[int]) -> None:
    rows = [
        (term, number, count)
        for number, counts in zip(numbers, prepared.counts, strict=True)
        for term, count in counts.items()
    ]
    db.execute(
        """
        insert into posting
        select unnest($t::text[]), unnest($n::integer[]), unnest($c::integer[])
        """,
        {"t": [r[0] for r in rows], "n": [r[1] for r in rows], "c": [r[2] for r in rows]},
    )
    db.execute(
        """
        insert into indexed select unnest($n::integer[]), unnest($s::text[]),
            unnest($i::integer[]), unnest($l::integer[])
        """,
        {
            "n": list(numbers),
            "s": list(prepared.sessions),
            "i": list(prepared.places),
            "l": [sum(c.values()) for c in prepared.counts],
        },
    )


def _write_vectors(
    db: duckdb.DuckDBPyConnection, prepared: Prepared, numbers: Sequence[int]
) -> None:
    if not prepared.owners:
        return
    half = prepared.vectors.astype(np.float16)
    pieces = [n for _, same in groupby(prepared.owners) for n, _ in enumerate(same)]
    db.execute(
        """
        insert into vector
        select unnest($n::integer[]), unnest($p::integer[]), unnest($d::blob[])
        """,
        {
            "n": [numbers[o] for o in prepared.owners],
            "p": pieces,
            "d": [row.tobytes() for row in half],
        },
    )


def remove(db: duckdb.DuckDBPyConnection, turns: Sequence[int]) -> None:
    """Remove every posting and vector of these turns. The caller holds the transaction."""
    for sql in (
        "delete from posting where turn in (select unnest($turns::integer[]))",
        "delete from indexed where turn in (select unnest($turns::integer[]))",
        "delete from vector where turn in (select unnest($turns::integer[]))",
    ):
        db.execute(sql, {"turns": list(turns)})
    touch(db, removed=True)


def claim(db: duckdb.DuckDBPyConnection, embedder: str, dimensions: int) -> None:
    """Note which embedder makes the store's vectors, once its files have been checked.

    Raises:
        KgError: Its files are not those that were tested.
        EmbedderMismatch: Another one does.
    """
    held = made_by(db)
    if held is None:
        check(embedder)
        names, values = [EMBEDDER, DIMENSIONS], [embedder, str(dimensions)]
        db.execute("insert into setting select unnest($n), unnest($v)", {"n": names, "v": values})
        return
    agree(held, embedder, dimensions)


def agree(held: Maker, embedder: str, dimensions: int) -> None:
    """Refuse vectors that are not of the kind that the store holds.

    Raises:
        EmbedderMismatch: They are not.
    """
    if held.embedder != embedder:
        raise EmbedderMismatch(f"The store's vectors were made by {held.embedder}, not {embedder}.")
    if held.dimensions not in (0, dimensions):
        raise EmbedderMismatch(
            f"{embedder} made vectors of {held.dimensions} numbers, and now makes {dimensions}."
        )


def made_by(db: duckdb.DuckDBPyConnection) -> Maker | None:
    """Return what made the store's vectors, None where nothing did."""
    found = _settings(db, EMBEDDER, DIMENSIONS)
    if EMBEDDER not in found:
        return None
    return Maker(found[EMBEDDER], int(found.get(DIMENSIONS, 0)))


def tokenizer(db: duckdb.DuckDBPyConnection) -> str:
    """Return which version of the tokenizer made the store's terms, "" where none were made."""
    return _settings(db, TOKENIZER).get(TOKENIZER, "")


def touch(db: duckdb.DuckDBPyConnection, *, removed: bool = False) -> None:
    """Tell whoever keeps the index in memory that it has changed.

    Args:
        db: The store.
        removed: Something was taken out, or put before what was there.
    """
    now = str(state(db).generation + 1)
    names = [GENERATION, REMOVALS] if removed else [GENERATION]
    db.execute("delete from setting where name in (select unnest($n))", {"n": names})
    db.execute("insert into setting select unnest($n), $v", {"n": names, "v": now})


def state(db: duckdb.DuckDBPyConnection) -> State:
    """Return which index this is."""
    found = _settings(db, GENERATION, REMOVALS)
    return State(int(found.get(GENERATION, 0)), int(found.get(REMOVALS, 0)))


def _settings(db: duckdb.DuckDBPyConnection, *names: str) -> dict[str, str]:
    # All of them: there are few, and picking some takes longer than reading them.
    found = db.execute("select name, value from setting").fetchall()
    return {name: value for name, value in found if name in names}


def _numbers(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> list[int]:
    rows = db.execute(
        "select key, number from turn where key in (select unnest($keys::text[]))",
        {"keys": list(keys)},
    ).fetchall()
    by_key = dict(rows)
    return [by_key[key] for key in keys]
