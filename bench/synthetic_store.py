"""A store of any size, made in bulk: for measuring speed, where what is said does not count.

Words are drawn as people draw them (by Zipf's law) from the embedder's own vocabulary. The vectors
are mixtures of those of a few hundred texts, so that near and far exist as in real talk.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tkg.kg.embed.embedder import Embedder, Vectors
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Role, Session, Turn
from tkg.kg.search.index import Prepared, prepare
from tkg.kg.search.index import write as write_index
from tkg.kg.store import turns as stored

SPEAKERS = ("Nora", "Ines")
TURNS_A_SESSION = 20
WORDS_A_TURN = 14
ANCHORS = 512
"""Texts whose vectors are mixed."""
SESSIONS_AT_ONCE = 250
START = datetime(2020, 1, 1, tzinfo=UTC)


def make(path: Path, turns: int, embedder: Embedder) -> None:
    """Store so many turns in sessions of 20, with postings and vectors, without facts."""
    anchors = embedder.embed([text(-n) for n in range(1, ANCHORS + 1)])
    last = turns // TURNS_A_SESSION
    with Memory(path, embedder=embedder) as memory:
        for first in range(0, last, SESSIONS_AT_ONCE):
            lot = [session(n) for n in range(first, min(first + SESSIONS_AT_ONCE, last))]
            ready = indexed([t for s in lot for t in s.turns], anchors, embedder.name)
            with memory.transaction() as db:
                stored.insert(db, [(s, Extraction()) for s in lot], recorded_at=START)
                write_index(db, ready)
        memory.db.execute("checkpoint")


def session(number: int) -> Session:
    """Return one session, always the same one for a number."""
    key = f"s{number:07}"
    started = START + timedelta(hours=number)
    turns = tuple(
        Turn(
            key=f"{key}:{index:02}",
            id=f"{key}:{index}",
            session=key,
            index=index,
            speaker=SPEAKERS[index % 2],
            role=Role.USER,
            text=text(number * TURNS_A_SESSION + index),
            said_at=started,
        )
        for index in range(TURNS_A_SESSION)
    )
    return Session(key, "synthetic", "", key, started, turns)


def indexed(turns: list[Turn], anchors: Vectors, embedder: str) -> Prepared:
    """Return what search keeps of some turns, with vectors that no model made."""
    words = prepare(turns, None)
    vectors = mixed(anchors, len(turns), np.random.default_rng(int(turns[0].session[1:])))
    return Prepared(
        turns=words.turns,
        sessions=words.sessions,
        places=words.places,
        counts=words.counts,
        vectors=vectors,
        owners=tuple(range(len(turns))),
        embedder=embedder,
    )


def mixed(anchors: Vectors, count: int, chance: np.random.Generator) -> Vectors:
    """Return unit vectors that lie between three of the anchors each, and a little beside."""
    of = chance.integers(0, len(anchors), (count, 3))
    parts = chance.dirichlet((1.0, 1.0, 1.0), count).astype(np.float32)
    vectors = np.einsum("np,npd->nd", parts, anchors[of])
    vectors += chance.normal(0, 0.02, vectors.shape).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def text(number: int) -> str:
    """Return fourteen words, always the same ones for a number."""
    chance = np.random.default_rng(abs(number) * 2 + (number < 0))
    words, shares = _words()
    return " ".join(words[np.searchsorted(shares, chance.random(WORDS_A_TURN))])


@cache
def _words() -> tuple[NDArray[np.str_], NDArray[np.float64]]:
    rows = files("tkg.kg.embed").joinpath("vocab.txt").read_text(encoding="utf-8").split("\n")
    words = np.array([row for row in rows if row.isalpha() and row.isascii() and len(row) > 1])
    chances = 1 / (np.arange(len(words)) + 10)
    return words, np.cumsum(chances) / chances.sum()
