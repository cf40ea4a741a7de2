"""When a server may be asked again, and after how long."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

LONGEST_WAIT = 60.0
"""Seconds. A server that asks for more is treated as unreachable."""
PASSING = (408, 409, 425, 429, 500, 502, 503, 504)
"""HTTP states that may be gone at the next try."""


def wait(headers: Mapping[str, str], tries: int) -> float | None:
    """Return how many seconds to wait before the next try; None where it is too long.

    A date is read against the server's own clock, which stands in the same reply.
    """
    given = headers.get("retry-after", "")
    seconds = float(2**tries)
    if re.fullmatch(r"\d+(?:\.\d+)?", given):
        seconds = float(given)
    elif (until := _moment(given)) and (now := _moment(headers.get("date", ""))):
        seconds = max(0.0, (until - now).total_seconds())
    return seconds if seconds <= LONGEST_WAIT else None


def _moment(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None
