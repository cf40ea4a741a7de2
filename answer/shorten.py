"""Make the result of a tool fit: fewer entries, then shorter quotations, never a broken one."""

from __future__ import annotations

import json
from typing import Any

from tkg.tools.quotation import CLOSE

LEAST = 60
"""Characters that are left of a quotation at the least."""


def shortened(result: str, limit: int) -> str:
    """Return a result of at most about `limit` characters, which says what it lacks.

    Entries are left out from the end of the longest list; a single entry that is still too long
    loses the end of its quotations, each of which stays closed.
    """
    if len(result) <= limit:
        return result
    try:
        found = json.loads(result)
    except json.JSONDecodeError:
        return f"{result[:limit]} ..."
    whole = {name: len(rows) for name, rows in _lists(found).items()}
    while (over := len(_dumped(found)) - limit) > 0 and _dropped(found, over):
        pass
    if (size := len(_dumped(found))) > limit:
        found = _clipped(found, max(LEAST, LEAST + limit - (size - _longest(found))))
    left = sum(whole.values()) - sum(len(rows) for rows in _lists(found).values())
    cut = f"{left} more left out: ask for less" if left else "quotations shortened: ask for less"
    return _dumped({**found, "cut": cut})


def _dumped(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _lists(found: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: rows for name, rows in found.items() if isinstance(rows, list)}


def _dropped(found: dict[str, Any], over: int) -> bool:
    """Take entries from the end of the longest list away, all but one of them at the most."""
    rows = max(_lists(found).values(), key=lambda r: len(_dumped(r)), default=[])
    if len(rows) < 2:
        return False
    while over > 0 and len(rows) > 1:
        over -= len(_dumped(rows.pop())) + 1
    return True


def _longest(found: Any) -> int:
    if isinstance(found, dict):
        return max(map(_longest, found.values()), default=0)
    if isinstance(found, list):
        return max(map(_longest, found), default=0)
    return len(found) if isinstance(found, str) else 0


def _clipped(found: Any, longest: int) -> Any:
    """Return it with every text of at most so many characters."""
    if isinstance(found, dict):
        return {name: _clipped(value, longest) for name, value in found.items()}
    if isinstance(found, list):
        return [_clipped(value, longest) for value in found]
    if isinstance(found, str) and len(found) > longest:
        close = CLOSE if found.endswith(CLOSE) else ""
        return f"{found[:longest]} [...]{close}"
    return found
