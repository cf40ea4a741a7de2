"""What of a turn is its speaker's own words; the rest is blanked, so that offsets hold."""

from __future__ import annotations

import re

from tkg.kg.model import Role, Turn

FOREIGN = (
    re.compile(
        r"<(memor(?:y|ies)|recalled_memor\w*|context|system|tool\w*|function\w*)\b[^>]*>.*?</\1>",
        re.DOTALL | re.IGNORECASE,
    ),
    re.compile(r"```.*?(?:```|\Z)", re.DOTALL),
    re.compile(r"https?://\S+"),
)
"""Blocks that software put into a turn: recalled memories, code, addresses."""
EMPTY = re.compile(
    r"\bguess what\b\s*[-\u2013\u2014!?:,.]+|\b(?:by the way|btw)\b,?", re.IGNORECASE
)
"""Words that only announce; the parser takes what follows for what is guessed."""


def readable(turn: Turn) -> str:
    """Return the text to parse: as long as the turn, with blanks for what nobody said.

    System prompts and the output of tools are said by nobody.
    """
    if turn.role not in (Role.USER, Role.ASSISTANT):
        return ""
    text = turn.text
    for pattern in (*FOREIGN, EMPTY):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text.replace("\u2019", "'").replace("\u2018", "'")
