"""The index can be made again: the same, with another embedder, or not at all."""

from collections.abc import Sequence

import pytest

from tests.kg.search.test_held import TOPICS, Letters, told
from tkg.kg.embed.embedder import Vectors
from tkg.kg.errors import EmbedderMismatch
from tkg.kg.memory import Memory
from tkg.kg.search.index import made_by


class Others(Letters):
    name = "others"

    def embed(self, texts: Sequence[str]) -> Vectors:
        return super().embed([text[::2] for text in texts])


class Breaking(Letters):
    name = "breaking"

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise KeyboardInterrupt


def index_of(memory: Memory) -> list[list[tuple[object, ...]]]:
    tables = ("posting", "indexed", "vector")
    return [memory.db.execute(f"from {table} order by all").fetchall() for table in tables]


@pytest.fixture
def memory() -> Memory:
    memory = Memory(":memory:", embedder=Letters())
    told(memory, TOPICS, ["the boat sank", "a long talk " * 20])
    return memory


def test_it_gives_the_same_index_and_the_same_hits(memory: Memory) -> None:
    before, hits = index_of(memory), memory.search("boat race", k=50)
    assert memory.reindex() == 7
    assert index_of(memory) == before
    assert memory.search("boat race", k=50) == hits


def test_a_lost_index_is_made_again(memory: Memory) -> None:
    before = index_of(memory)
    for table in ("posting", "indexed", "vector"):
        memory.db.execute(f"delete from {table}")  # noqa: S608
    memory.reindex()
    assert index_of(memory) == before


def test_another_embedder_is_refused_until_the_index_is_made_again(memory: Memory) -> None:
    other = Memory(":memory:", embedder=Others())
    other.db = memory.db
    with pytest.raises(EmbedderMismatch, match="letters, not others") as caught:
        other.search("boat")
    assert "kg reindex" in caught.value.hint
    with pytest.raises(EmbedderMismatch):
        told(other, ["more"], name="later")
    memory.reindex(Others())
    assert made_by(memory.db) is not None
    assert {hit.text for hit in other.search("boat", k=9)} >= {"the boat sank"}
    told(other, ["more"], name="later")


def test_vectors_of_another_length_are_refused(memory: Memory) -> None:
    class Longer(Letters):
        def embed(self, texts: Sequence[str]) -> Vectors:
            made = super().embed(texts)
            return made[:, :20]

    other = Memory(":memory:", embedder=Longer())
    other.db = memory.db
    with pytest.raises(EmbedderMismatch, match="26 numbers, and now makes 20"):
        told(other, ["more"], name="later")


def test_an_interruption_leaves_the_old_index_whole(memory: Memory) -> None:
    before, hits = index_of(memory), memory.search("boat", k=9)
    with pytest.raises(KeyboardInterrupt):
        memory.reindex(Breaking())
    assert index_of(memory) == before
    assert memory.search("boat", k=9) == hits


def test_without_an_embedder_the_index_has_words_only(memory: Memory) -> None:
    bare = Memory(":memory:", embedder=None)
    bare.db = memory.db
    bare.reindex()
    assert memory.db.execute("select count(*) from vector").fetchone() == (0,)
    assert next(hit.text for hit in bare.search("sank")) == "the boat sank"


def test_a_store_remembers_what_made_its_vectors(memory: Memory) -> None:
    later = Memory(":memory:")
    later.db = memory.db
    with pytest.raises(EmbedderMismatch, match="were made by letters") as caught:
        later.search("boat")
    assert "kg reindex" in caught.value.hint


def test_progress_reaches_the_end(memory: Memory) -> None:
    told_to: list[tuple[int, int]] = []
    memory.reindex(progress=lambda done, total: told_to.append((done, total)))
    assert told_to[-1] == (7, 7)
