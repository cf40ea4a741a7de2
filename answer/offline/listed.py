"""A list is told whole and member by member: who counts or lists takes the members.

"I bought a bike and a lock" is three facts. The whole is kept because it is asked for as one, the
members because each is counted, ends and is corrected by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tkg.kg.model import Known

JOINT = re.compile(r",\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+", re.IGNORECASE)


def members(known: Sequence[Known]) -> list[Known]:
    """Return facts without the lists whose members are among them."""
    return [k for k in known if not any(_holds(k, other) for other in known)]


def _holds(whole: Known, member: Known) -> bool:
    one, other = whole.fact, member.fact
    if (one.turns[:1], one.predicate) != (other.turns[:1], other.predicate) or one is other:
        return False
    parts = [part.strip().casefold() for part in JOINT.split(one.value)]
    return len(parts) > 1 and other.value.casefold() in parts
