"""Instants on their way into and out of DuckDB: UTC in the column, the zone's offset beside it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone


def to_row(moment: datetime | None) -> tuple[datetime | None, int | None]:
    """Return the naive UTC instant and the offset of its zone in minutes.

    DuckDB turns an aware datetime into the machine's local time, so none is ever bound.

    >>> to_row(datetime.fromisoformat("2026-06-05T00:36:00+08:00"))
    (datetime.datetime(2026, 6, 4, 16, 36), 480)
    """
    if moment is None:
        return None, None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    offset = aware.utcoffset() or timedelta()
    return aware.astimezone(UTC).replace(tzinfo=None), int(offset.total_seconds() // 60)


def from_row(moment: datetime | None, offset: int | None) -> datetime | None:
    """Return the aware instant in the zone it was said in.

    >>> from_row(datetime(2026, 6, 4, 16, 36), 480).isoformat()
    '2026-06-05T00:36:00+08:00'
    """
    if moment is None:
        return None
    zone = timezone(timedelta(minutes=offset)) if offset else UTC
    return moment.replace(tzinfo=UTC).astimezone(zone)


def civil(moment: datetime | None) -> datetime | None:
    """Return the naive time on the speaker's own clock: what spans are compared with."""
    return moment.replace(tzinfo=None) if moment else None
