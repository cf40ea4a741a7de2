"""Python's search for cycles, put off where many objects are made that form none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
