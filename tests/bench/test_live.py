"""A live model is recorded as it answers; then the same run costs nothing and needs no server."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.bench.bench_cases import made
from tests.fake_server import Play, Server, says, serving
from tkg.bench import result
from tkg.bench.command import app
from tkg.bench.model import tape
from tkg.kg.errors import InputError
from tkg.kg.llm.cassette import Cassette
from tkg.kg.llm.chat import Message, Reply, Request

SETTINGS = """
name = "live"
hypothesis = "a model is asked once"
model = "m"
judge = "j"
[[system]]
name = "record"
hypothesis = "it answers"
expect = { score = 0.5, because = "it is a guess" }
reader = "model"
extractor = "llm"
tools = true
"""
ASKED = Request(model="m", messages=(Message(role="user", text="Where?"),))


def answers(body: dict[str, Any]) -> Play:
    """Extract nothing, judge everything wrong, and call a tool before each answer."""
    if body.get("response_format"):
        return says(json.dumps({"facts": []}))
    if body["model"] == "j":
        return says("wrong")
    last = body["messages"][-1]
    if body.get("tools") and last["role"] == "user":
        tool = {"name": "search_history", "arguments": '{"query": "live"}'}
        call = {"id": "1", "type": "function", "function": tool}
        play = says("")
        play.body["choices"][0]["message"]["tool_calls"] = [call]
        return play
    return says("NOT IN MEMORY")


def run(tmp_path: Path, *more: str) -> list[result.Row]:
    words = ["run", str(tmp_path / "e.toml"), "--data", str(tmp_path / "made.json"),
             "--limit", "4", "--out", str(tmp_path / "out"), *more]  # fmt: skip
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return result.rows(tmp_path / "out")


@pytest.fixture
def configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made(tmp_path, sessions=2)
    (tmp_path / "e.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setenv("KG_MODEL", "m")
    return tmp_path


def forget(folder: Path) -> None:
    """Take all that was answered away; only what the model said stays."""
    (folder / "out" / result.ROWS).unlink()
    (folder / "out" / result.HEAD).unlink()


def test_a_run_is_recorded_and_replays_without_a_server(
    configured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(answers) as server:
        monkeypatch.setenv("KG_BASE_URL", server.url)
        first = run(configured, "--live")
        asked = len(server.seen)
    assert asked > 0
    assert any("search_history" in line for r in first for line in r.trace)
    monkeypatch.delenv("KG_BASE_URL")
    forget(configured)
    again = run(configured)
    strip = {"seconds": 0.0, "recall": {}}
    assert [r.model_copy(update=strip) for r in again] == [
        r.model_copy(update=strip) for r in first
    ]


def test_a_second_live_run_asks_nothing_again(
    configured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(server: Server) -> int:
        monkeypatch.setenv("KG_BASE_URL", server.url)
        run(configured, "--live")
        return len(server.seen)

    with serving(answers) as server:
        once = counted(server)
        forget(configured)
        assert counted(server) == once > 0


def test_replicates_are_recorded_apart(configured: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SETTINGS.replace('model = "m"', 'model = "m"\nreplicates = 2')
    (configured / "e.toml").write_text(text, encoding="utf-8")
    said = iter(range(10_000))

    def counting(body: dict[str, Any]) -> Play:
        play = answers(body)
        message = play.body["choices"][0]["message"]
        if message["content"] == "NOT IN MEMORY":
            message["content"] = f"NOT IN MEMORY {next(said)}"
        return play

    with serving(counting) as server:
        monkeypatch.setenv("KG_BASE_URL", server.url)
        rows = [r for r in run(configured, "--live") if r.system == "no memory"]
    words = [re.sub(r"\D", "", r.answer) for r in rows]
    assert {r.replicate for r in rows} == {0, 1}
    assert len(set(words)) == len(words)


def test_without_a_cassette_a_run_says_how_to_get_one(configured: Path) -> None:
    words = ["run", str(configured / "e.toml"), "--data", str(configured / "made.json"),
             "--out", str(configured / "out")]  # fmt: skip
    done = CliRunner().invoke(app, words)
    assert "needs a model" in str(done.exception)
    assert "--live" in str(getattr(done.exception, "hint", ""))


class Says:
    """A model that says one thing."""

    def complete(self, request: Request) -> Reply:
        return Reply(text="Faro")


def test_a_cassette_that_a_kill_has_cut_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    other = ASKED.model_copy(update={"model": "other"})
    tape_ = Cassette(path, Says())
    tape_.complete(ASKED)
    tape_.complete(other)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert Cassette(path).complete(ASKED).text == "Faro"
    again = Cassette(path, Says())
    again.complete(other)
    assert path.read_bytes() == whole
    path.write_bytes(b"{nothing")
    with pytest.raises(InputError, match="no cassette"):
        Cassette(path)


def test_a_cassette_without_a_last_line_end_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    Cassette(path, Says()).complete(ASKED)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    Cassette(path, Says()).complete(ASKED.model_copy(update={"model": "other"}))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2
    assert Cassette(path).complete(ASKED).text == "Faro"


def test_no_cassette_and_no_live_model_is_no_model(tmp_path: Path) -> None:
    assert tape(tmp_path / "none.jsonl", live=False) is None
