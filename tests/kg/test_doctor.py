"""The doctor says whether a store is whole and what its search works with."""

import sys
from pathlib import Path

import pytest

from tests.kg.search.test_held import TOPICS, Letters, told
from tests.kg.search.test_reindex import Others
from tkg.kg.doctor import check
from tkg.kg.errors import StoreError
from tkg.kg.memory import Memory
from tkg.kg.search import ann, index


def lines(memory: Memory) -> dict[str, bool]:
    return {finding.what: finding.ok for finding in check(memory)}


@pytest.fixture
def memory() -> Memory:
    memory = Memory(":memory:", embedder=Letters())
    told(memory, TOPICS)
    return memory


def test_a_whole_store_has_no_fault(memory: Memory) -> None:
    found = lines(memory)
    assert all(found.values())
    assert {"embedder: letters", "reranker: none", "terms: of this version"} <= set(found)


def test_an_embedder_that_did_not_make_the_vectors_is_a_fault(memory: Memory) -> None:
    other = Memory(":memory:", embedder=Others())
    other.db = memory.db
    assert lines(other)["embedder: others, but letters made the vectors: kg reindex"] is False


def test_terms_of_another_version_are_a_fault(memory: Memory) -> None:
    memory.db.execute("update setting set value = '0' where name = $n", {"n": index.TOKENIZER})
    assert any(w.startswith("terms: of version") for w, ok in lines(memory).items() if not ok)
    memory.reindex()
    assert all(lines(memory).values())


def test_a_reranker_that_cannot_be_loaded_is_a_fault(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    other = Memory(":memory:", embedder=None, reranker="any/model")
    assert any("needs sentence-transformers" in what for what, ok in lines(other).items() if not ok)


def test_a_large_store_without_the_library_says_what_would_be_faster(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ann, "ABOVE", 2)
    monkeypatch.setitem(sys.modules, "hnswlib", None)
    assert lines(memory)["near vectors: 5 are scanned; the extra 'ann' makes it faster"]


BLOCK = 16_384


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A store that can be opened, of which one block is broken."""
    path = tmp_path / "me.duckdb"
    with Memory(path, embedder=Letters()) as memory:
        told(memory, *([f"{topic} {n} " * 60 for topic in TOPICS] for n in range(30)))
    whole = path.read_bytes()
    for start in range(3 * BLOCK, len(whole), BLOCK):
        path.write_bytes(whole[:start] + b"U" * BLOCK + whole[start + BLOCK :])
        try:
            with Memory(path, embedder=Letters()) as memory:
                if not check(memory)[0].ok:
                    return path
        except StoreError:
            continue
    raise AssertionError("no block could be broken")


def test_a_damaged_file_is_found(damaged: Path) -> None:
    with Memory(damaged, embedder=Letters()) as memory:
        assert check(memory)[0].what.startswith("tables that cannot be read: ")


def test_a_damaged_file_is_said_in_one_line(damaged: Path) -> None:
    with Memory(damaged, embedder=Letters()) as memory:
        table = check(memory)[0].what.rpartition(" ")[2]
    with pytest.raises(StoreError, match="is damaged") as caught, Memory(damaged) as memory:
        memory.db.execute(f"select sum(hash(t)) from {table} t").fetchall()  # noqa: S608
    assert "\n" not in str(caught.value)
