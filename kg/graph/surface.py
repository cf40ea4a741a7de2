"""The folded form of a name: what two spellings of it share."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

ORNAMENTS = ("So", "Sk", "Cf", "Cc")
"""Unicode categories of what decorates a name and is no part of it: emoji, joiners, controls."""
EDGES = " \t.,;:!?\"'\u201c\u201d\u00ab\u00bb"


@lru_cache(maxsize=100_000)
def surface(name: str) -> str:
    """Return the folded form of a name: what two spellings of it share.

    >>> surface("  The Red  Lion ")
    'red lion'
    >>> surface("Wren \U0001f56f.")
    'wren'
    """
    folded = unicodedata.normalize("NFKC", name).casefold().replace("\u2019", "'")
    folded = re.sub(r"\s+", " ", folded).strip()
    plain = "".join(" " if unicodedata.category(c) in ORNAMENTS else c for c in folded)
    bare = re.sub(r"\s+", " ", plain.replace("\ufe0f", "")).strip(EDGES)
    # What would have been left of an article alone is the name itself.
    return re.sub(r"^(?:the|a|an)\s+", "", bare) or folded
