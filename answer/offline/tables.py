"""The word tables of the offline reader."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def words(name: str) -> frozenset[str]:
    """Return a table of words.

    >>> "because" in words("reason")
    True
    """
    return frozenset(_tables()[name].split())


@cache
def _tables() -> dict[str, str]:
    text = files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
    return {name: str(value) for name, value in tomllib.loads(text).items()}
