"""`kg ask` with a model behind it: what is shown, when, and where."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fake_server import Body, Play, calls, refuses, says, serving, streams
from tests.histories import MOVES, NOW, history
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory

ASK = [sys.executable, "-m", "tkg.cli", "ask", "When did I move to Lisbon?", "--reader", "llm"]
WORDS = ("In April ", "2023 ", "[s3:1].")
KEY = "sk-test-0123456789abcdef"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ask") / "me.duckdb"
    with Memory(path, clock=lambda: NOW, embedder=None) as memory:
        ingest_sessions(memory, history(*MOVES))
    return path


def model(body: Body) -> Play:
    """Look something up, then answer; in pieces where pieces are asked for."""
    if not any(m["role"] == "tool" for m in body["messages"]):
        return calls(("list_facts", '{"subject": "user"}'))
    return streams(*({"content": w} for w in WORDS)) if body.get("stream") else says("".join(WORDS))


@pytest.fixture
def env(db: Path) -> Iterator[dict[str, str]]:
    with serving(model) as server:
        yield environment(server.url, db)


def environment(url: str, db: Path) -> dict[str, str]:
    named = {"KG_BASE_URL": url, "KG_MODEL": "fake", "KG_API_KEY": KEY, "KG_DB": str(db)}
    return {**os.environ, **named}


def piped(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ASK, *words], capture_output=True, text=True, env=env)


def on_terminal(env: dict[str, str], *words: str) -> str:
    """Return what a person sees: both streams, as the terminal gets them."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*ASK, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=env
    ) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # how a terminal says that nobody writes to it any more
                break
            if not piece:
                break
            shown += piece
    os.close(ours)
    assert process.returncode == 0, shown
    return shown.decode()


def test_a_checked_answer_is_printed_once_with_its_sentence(env: dict[str, str]) -> None:
    done = piped(env)
    first, second = done.stdout.splitlines()
    assert first == "In April 2023."
    assert second.startswith("  s3:1  2023-05-20  user:")
    assert done.stderr == ""


def test_json_has_the_whole_answer_and_the_trace(env: dict[str, str]) -> None:
    found = json.loads(piped(env, "--json", "--trace").stdout)
    assert (found["answer"], found["reader"], found["abstained"]) == (
        "In April 2023.",
        "fake",
        False,
    )
    assert found["usage"]["calls"] == 1
    assert found["event"]["grain"] == "month"
    assert found["citations"][0]["turn_id"] == "s3:1"
    assert found["trace"][0].startswith("record: ")
    assert found["trace"][1].startswith('list_facts({"subject": "user"})')


def test_on_a_terminal_the_steps_are_shown_and_a_checked_answer_when_it_stands(
    env: dict[str, str],
) -> None:
    shown = on_terminal(env)
    assert shown.index("list_facts(") < shown.index("In April 2023.")
    assert shown.count("In April") == 1
    assert "[s3:1]" not in shown


def test_an_unchecked_answer_streams_on_a_terminal_and_is_not_repeated(env: dict[str, str]) -> None:
    shown = on_terminal(env, "--no-check")
    assert "In April 2023 [s3:1]." in shown
    assert shown.count("In April") == 1
    assert "s3:1  2023-05-20  user:" in shown


def test_a_server_that_refuses_the_key_is_one_line_without_the_key(db: Path) -> None:
    with serving(refuses(401, f"Incorrect API key provided: {KEY}")) as server:
        done = piped(environment(server.url, db), "--trace")
    assert (done.returncode, done.stdout) == (69, "")
    assert "answered 401" in done.stderr
    assert "Check KG_API_KEY." in done.stderr
    assert KEY not in done.stderr


def test_a_model_that_is_not_configured_is_one_line(db: Path) -> None:
    bare = {k: v for k, v in os.environ.items() if not k.startswith(("KG_", "OPENAI_"))}
    done = piped({**bare, "KG_DB": str(db)})
    assert (done.returncode, done.stdout) == (2, "")
    assert "KG_MODEL" in done.stderr


def test_what_was_said_cannot_steer_the_terminal(db: Path) -> None:
    def steering(body: Body) -> Play:
        return says("In April 2023 \x1b[2Jok.")

    with serving(steering) as server:
        done = piped(environment(server.url, db), "--no-check")
    assert done.stdout == "In April 2023 [2Jok.\n"
