"""Count the tokens of a text before it is sent: an upper bound, not a bill.

No model's own tokenizer comes with the package, and the usual ones fetch their vocabulary when they
are first used. The packaged embedder's word pieces are always here and count a little more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

Count = Callable[[str], int]

CHARACTERS = 2.9
"""Characters a token, for English with dates and ids; on the safe side."""


def estimate(text: str) -> int:
    """Return about how many tokens a text takes.

    >>> estimate("I moved to Lisbon last month.")
    11
    """
    return int(len(text) / CHARACTERS) + 1


@cache
def counter() -> tuple[Count, str]:
    """Return what counts tokens here, and its name for the trace."""
    try:
        from tkg.kg.embed.onnx import tokenizer

        pieces = tokenizer()
    except ImportError:
        return estimate, "estimated"

    @lru_cache(maxsize=1024)
    def count(text: str) -> int:
        return len(pieces.encode(text, add_special_tokens=False).ids)

    return count, "word pieces"
