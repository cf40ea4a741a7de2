"""Python's search for cycles, put off where many objects are made that form none."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 50_000
"""Objects made between two looks for cycles in a command; Python's own 700 suits long programs."""


def for_a_command() -> None:
    """Look for cycles seldom, and not once more when the process ends: a command soon does."""
    gc.set_threshold(SELDOM)
    atexit.register(gc.freeze)


@contextmanager
def put_off() -> Iterator[None]:
    """Look for no cycles in this block: walking over a lot of rows is a sixth of a bulk load."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
