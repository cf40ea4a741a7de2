"""The wheel ships exactly the code folders of the repository, all of it under one name."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = ("kg", "extract", "temporal", "tools", "answer", "bench")
HEAVY = ("spacy", "onnxruntime", "openai", "networkx")


def settings() -> dict[str, object]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)["tool"]["setuptools"]
    assert isinstance(found, dict)
    return found


def test_every_package_is_listed() -> None:
    found = {"tkg"} | {
        "tkg." + init.parent.relative_to(ROOT).as_posix().replace("/", ".")
        for top in CODE
        for init in (ROOT / top).rglob("__init__.py")
    }
    assert set(settings()["packages"]) == found  # type: ignore[call-overload]


def test_every_data_file_is_shipped() -> None:
    rules = settings()["package-data"]
    assert isinstance(rules, dict)
    shipped = {
        path
        for package, patterns in rules.items()
        if package != "*"
        for pattern in patterns
        for path in (ROOT / package.removeprefix("tkg.").replace(".", "/")).glob(pattern)
    }
    held = {
        path
        for top in CODE
        for path in (ROOT / top).rglob("*")
        if path.is_file()
        and path.suffix not in (".py", ".pyc", ".typed", ".md")
        and "out" not in path.parts
    }
    assert held - shipped == set()


def test_root_holds_one_module() -> None:
    assert [p.name for p in ROOT.glob("*.py")] == ["cli.py"]


@pytest.mark.parametrize("module", ["tkg.cli", "tkg.kg.memory", "tkg.kg.search.searcher"])
def test_nothing_heavy_is_loaded_at_start(module: str) -> None:
    code = f"import sys, {module}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
