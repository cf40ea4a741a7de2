"""Every `>>>` example in the package runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tkg

OPTIONAL = ("tkg.tools.mcp", "tkg.tests")
MODULES = sorted(
    m.name for m in pkgutil.walk_packages(tkg.__path__, "tkg.") if not m.name.startswith(OPTIONAL)
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
