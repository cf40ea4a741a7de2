"""Instants as exports write them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any


def moment(value: Any) -> datetime | None:
    """Return an instant from seconds since 1970 or an ISO text; None where it is neither.

    >>> moment("1700000000.5").isoformat()
    '2023-11-14T22:13:20.500000+00:00'
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return datetime.fromtimestamp(float(value), UTC)
    except (ValueError, OverflowError, OSError):
        pass
    try:
        return datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None


def earliest(*values: Any) -> datetime | None:
    """Return the first of the values that is an instant, in the order given."""
    return next((found for value in values if (found := moment(value))), None)
