"""Common English short forms of given names."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _full() -> dict[str, frozenset[str]]:
    """Return the full names of every short one."""
    found: dict[str, set[str]] = {}
    for full, shorts in _table().items():
        for short in shorts:
            found.setdefault(short, set()).add(full)
    return {short: frozenset(names) for short, names in found.items()}


@cache
def _table() -> dict[str, frozenset[str]]:
    text = files("tkg.kg.graph").joinpath("nicknames.txt").read_text(encoding="utf-8")
    rows = (line.split(":") for line in text.splitlines() if line and not line.startswith("#"))
    return {full: frozenset(shorts.split()) for full, shorts in rows}


def full_names(name: str) -> frozenset[str]:
    """Return the folded names that a folded name may be short for, the surname kept.

    >>> sorted(full_names("mel king"))[:2]
    ['melanie king', 'melinda king']
    """
    return _with(name, _full())


def short_names(name: str) -> frozenset[str]:
    """Return the short forms of a folded name, the surname kept.

    >>> sorted(short_names("timothy"))
    ['tim', 'timmy']
    """
    return _with(name, _table())


def given(name: str) -> bool:
    """Say whether a folded name begins with a given name of the table."""
    first = name.split(" ")[0]
    return first in _table() or first in _full()


def _with(name: str, table: dict[str, frozenset[str]]) -> frozenset[str]:
    first, *rest = name.split(" ")
    return frozenset(" ".join([other, *rest]) for other in table.get(first, ()))
