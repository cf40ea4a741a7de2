"""How much a reader may spend on one question."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard caps. Whichever is reached first, one last request asks for the answer.

    Attributes:
        rounds: Requests in which tools may be called. Real questions take 2 or 3.
        calls: Tool calls in all.
        tokens: Prompt and completion tokens in all.
        seconds: Elapsed time.
        result_characters: A longer tool result is cut at a line, and says so.
    """

    rounds: int = 6
    calls: int = 16
    tokens: int = 40_000
    seconds: float = 90.0
    result_characters: int = 12_000


Ticks = Callable[[], float]
elapsed: Ticks = time.monotonic
"""Seconds from some fixed point: measures how long a thing takes, says nothing of the date."""
