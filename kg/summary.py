"""What sums a person up: from the facts as they stand, never from a summary of a summary."""

from __future__ import annotations

from collections.abc import Sequence

from tkg.kg.model import Known, Status

RECENT = 8
"""Events that are told at most."""


def summary(known: Sequence[Known]) -> list[Known]:
    """Return what holds, then what happened last, then what is planned.

    The same facts in any order give the same list; what was erased or has ended is not in it.
    """
    current = [k for k in known if k.status is Status.CURRENT]
    happened = sorted((k for k in known if k.status is Status.HAPPENED), key=_when, reverse=True)
    planned = [k for k in known if k.status is Status.PLANNED]
    return [
        *sorted(current, key=lambda k: (k.slot, k.id)),
        *happened[:RECENT],
        *sorted(planned, key=lambda k: (k.slot, k.id)),
    ]


def _when(known: Known) -> tuple[str, str]:
    at = known.event.start if known.event and known.event.start else known.valid_from
    return (at.isoformat() if at else "", known.id)
