"""What a person sees: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

STEERING = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160)])
"""Control characters other than a tab and a line's end."""


def show(as_json: bool, document: Any, lines: Iterable[str]) -> None:
    """Print results: one JSON document, or lines for a person."""
    if as_json:
        typer.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    for line in lines:
        typer.echo(printable(line))


def say(text: str) -> None:
    """Print what is not a result."""
    typer.echo(printable(text), err=True)


def printable(text: str) -> str:
    """Return a text without what would steer the terminal: some of it was said by anybody."""
    return text.translate(STEERING)


@contextmanager
def interruptible(kept: str) -> Iterator[None]:
    """Say, where a person interrupts, what is kept."""
    try:
        yield
    except KeyboardInterrupt:
        say(f"kg: {kept}")
        raise typer.Exit(130) from None
