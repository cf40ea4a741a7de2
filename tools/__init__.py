"""The tools that a reader may call."""

from __future__ import annotations

from tkg.tools.date_calculator import date_calculator
from tkg.tools.forget import forget
from tkg.tools.list_facts import list_facts
from tkg.tools.open_source import open_source
from tkg.tools.search_history import search_history
from tkg.tools.timeline import timeline
from tkg.tools.tool import Tool, tool

TOOLS: tuple[Tool, ...] = (
    tool(list_facts),
    tool(search_history),
    tool(date_calculator),
    tool(open_source),
    tool(timeline),
)

WRITING: tuple[Tool, ...] = (tool(forget, writes=True),)
"""Those that change the memory: offered only where a person allows it."""
