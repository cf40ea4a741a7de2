"""Everything that is read from the environment, and where files are kept."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Config:
    """What a user sets outside the command line.

    Attributes:
        db: The store, from KG_DB.
        model: Name of the language model, from KG_MODEL; "" where none is configured.
        base_url: Where it is served, from KG_BASE_URL or OPENAI_BASE_URL.
        api_key: From KG_API_KEY or OPENAI_API_KEY.
        embedder: Which embedder makes the vectors, from KG_EMBEDDER: packaged, openai:MODEL, or the
            name or folder of a sentence-transformers model; "" is the one that made the store's.
        embed_url: Where embeddings are served, from KG_EMBED_BASE_URL; else the model's server.
        embed_key: From KG_EMBED_API_KEY; else the model's.
        reranker: Cross-encoder that orders what search finds, from KG_RERANKER; "" is none.
        prices: Table of what models cost, from KG_PRICES; None is the packaged one.
    """

    db: Path
    model: str = ""
    base_url: str = ""
    api_key: str = ""
    embedder: str = ""
    embed_url: str = ""
    embed_key: str = ""
    reranker: str = ""
    prices: Path | None = None


def load() -> Config:
    """Read the environment."""
    get = os.environ.get
    base_url = get("KG_BASE_URL") or get("OPENAI_BASE_URL", "")
    api_key = get("KG_API_KEY") or get("OPENAI_API_KEY", "")
    return Config(
        db=Path(get("KG_DB") or default_db()),
        model=get("KG_MODEL", ""),
        base_url=base_url,
        api_key=api_key,
        embedder=get("KG_EMBEDDER", ""),
        embed_url=get("KG_EMBED_BASE_URL") or base_url,
        embed_key=get("KG_EMBED_API_KEY") or api_key,
        reranker=get("KG_RERANKER", ""),
        prices=Path(get("KG_PRICES", "")) if get("KG_PRICES") else None,
    )


def default_db() -> Path:
    """Return where the store is kept when nothing names another place."""
    return platformdirs.user_data_path("kg") / "memory.duckdb"
