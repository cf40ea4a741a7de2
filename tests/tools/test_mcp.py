"""The tools are served to the protocol's own client."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import anyio
import pytest

mcp = pytest.importorskip("mcp")

from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters  # noqa: E402

from tkg.kg.errors import StoreBusy  # noqa: E402
from tkg.kg.memory import Memory  # noqa: E402
from tkg.tools.date_calculator import date_calculator  # noqa: E402
from tkg.tools.mcp import called, server  # noqa: E402
from tkg.tools.tool import tool  # noqa: E402

TOOLS = (tool(date_calculator),)
WEEKDAY = {"operation": "weekday", "start": "7 May 2023"}
SCRIPT = """
from tkg.kg.memory import Memory
from tkg.tools.date_calculator import date_calculator
from tkg.tools.mcp import serve
from tkg.tools.tool import tool
serve((tool(date_calculator),), lambda writes: Memory(":memory:", embedder=None))
"""


def opened(writes: bool) -> AbstractContextManager[Memory]:
    return Memory(":memory:", embedder=None)


def test_tools_are_listed_and_called_and_errors_are_marked() -> None:
    async def talk() -> None:
        async with Client(server(TOOLS, opened)) as client:
            listed = await client.list_tools()
            assert [t.name for t in listed.tools] == ["date_calculator"]
            result = await client.call_tool("date_calculator", WEEKDAY)
            assert "Sunday" in str(result.content)
            wrong = await client.call_tool(
                "date_calculator", {"operation": "weekday", "start": "x"}
            )
            assert wrong.is_error
            missing = await client.call_tool("fly", {})
            assert missing.is_error

    anyio.run(talk)


def test_calls_made_at_once_are_all_answered() -> None:
    answers: list[str] = []

    async def talk() -> None:
        async with Client(server(TOOLS, opened)) as client, anyio.create_task_group() as group:

            async def one() -> None:
                answers.append(str((await client.call_tool("date_calculator", WEEKDAY)).content))

            for _ in range(5):
                group.start_soon(one)

    anyio.run(talk)
    assert len(answers) == 5
    assert all("Sunday" in answer for answer in answers)


def test_it_speaks_over_standard_streams(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(SCRIPT, encoding="utf-8")
    process = StdioServerParameters(
        command=sys.executable, args=[str(script)], env=dict(os.environ)
    )

    async def talk() -> None:
        async with Client(process) as client:
            result = await client.call_tool("date_calculator", WEEKDAY)
            assert "Sunday" in str(result.content)

    anyio.run(talk)


def test_a_store_that_is_held_by_another_is_a_sentence() -> None:
    def busy(writes: bool) -> AbstractContextManager[Memory]:
        raise StoreBusy("Another process holds the file.", hint="Try again.")

    result = called({t.name: t for t in TOOLS}, busy, "date_calculator", WEEKDAY)
    assert result.is_error
    assert "Another process" in str(result.content)
