"""The formats that can be read, in the order in which they are tried: the most particular first."""

from __future__ import annotations

from tkg.extract.formats import locomo, longmemeval, plain
from tkg.extract.formats.format import Format

FORMATS: tuple[Format, ...] = (locomo.FORMAT, longmemeval.FORMAT, plain.FORMAT)
