"""The word lists of the offline extractor."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def lexicon() -> dict[str, frozenset[str]]:
    """Return the word lists by name."""
    text = files("tkg.extract.offline").joinpath("words.toml").read_text(encoding="utf-8")
    return {name: frozenset(words) for name, words in tomllib.loads(text).items()}


def among(word: str, *names: str) -> bool:
    """Say whether a word is in one of these lists."""
    lists = lexicon()
    return any(word in lists[name] for name in names)
