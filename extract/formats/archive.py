"""Read an export that comes as a folder or a ZIP of JSON files."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

from tkg.kg.errors import InputError

MOST_BYTES = 2_000_000_000
"""Unpacked size beyond which an archive is refused: it is no chat history."""
CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:[-_]?\d+)?\.json")


def is_archive(path: Path) -> bool:
    """Say whether this is a folder or a ZIP."""
    return path.is_dir() or (path.is_file() and zipfile.is_zipfile(path))


def load(path: Path) -> Any:
    """Return one list of the numbered conversation files, else every file's content by its name.

    Raises:
        InputError: There is no JSON in it, or it cannot be read.
    """
    parsed: dict[str, Any] = {}
    for name, text in sorted((_folder if path.is_dir() else _zip)(path).items()):
        try:
            parsed[name] = json.loads(text)
        except ValueError as error:
            raise InputError(f"{name} in {path} is not JSON: {error}.") from error
    if not parsed:
        raise InputError(f"{path} holds no JSON files.")
    parts = [parsed[name] for name in parsed if CONVERSATIONS.fullmatch(name)]
    if not parts:
        return parsed
    return [row for part in parts for row in (part if isinstance(part, list) else [part])]


def _folder(path: Path) -> dict[str, bytes]:
    return {p.relative_to(path).as_posix(): p.read_bytes() for p in path.rglob("*.json")}


def _zip(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(i.file_size for i in archive.infolist()) > MOST_BYTES:
                raise InputError(f"{path} is too large unpacked.")
            names = [n for n in archive.namelist() if n.endswith(".json") and "__MACOSX" not in n]
            return {n: archive.read(n) for n in names}
    except (zipfile.BadZipFile, OSError, RuntimeError) as error:
        raise InputError(f"{path} cannot be read: {error}.") from error
