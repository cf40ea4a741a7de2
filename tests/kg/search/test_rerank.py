"""A cross-encoder may order what was found; nothing asks for one by default."""

import sys
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from tests.kg.search.test_held import TOPICS, told
from tkg.kg.errors import UsageError
from tkg.kg.memory import Memory
from tkg.kg.search import rerank


class Shortest:
    """Prefers short texts."""

    name = "shortest"

    def __init__(self) -> None:
        self.read: list[str] = []

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        self.read += texts
        return [-float(len(text)) for text in texts]


def memory_with(reranker: rerank.Reranker | str | None) -> Memory:
    memory = Memory(":memory:", embedder=None, reranker=reranker)
    told(memory, ["a boat", "the boat race was long", "boat and boat again"], TOPICS)
    return memory


def test_hits_come_in_its_order_with_its_scores() -> None:
    hits = memory_with(Shortest()).search("boat", k=9)
    lengths = [len(hit.text) for hit in hits]
    assert lengths == sorted(lengths)
    assert [hit.score for hit in hits] == [-float(n) for n in lengths]


def test_it_reads_more_than_are_asked_for() -> None:
    reader = Shortest()
    hits = memory_with(reader).search("boat", k=1)
    assert [hit.text for hit in hits] == ["a boat"]
    assert len(reader.read) > 1


def test_those_it_did_not_read_stay_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rerank, "DEPTH", 2)
    plain = memory_with(None).search("boat", k=9)
    reader = Shortest()
    hits = memory_with(reader).search("boat", k=9)
    assert [hit.key for hit in hits[2:]] == [hit.key for hit in plain[2:]]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len(reader.read) == 2


def test_nothing_found_is_nothing_read() -> None:
    reader = Shortest()
    assert memory_with(reader).search("") == []
    assert reader.read == []


def test_any_cross_encoder_is_loaded_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class FakeModel:
        def __init__(self, name: str) -> None:
            self.name = name

        def predict(self, pairs: list[tuple[str, str]], **_: object) -> list[float]:
            return [float(text.count("again")) for _, text in pairs]

    library = SimpleNamespace(CrossEncoder=FakeModel)
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    rerank.named.cache_clear()
    assert memory_with("any/model").search("boat")[0].text == "boat and boat again"
    rerank.named.cache_clear()


def test_without_the_library_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(UsageError, match="'any/model' needs sentence-transformers"):
        memory_with("any/model").search("boat")
