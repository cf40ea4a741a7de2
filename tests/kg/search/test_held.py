"""What is kept in memory follows the store: what is new is added, what is gone is gone."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.histories import history
from tkg.kg.embed.embedder import Vectors
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Hit
from tkg.kg.search.arrays import Rows
from tkg.kg.search.matrix import BLOCK, Matrix
from tkg.kg.search.searcher import Searcher
from tkg.kg.store import erase

TOPICS = ("a lake", "the boat race", "a red kite", "my old guitar", "rain again")


class Letters:
    """An embedder for tests: how often each letter stands in a text."""

    name = "letters"
    dimensions = 26

    def embed(self, texts: Sequence[str]) -> Vectors:
        counts = [[t.lower().count(chr(97 + i)) + 0.01 for i in range(26)] for t in texts]
        rows = np.array(counts, np.float32).reshape(len(texts), 26)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)

    def pieces(self, text: str) -> list[str]:
        return [text[i : i + 40] for i in range(0, max(len(text), 1), 30)]


@pytest.fixture
def memory() -> Memory:
    return Memory(":memory:", embedder=Letters())


def told(memory: Memory, *sessions: Sequence[str], name: str = "h") -> None:
    said = [(f"2024-01-{n + 1:02}", [("user", text) for text in s]) for n, s in enumerate(sessions)]
    for session in history(*said, name=name):
        memory.add(session, Extraction())


def fresh(memory: Memory, query: str) -> list[Hit]:
    """Search with nothing kept."""
    return Searcher(memory.db, lambda: memory.embedder).search(query, memory.clock(), k=50)


def test_a_kept_index_gives_what_a_fresh_one_gives(memory: Memory) -> None:
    told(memory, TOPICS, TOPICS[::-1])
    for _ in range(3):
        assert memory.search("boat race", k=50) == fresh(memory, "boat race")


def test_what_comes_later_is_found_as_if_it_had_been_there(memory: Memory) -> None:
    told(memory, TOPICS)
    memory.search("warm")
    memory.search("warm again")
    for number in range(8):
        told(memory, [f"the boat came in {number}", "a word " * 30, *TOPICS], name=f"n{number}")
        assert memory.search("boat race", k=50) == fresh(memory, "boat race")


def test_an_edited_session_is_searched_as_it_stands(memory: Memory) -> None:
    told(memory, TOPICS, ["we saw a heron"])
    memory.search("heron")
    memory.search("heron")
    told(memory, TOPICS, ["we saw a stork"])
    found = [hit.text for hit in memory.search("heron stork", k=50)]
    assert "we saw a stork" in found
    assert "we saw a heron" not in found


@pytest.mark.parametrize("searched", [0, 1, 2])
def test_an_erased_turn_leaves_no_posting_no_vector_and_no_hit(
    memory: Memory, searched: int
) -> None:
    told(memory, ["the heron flew", "it was late"], TOPICS)
    for _ in range(searched):
        memory.search("heron")
    number = memory.db.execute("select number from turn where text like '%heron%'").fetchone()
    memory.erase(erase.plan(memory.db, turns=["s1:1"]))
    for table in ("posting", "vector", "indexed"):
        left = memory.db.execute(f"select count(*) from {table} where turn = $n", {"n": number[0]})  # noqa: S608
        assert left.fetchone() == (0,)
    assert memory.db.execute("select count(*) from posting where term = 'heron'").fetchone() == (0,)
    assert all("heron" not in hit.text for hit in memory.search("heron", k=50))


def test_a_window_does_not_leave_its_session() -> None:
    rows = Rows(np.arange(5), np.array([0, 0, 0, 1, 1]), np.array([1, 2, 4, 8, 16], np.float32))
    assert rows.window_lengths(1).tolist() == [3, 7, 6, 24, 24]
    assert [w.tolist() for w in rows.windows(2, np.array([2, 3]))] == [[0, 3], [3, 5]]


def test_a_matrix_gives_the_same_likeness_however_it_was_filled() -> None:
    vectors = np.random.default_rng(0).normal(size=(BLOCK * 2 + 7, 8)).astype(np.float16)
    query = vectors[3].astype(np.float32)
    at_once, bit_by_bit = Matrix(), Matrix()
    at_once._append(vectors, np.arange(len(vectors)))
    for start in range(0, len(vectors), 100):
        some = vectors[start : start + 100]
        bit_by_bit._append(some, np.arange(start, start + len(some)))
    assert (at_once.likeness(query) == bit_by_bit.likeness(query)).all()
    assert at_once.likeness(query) == pytest.approx(vectors.astype(np.float32) @ query, abs=1e-4)


def test_the_best_piece_of_a_turn_counts() -> None:
    matrix = Matrix()
    pieces = np.array([[1, 0], [0, 1], [-1, 0]], np.float16)
    matrix._append(pieces, np.array([0, 0, 2]))
    assert matrix.best(np.array([1, 0.5], np.float32), 4).tolist() == [1, 0, 0, 0]
