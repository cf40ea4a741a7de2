"""The README's session is what the command prints, word for word."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SESSIONS = re.findall(
    r"<!-- \w+ -->\n```\n(\$ .*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S
)
"""Each goes on with the store that the first one makes."""
SAMPLE = ROOT / "extract" / "sample" / "history.json"


def steps() -> list[tuple[str, str]]:
    """Return (command, what it prints) of the sessions."""
    parts = [part for shown in SESSIONS for part in re.split(r"^\$ ", shown, flags=re.M)[1:]]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def kg(*words: str | Path) -> str:
    """Return what the command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tkg.cli", *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store that the first command makes; each worker has its own."""
    path = tmp_path_factory.mktemp("readme") / "me.duckdb"
    kg("ingest", SAMPLE, "--db", path)
    return path


@pytest.mark.parametrize("number", range(len(steps())))
def test_the_session_prints_what_it_says(number: int, db: Path, tmp_path: Path) -> None:
    command, printed = steps()[number]
    words = re.findall(r'"([^"]*)"|(\S+)', command.removeprefix("kg "))
    given = [a or b for a, b in words]
    given = [str(SAMPLE) if w == "history.json" else w for w in given]
    place = tmp_path / "new.duckdb" if given[0] == "ingest" else db
    assert kg(*given, "--db", place) == printed


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.S)
    assert code is not None
    (tmp_path / "history.json").write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", code[1]], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "the week of 2 January 2023"


def test_the_plain_format_of_the_readme_is_read(tmp_path: Path) -> None:
    from tkg.extract.formats import history

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    sample = re.search(r"```json\n(.*?)```", text, re.S)
    assert sample is not None
    file = tmp_path / "plain.json"
    file.write_text(sample[1], encoding="utf-8")
    (session,) = history.sessions(file)
    assert [t.speaker for t in session.turns] == ["Ines", "assistant"]
