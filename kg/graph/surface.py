"""The folded form of a name: what two spellings of it share."""

from __future__ import annotations

import re
import unicodedata


def surface(name: str) -> str:
    """Return the folded form of a name: what two spellings of it share.

    >>> surface("  The Red  Lion ")
    'red lion'
    """
    folded = unicodedata.normalize("NFKC", name).casefold().replace("\u2019", "'")
    return re.sub(r"^(?:the|a|an)\s+", "", re.sub(r"\s+", " ", folded).strip())
