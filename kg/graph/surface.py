"""The folded form of a name: what two spellings of it share."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from tkg.kg.search.tokens import fold

ORNAMENTS = ("So", "Sk", "Cf", "Cc")
"""Unicode categories of what decorates a name and is no part of it: emoji, joiners, controls."""
EDGES = " \t.,;:!?\"'\u201c\u201d\u00ab\u00bb"


TITLES = {
    "doctor": "dr", "professor": "prof", "mister": "mr", "saint": "st", "captain": "capt",
}  # fmt: skip
"""Titles that are written in two ways."""
PLAIN = ("mrs", "ms", "rev", "sen", "gov", "gen", "lt", "sgt")
"""Others that may be written with a full stop."""


def _titled(name: str) -> str:
    """Return a name with its title in the one way: "doctor weber" and "dr. weber" are one."""
    title, space, rest = name.partition(" ")
    short = title.removesuffix(".")
    short = TITLES.get(short, short if short in TITLES.values() or short in PLAIN else title)
    return f"{short}{space}{rest}" if space else name


@lru_cache(maxsize=100_000)
def surface(name: str) -> str:
    """Return the folded form of a name: what two spellings of it share.

    >>> surface("  The Red  Lion ")
    'red lion'
    >>> surface("Wren \U0001f56f.")
    'wren'
    >>> surface("Zo\u00eb") == surface("Zoe")
    True
    """
    # Half a character of a question or a file is no part of a name, and no database takes it.
    whole = name.encode("utf-8", "ignore").decode("utf-8")
    folded = fold(unicodedata.normalize("NFKC", whole).casefold().replace("\u2019", "'"))
    folded = re.sub(r"\s+", " ", folded).strip()
    plain = "".join(" " if unicodedata.category(c) in ORNAMENTS else c for c in folded)
    bare = re.sub(r"\s+", " ", plain.replace("\ufe0f", "")).strip(EDGES)
    bare = _titled(bare)
    # What would have been left of an article alone is the name itself.
    return re.sub(r"^(?:the|a|an)\s+", "", bare) or folded
