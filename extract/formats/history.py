"""Read a file of conversations: find out its format, and give its sessions."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from tkg.extract.formats import FORMATS, archive
from tkg.extract.formats.format import Format
from tkg.kg.errors import InputError, UsageError
from tkg.kg.model import Session, digest

STDIN = Path("-")
EXPECTED = (
    'The plain format is [{"session_id", "date", "messages": [{"role", "content"}]}], '
    "as JSON or one session a line."
)


def sessions(path: Path, *, form: str | None = None, instance: str | None = None) -> list[Session]:
    """Return the sessions of a file in its order, also those in which nothing was said.

    Args:
        path: A JSON or JSON-lines file.
        form: Name of its format; found out from its content where None.
        instance: Which conversation of a file that holds those of separate people.

    Raises:
        InputError: It is missing, empty, not JSON, of no known format, or says nothing.
        UsageError: It holds several people's conversations and none was named, or a wrong one.
    """
    data = load(path)
    reader = named(form) if form else detect(data, path)
    found = _read(reader, _chosen(reader, data, instance, path), path)
    if not any(s.turns for s in found):
        raise InputError(f"{path} holds no messages.")
    return found


def load(path: Path) -> Any:
    """Return the parsed content of a JSON file, or the list of lines of a JSON-lines file.

    The file "-" is standard input.
    """
    if path != STDIN and not path.exists():
        raise InputError(f"There is no file {path}.")
    if path != STDIN and archive.is_archive(path):
        return archive.load(path)
    try:
        content = sys.stdin.buffer.read() if path == STDIN else path.read_bytes()
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    if not text.strip():
        raise InputError(f"{path} is empty.")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return _lines(text, path, error)


def named(name: str) -> Format:
    """Return the format of this name."""
    found = [f for f in FORMATS if f.name == name]
    if not found:
        raise UsageError(
            f"There is no format {name!r}.", hint=f"Formats: {', '.join(f.name for f in FORMATS)}."
        )
    return found[0]


def detect(data: Any, path: Path) -> Format:
    """Return the format of parsed content."""
    if data == [] or data == {}:
        raise InputError(f"{path} is empty.")
    for reader in FORMATS:
        if reader.detects(data):
            return reader
    if _is_export(data):
        raise InputError(f"{path} is an export of a store.", hint=f"Store it: kg import {path}")
    raise InputError(f"{path} is of no format known here.", hint=EXPECTED)


def _is_export(data: Any) -> bool:
    """Say whether parsed content is what `kg export` prints."""
    first = data[0] if isinstance(data, list) and data else data
    return isinstance(first, dict) and {"session", "extractor"} <= first.keys()


def _lines(text: str, path: Path, whole: json.JSONDecodeError) -> list[Any]:
    """Return the values of a JSON-lines text."""
    values = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except json.JSONDecodeError as error:
            # One line alone is a broken JSON file rather than JSON lines.
            at = f"line {number}: {error.msg}" if values else f"line {whole.lineno}: {whole.msg}"
            raise InputError(f"{path} is not JSON ({at}).") from error
    return values


def _chosen(reader: Format, data: Any, instance: str | None, path: Path) -> Any:
    if reader.instances is None:
        if instance is not None:
            raise UsageError(f"{path} is one conversation: it takes no instance.")
        return data
    by_id = reader.instances(data)
    if instance is None and len(by_id) == 1:
        return next(iter(by_id.values()))
    if instance in by_id:
        return by_id[instance]
    what = f"has no instance {instance!r}" if instance else "holds conversations of several people"
    raise UsageError(f"{path} {what}.", hint=f"Choose with --instance: {', '.join(by_id)}")


def _read(reader: Format, data: Any, path: Path) -> list[Session]:
    try:
        found = list(reader.read(data, "stdin" if path == STDIN else path.stem))
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise InputError(
            f"{path} is not a whole {reader.name} file: {error!r}.", hint=EXPECTED
        ) from error
    if not reader.by_file or path == STDIN:
        return found
    place = digest(str(path.resolve()))
    return [replace(session, place=place) for session in found]
