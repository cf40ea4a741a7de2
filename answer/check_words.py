"""The word tables of the check."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def table(name: str) -> dict[str, str]:
    """Return a table of words; of a plain list, each word with its place in it.

    >>> table("counting")["seven"], table("numbers")["dozen"]
    ('7', '12')
    """
    text = files("tkg.answer").joinpath("check.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)[name]
    if isinstance(found, str):
        return {word: str(place) for place, word in enumerate(found.split())}
    return {str(word): str(value) for word, value in found.items()}
