"""Which code was run: the commit, and whether it had edits that no commit holds."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path


def commit(folder: Path = Path(__file__).parent) -> str:
    """Return the short commit of a checkout, "" outside one.

    Uncommitted edits, new modules included, add a mark and a hash: rows of two states of the code
    must not stand in one result.

    >>> commit(Path("/"))
    ''
    """
    head = _git(folder, "rev-parse", "--short", "HEAD")
    edits = _git(folder, "diff", "HEAD")
    fresh = _git(folder, "ls-files", "--others", "--exclude-standard", "--", ":/*.py")
    if not head or not edits + fresh:
        return head
    mark = hashlib.sha256(f"{edits}\n{fresh}".encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"{head}+edits-{mark}"


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True, text=True, check=False, errors="surrogateescape",
        )  # fmt: skip
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
