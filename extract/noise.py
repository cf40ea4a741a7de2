"""Messages that are no conversation: a system's prompt, a tool's output, a recalled memory."""

from __future__ import annotations

import re

from tkg.kg.model import Role, Turn

RECALLED = re.compile(r"<(memor(?:y|ies)|context|recalled|system-reminder)\b", re.IGNORECASE)


def noise(turn: Turn) -> str:
    """Return why a turn is not to be kept, "" where it is.

    What a memory has told an agent must not come back as something a person said.
    """
    if turn.role is Role.SYSTEM:
        return "system prompt"
    if turn.role is Role.TOOL:
        return "tool output"
    if RECALLED.match(turn.text.lstrip()):
        return "recalled memory"
    return ""
