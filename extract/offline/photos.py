"""What a shared photo shows."""

from __future__ import annotations

import re

from tkg.extract.offline.said import Said
from tkg.kg.model import FactKind, Turn

OPENING = re.compile(
    r"^(?:there (?:is|are) )?(?:an?|the|some)? ?"
    r"(?:close[- ]?up |black and white )?(?:photo(?:graph|graphy)?|picture|image)s? of (.+)$",
    re.IGNORECASE,
)
LONGEST = 14


def photo(turn: Turn) -> Said | None:
    """Return what a shared photo shows as a fact of whoever shared it."""
    if not turn.caption.strip():
        return None
    caption = turn.caption.strip().rstrip(".")
    match = OPENING.match(caption)
    shows = " ".join((match[1] if match else caption).split()[:LONGEST])
    text = f"{turn.speaker} shared a photo of {shows}."
    return Said(turn.speaker, "shared photo of", shows, text, FactKind.EVENT)
