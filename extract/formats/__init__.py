"""The formats that can be read, in the order in which they are tried: the most particular first."""

from __future__ import annotations

from tkg.extract.formats import agents, chatgpt, claude, gemini, locomo, longmemeval, plain, slack
from tkg.extract.formats.format import Format

FORMATS: tuple[Format, ...] = (
    locomo.FORMAT,
    longmemeval.FORMAT,
    chatgpt.FORMAT,
    claude.FORMAT,
    gemini.FORMAT,
    slack.FORMAT,
    *agents.FORMATS,
    plain.FORMAT,
)
