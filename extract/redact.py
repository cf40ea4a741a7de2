"""Replace secrets before anything is stored, indexed, sent or logged."""

from __future__ import annotations

import re

NAMED = re.compile(
    r"(?P<name>\b(?:api[ _-]?key|password|passwd|pwd|secret|access[ _-]?token|auth[ _-]?token)"
    r"\b\s*(?:is|=|:)\s*[\"'`]?)(?P<secret>[^\s\"'`,;]{4,})",
    re.IGNORECASE,
)
SHAPED = (
    (
        "private key",
        re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----", re.S),
    ),
    ("api key", re.compile(r"\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}\b")),
    ("api key", re.compile(r"\bAKIA[0-9A-Z]{16}\b")),
    ("api key", re.compile(r"\bAIza[0-9A-Za-z_-]{35}\b")),
    ("token", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36,}\b")),
    ("token", re.compile(r"\bgithub_pat_[A-Za-z0-9_]{22,}\b")),
    ("token", re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{10,}\b")),
    ("token", re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\b")),
    ("token", re.compile(r"\bhf_[A-Za-z0-9]{30,}\b")),
)
CARD = re.compile(r"\b\d(?:[ -]?\d){12,18}\b")
ORDINARY = re.compile(r"[a-z]{1,8}", re.IGNORECASE)
"""What follows "my password is" and is a word: "my password is wrong" tells none."""


def redact(text: str) -> tuple[str, int]:
    """Return the text with secrets replaced, and how many there were.

    >>> redact("my password is hunter2!x")
    ('my password is [password]', 1)
    """
    count = 0
    for name, pattern in SHAPED:
        text, found = pattern.subn(f"[{name}]", text)
        count += found
    text, cards = _cards(text)
    text, named = _named(text)
    return text, count + cards + named


def _named(text: str) -> tuple[str, int]:
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        secret = match["secret"].rstrip(".!?")
        if ORDINARY.fullmatch(secret) or secret.startswith("["):
            return match[0]
        count += 1
        label = re.split(r"\s*(?:is|=|:)\s*", match["name"].strip())[0].lower()
        return f"{match['name']}[{label}]"

    return NAMED.sub(replace, text), count


def _cards(text: str) -> tuple[str, int]:
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        digits = [int(c) for c in match[0] if c.isdigit()]
        if not _luhn(digits):
            return match[0]
        count += 1
        return "[card number]"

    return CARD.sub(replace, text), count


def _luhn(digits: list[int]) -> bool:
    """Say whether a number has the check digit of a payment card.

    Source: ISO/IEC 7812-1, annex B.
    """
    doubled = [
        d if i % 2 == 0 else (2 * d - 9 if d > 4 else 2 * d) for i, d in enumerate(digits[::-1])
    ]
    return sum(doubled) % 10 == 0
