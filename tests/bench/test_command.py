"""The commands under `kg bench`, as a user calls them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.histories import history
from tkg.bench.command import app
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory

EXPERIMENT = """
name = "small"
hypothesis = "nothing is won by saying nothing"
[[system]]
name = "declines"
hypothesis = "some questions have no answer"
expect = { score = 0.2, because = "they are a fifth" }
reader = "decline"
extractor = "nothing"
"""


def test_a_benchmark_is_made_run_and_compared_with_itself(tmp_path: Path) -> None:
    made, settings, out = tmp_path / "made.json", tmp_path / "e.toml", tmp_path / "out"
    settings.write_text(EXPERIMENT, encoding="utf-8")
    runner = CliRunner()
    sizes = ["--conversations", "1", "--sessions", "3", "--chatter", "1"]
    assert runner.invoke(app, ["make", str(made), *sizes]).exit_code == 0
    ran = runner.invoke(app, ["run", str(settings), "--data", str(made), "--out", str(out)])
    assert ran.exit_code == 0
    assert "| declines " in ran.stdout
    same = runner.invoke(app, ["compare", str(out), str(out)])
    assert same.stdout.splitlines()[0] == "declines"
    assert "null" in same.stdout.splitlines()[2]
    again = runner.invoke(app, ["report", str(out)])
    assert again.stdout == ran.stdout
    assert (out / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_benchmark_leaves_the_users_own_store_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, settings, mine = tmp_path / "m.json", tmp_path / "e.toml", tmp_path / "mine.duckdb"
    with Memory(mine, embedder=None) as memory:
        ingest_sessions(memory, history(("2024-01-05", [("user", "I own a red kayak.")])))
    before = mine.read_bytes()
    monkeypatch.setenv("KG_DB", str(mine))
    settings.write_text(EXPERIMENT, encoding="utf-8")
    runner = CliRunner()
    runner.invoke(app, ["make", str(made), "--conversations", "1", "--sessions", "3"])
    out = str(tmp_path / "out")
    ran = runner.invoke(app, ["run", str(settings), "--data", str(made), "--out", out])
    assert ran.exit_code == 0
    assert mine.read_bytes() == before


def test_capture_counts_what_a_store_would_hold(tmp_path: Path) -> None:
    made = tmp_path / "made.json"
    runner = CliRunner()
    runner.invoke(app, ["make", str(made), "--conversations", "1", "--sessions", "3"])
    found = runner.invoke(app, ["capture", "--data", str(made), "--json"])
    kinds = json.loads(found.stdout)["kinds"]
    assert 0.5 <= kinds["all"]["fact"] <= kinds["all"]["turn"] == 1.0
