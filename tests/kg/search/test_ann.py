"""The graph beside the store: used where it agrees, scanned around, made again when stale."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.kg.search.test_held import TOPICS, Letters, told
from tkg.kg.memory import Memory
from tkg.kg.search import ann
from tkg.kg.store import erase


class FakeIndex:
    """What hnswlib's index does, exactly and without its graph."""

    asked = 0

    def __init__(self, space: str, dim: int) -> None:
        assert space == "ip"
        self.labels = np.zeros(0, np.int64)
        self.vectors = np.zeros((0, dim), np.float32)

    def init_index(self, max_elements: int, M: int, ef_construction: int) -> None:  # noqa: N803
        self.room = max_elements

    def set_ef(self, ef: int) -> None:
        pass

    def add_items(self, vectors: Any, labels: Any) -> None:
        self.labels = np.concatenate((self.labels, labels))
        self.vectors = np.concatenate((self.vectors, vectors))
        assert len(self.labels) <= self.room

    def knn_query(self, queries: Any, k: int, num_threads: int) -> tuple[Any, Any]:
        FakeIndex.asked += 1
        far = 1 - self.vectors @ queries[0]
        best = np.argsort(far, kind="stable")[:k]
        return self.labels[best][None], far[best][None]

    def save_index(self, path: str) -> None:
        with open(path, "wb") as file:
            np.savez(file, labels=self.labels, vectors=self.vectors)

    def load_index(self, path: str, max_elements: int) -> None:
        kept = np.load(path)
        self.labels, self.vectors, self.room = kept["labels"], kept["vectors"], max_elements


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setitem(sys.modules, "hnswlib", SimpleNamespace(Index=FakeIndex))
    monkeypatch.setattr(ann, "ABOVE", 12)
    path = tmp_path / "me.duckdb"
    with Memory(path, embedder=Letters()) as memory:
        told(memory, TOPICS, TOPICS[::-1], ["the boat sank", "a long talk " * 20])
    return path


def opened(store: Path) -> Memory:
    return Memory(store, embedder=Letters())


def graph_files(store: Path) -> list[str]:
    return sorted(file.name for file in store.parent.iterdir() if ".ann" in file.name)


def test_it_finds_what_a_scan_finds(store: Path) -> None:
    with opened(store) as memory:
        exact = memory.search("boat race", k=50)
        assert ann.keep(memory.db)
    asked = FakeIndex.asked
    with opened(store) as memory:
        found = memory.search("boat race", k=50)
    assert FakeIndex.asked > asked
    assert [hit.key for hit in found] == [hit.key for hit in exact]
    assert [hit.score for hit in found] == pytest.approx([hit.score for hit in exact], abs=1e-5)


def test_what_was_said_later_is_scanned_beside_it(store: Path) -> None:
    with opened(store) as memory:
        ann.keep(memory.db)
    with opened(store) as memory:
        memory.search("warm")
        told(memory, ["zebra zoo zigzag"], name="later")
        assert memory.search("zzzz")[0].text == "zebra zoo zigzag"
        assert ann.load(memory.db) is not None


def test_it_is_added_to_once_much_was_said_later(store: Path) -> None:
    with opened(store) as memory:
        ann.keep(memory.db)
        assert not ann.keep(memory.db)
        told(memory, TOPICS, TOPICS, name="later")
        before = ann.read_card(store)
        assert ann.keep(memory.db)
        after = ann.read_card(store)
        assert before is not None
        assert after is not None
        assert after.count > before.count
        assert ann.load(memory.db) is not None


def test_an_erasure_removes_it_and_makes_it_again_without_the_erased(store: Path) -> None:
    with opened(store) as memory:
        ann.keep(memory.db)
        old = Path(f"{store}.ann").read_bytes()
        number = memory.db.execute("select number from turn where text = 'the boat sank'")
        label = number.fetchall()[0][0] << ann.PIECE_BITS
        memory.erase(erase.plan(memory.db, turns=["s3:1"]))
        assert ann.load(memory.db) is not None
        assert all(hit.text != "the boat sank" for hit in memory.search("boat", k=50))
    assert Path(f"{store}.ann").read_bytes() != old
    assert label not in np.load(f"{store}.ann")["labels"]


def test_erasing_most_leaves_no_graph(store: Path) -> None:
    with opened(store) as memory:
        ann.keep(memory.db)
        memory.erase(erase.plan(memory.db, sessions=["s1", "s2"]))
    assert graph_files(store) == []


def test_an_edited_session_makes_it_stale(store: Path) -> None:
    with opened(store) as memory:
        ann.keep(memory.db)
        told(memory, ["something else", *TOPICS])
        assert ann.load(memory.db) is None
        assert memory.search("something else")[0].text == "something else"
        assert ann.keep(memory.db)
        assert ann.load(memory.db) is not None


@pytest.mark.parametrize("harm", ["graph", "card", "other store"])
def test_a_damaged_one_is_not_used_and_is_made_again(store: Path, harm: str) -> None:
    with opened(store) as memory:
        ann.keep(memory.db)
    if harm == "graph":
        Path(f"{store}.ann").write_bytes(b"broken")
    elif harm == "card":
        Path(f"{store}.ann.json").write_text("{", encoding="utf-8")
    else:
        with opened(store) as memory:
            memory.db.execute("delete from vector where turn = 0")
    with opened(store) as memory:
        assert ann.load(memory.db) is None
        assert memory.search("boat")
        assert ann.keep(memory.db)
        assert ann.load(memory.db) is not None


def test_a_small_store_has_none(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ann, "ABOVE", 10_000)
    with opened(store) as memory:
        assert not ann.keep(memory.db)
        assert ann.load(memory.db) is None
    assert graph_files(store) == []


def test_without_the_library_the_store_is_scanned(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hnswlib", None)
    with opened(store) as memory:
        assert not ann.keep(memory.db)
        assert memory.search("boat")


def test_reindexing_makes_it(store: Path) -> None:
    with opened(store) as memory:
        memory.reindex()
    assert graph_files(store) == ["me.duckdb.ann", "me.duckdb.ann.json"]


def test_the_library_itself_finds_what_a_scan_finds(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "hnswlib")
    pytest.importorskip("hnswlib", reason="hnswlib is an extra that is not installed")
    with opened(store) as memory:
        exact = [hit.key for hit in memory.search("boat race", k=50)]
        assert ann.keep(memory.db)
    with opened(store) as memory:
        assert ann.load(memory.db) is not None
        assert [hit.key for hit in memory.search("boat race", k=50)] == exact
