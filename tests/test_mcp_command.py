"""`kg mcp` as an agent's client starts it: a process of its own, spoken to by the SDK's client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

anyio = pytest.importorskip("anyio")
pytest.importorskip("mcp")

from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters  # noqa: E402

from tests.histories import MOVES, NOW, history  # noqa: E402
from tkg.extract.session import ingest_sessions  # noqa: E402
from tkg.kg.memory import Memory  # noqa: E402

KG = [sys.executable, "-m", "tkg.cli"]
READING = ["ask", "list_facts", "search_history", "date_calculator", "open_source", "timeline"]
MOVED = "I moved to Lisbon last month."
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mcp") / "me.duckdb"
    with Memory(path, clock=lambda: NOW, embedder=None) as memory:
        ingest_sessions(memory, history(*MOVES))
    return path


def client(db: Path, *words: str) -> AbstractAsyncContextManager[Client]:
    return Client(
        StdioServerParameters(
            command=KG[0], args=[*KG[1:], "mcp", "--db", str(db), *words], env=dict(os.environ)
        )
    )


def run(talk: Callable[[], Awaitable[None]]) -> None:
    anyio.run(talk)


async def text(agent: Client, name: str, **arguments: Any) -> str:
    result = await agent.call_tool(name, arguments)
    return str(result.content[0].text)  # type: ignore[union-attr]


def test_the_tools_are_listed_answered_and_what_goes_wrong_is_a_sentence(stored: Path) -> None:
    async def talk() -> None:
        async with client(stored) as agent:
            listed = (await agent.list_tools()).tools
            assert [t.name for t in listed] == READING
            assert all(t.annotations and t.annotations.read_only_hint for t in listed)
            answer = json.loads(await text(agent, "ask", question="When did I move to Lisbon?"))
            assert (answer["answer"], answer["abstained"]) == ("«April 2023»", False)
            assert answer["citations"][0]["quoted"] == f"«{MOVED}»"
            wrong: tuple[tuple[str, dict[str, str], str], ...] = (
                ("fly", {}, "there is no tool 'fly'"),
                ("list_facts", {"subject": "user", "colour": ""}, "no argument 'colour'"),
                ("open_source", {"id": "s1:1", "arond": "3"}, "perhaps 'around'"),
                ("list_facts", {"subject": "Heidi"}, "0 facts about 'Heidi'"),
                ("remember", {"text": "x"}, "there is no tool 'remember'"),
                ("open_source", {"id": "s9:9"}, "no fact or turn 's9:9'"),
            )
            for name, arguments, said in wrong:
                result = await agent.call_tool(name, arguments)
                assert result.is_error
                assert said in str(result.content)

    run(talk)


def test_calls_made_at_once_are_all_answered(stored: Path) -> None:
    found: list[str] = []

    async def talk() -> None:
        async with client(stored) as agent, anyio.create_task_group() as group:

            async def one() -> None:
                found.append(await text(agent, "search_history", query="Lisbon"))

            for _ in range(8):
                group.start_soon(one)

    run(talk)
    assert len(found) == 8
    assert all(MOVED in answer for answer in found)


def test_the_command_line_writes_while_the_server_runs(tmp_path: Path) -> None:
    """The server lets go of the store between calls, and sees what was put in."""
    db, more = tmp_path / "me.duckdb", tmp_path / "more.json"
    with Memory(db, embedder=None) as memory:
        ingest_sessions(memory, history(*MOVES))
    row = {"session_id": "m", "messages": [{"role": "user", "content": "I own a red kayak."}]}
    more.write_text(json.dumps([row]), encoding="utf-8")

    async def talk() -> None:
        async with client(db) as agent:
            assert json.loads(await text(agent, "search_history", query="kayak"))["turns"] == []
            done = await anyio.run_process([*KG, "ingest", str(more), "--db", str(db)])
            assert b"1 session," in done.stdout
            assert "red kayak" in await text(agent, "search_history", query="kayak")

    run(talk)


def test_what_two_clients_remember_at_once_is_kept_once_or_refused_in_words(tmp_path: Path) -> None:
    """Two servers on one store, the second repeating half of what the first is told."""
    db = tmp_path / "me.duckdb"
    said = [f"My friend number {n} is called Person{n}." for n in range(6)]
    kept: dict[str, str] = {}

    async def store(agent: Client, words: str) -> None:
        result = await agent.call_tool("remember", {"text": words, "said_at": "2024-05-01"})
        if result.is_error:
            assert "is in use by process" in str(result.content)
        else:
            kept[words] = json.loads(result.content[0].text)["turn_id"]  # type: ignore[union-attr]

    async def talk() -> None:
        async with client(db, "--write") as one, client(db, "--write") as two:
            names = [t.name for t in (await one.list_tools()).tools]
            assert names == [*READING, "remember", "forget"]
            async with anyio.create_task_group() as group:
                for words in said[:4]:
                    group.start_soon(store, one, words)
                for words in said[2:]:
                    group.start_soon(store, two, words)
            await forget_one(one)

    async def forget_one(agent: Client) -> None:
        """What goes is said first, and it is gone when that is confirmed."""
        words, turn = next(iter(kept.items()))
        asked = json.loads(await text(agent, "forget", id=turn, kind="turn"))
        assert (asked["erased"], "1 turn," in asked["summary"]) == (False, True)
        assert words in await text(agent, "search_history", query=words)
        done = json.loads(await text(agent, "forget", id=turn, kind="turn", confirm=True))
        assert done["erased"]
        assert words not in await text(agent, "open_source", id=turn)
        del kept[words]

    run(talk)
    with Memory(db, embedder=None) as memory:
        assert sorted(words for _, words in memory.said()) == sorted(kept)
    assert all(turn.startswith("remembered-2024-05-01-") for turn in kept.values())


def test_nothing_but_json_rpc_is_written_to_standard_output(stored: Path) -> None:
    call = {"name": "search_history", "arguments": {"query": "Lisbon"}}
    lines = [
        HELLO,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    sent = "".join(json.dumps(line) + "\n" for line in lines) + "this is no message\n"
    with subprocess.Popen(
        [*KG, "mcp", "--db", str(stored)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(sent)
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.stdin.close()
        rest = [json.loads(line) for line in process.stdout.read().splitlines()]
    assert {a.get("id") for a in answers} == {1, 2}
    assert all(a["jsonrpc"] == "2.0" for a in [*answers, *rest])
    assert process.returncode == 0


def test_a_store_that_is_not_there_is_said_when_it_is_asked(tmp_path: Path) -> None:
    async def talk() -> None:
        async with client(tmp_path / "nowhere.duckdb") as agent:
            result = await agent.call_tool("search_history", {"query": "x"})
            assert result.is_error
            assert "There is no store at" in str(result.content)

    run(talk)
    assert not (tmp_path / "nowhere.duckdb").exists()


def test_without_the_sdk_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['mcp'] = None; from tkg import cli; cli.main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "mcp"], capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'mcp" in done.stderr
    assert "Traceback" not in done.stderr
