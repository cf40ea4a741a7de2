"""Models of the sentence-transformers library, by name or folder; the library is an extra."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from tkg.kg.embed import named
from tkg.kg.errors import UsageError


class FakeModel:
    max_seq_length = 8

    def __init__(self, name: str) -> None:
        if name == "nowhere":
            raise OSError("nowhere is not a local folder\nand more")
        self.name = name

    def get_sentence_embedding_dimension(self) -> int:
        return 2

    def encode(self, texts: list[str], **_: object) -> list[list[float]]:
        return [[float(len(text)), 1.0] for text in texts]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(SentenceTransformer=FakeModel)
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    monkeypatch.setattr(named, "_loaded", {})


@pytest.mark.parametrize("name", ["all-mpnet-base-v2", "/models/mine"])
def test_any_name_or_folder_is_loaded(installed: None, name: str) -> None:
    found = named.embedder(name)
    assert found is not None
    assert found.name == f"sentence-transformers:{name}"
    assert found.dimensions == 2
    assert np.linalg.norm(found.embed(["a", "abc"]), axis=1) == pytest.approx(1)
    assert found.embed([]).shape == (0, 2)


def test_the_name_that_is_stored_with_vectors_gives_the_same_model(installed: None) -> None:
    found = named.embedder("sentence-transformers:mine")
    assert found is not None
    assert found.name == "sentence-transformers:mine"


def test_a_long_text_is_cut_to_what_the_model_takes(installed: None) -> None:
    found = named.embedder("mine")
    assert found is not None
    assert max(map(len, found.pieces("word " * 50))) <= 24


def test_a_model_that_is_nowhere_is_named_in_one_line(installed: None) -> None:
    with pytest.raises(UsageError, match="'nowhere' cannot be loaded: nowhere is not") as caught:
        named.embedder("nowhere")
    assert "\n" not in str(caught.value)


def test_without_the_library_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(UsageError, match="needs sentence-transformers") as caught:
        named.embedder("mine")
    assert "pip install" in caught.value.hint
