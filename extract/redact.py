"""Replace secrets before anything is stored, indexed, sent or logged."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from tkg.kg.search.tokens import terms

PHRASE = r"(?:wi-?fi |log-?in |account )?(?:password|passwd|passphrase|passcode|pwd)"
KEY = (
    r"(?:[A-Za-z0-9]+[_-])*(?:api[ _-]?key|secret(?:[ _-]access)?[ _-]key|client[ _-]secret|secret|"
    r"(?:access|auth|bearer|refresh)[ _-]?token|token|password|passwd|pwd)"
)
WHOSE = r"(?:\s+(?:for|to|of|on)(?:\s+[\w'.-]+){1,4}?)?"
SECRET = r"(?P<open>[\"'`\u201c]?)(?P<secret>[^\s\"'`\u201c\u201d,;]{4,})"
PASSWORD = re.compile(
    rf"(?P<name>\b{PHRASE}\b{WHOSE}\s*(?P<joint>\bis|\bwas|=|:)\s*){SECRET}", re.IGNORECASE
)
PASSPHRASE = re.compile(
    rf"(?P<name>\b{PHRASE}\b{WHOSE}\s*(?:\bis|=|:)\s*)"
    r"(?P<words>[a-z]+(?: [a-z]+){3,7})(?=[.!?]|$)",
    re.IGNORECASE | re.MULTILINE,
)
"""Four to eight plain words up to the end of a sentence."""
NAMED = re.compile(rf"(?P<name>\b{KEY}\b\s*(?P<joint>\bis|=|:)\s*){SECRET}", re.IGNORECASE)
BEARER = re.compile(r"(?P<name>\b(?:Bearer|Basic)\s+)(?P<open>)(?P<secret>[A-Za-z0-9+/_.~=-]{16,})")
PIN = re.compile(r"(?P<name>\bpin(?: code| number)?\s*(?:is|=|:)\s*)\d{4,8}\b", re.IGNORECASE)
IN_URL = re.compile(
    r"(?P<name>\b[a-z][a-z0-9+.-]*://[^\s:/@]+:)(?!\[)[^\s:/@]+(?=@)", re.IGNORECASE
)
SHAPED = (
    (
        "private key",
        re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----", re.S),
    ),
    (
        "api key",
        re.compile(r"\b(?:sk|pk|rk)[-_](?=[A-Za-z_-]*\d)(?:[A-Za-z0-9]+[-_])*[A-Za-z0-9_-]{16,}\b"),
    ),
    ("api key", re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b")),
    (
        "secret key",
        re.compile(
            r"(?<![\w/+=])(?=[^\s/+]*[/+])(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[A-Za-z0-9/+]{40}(?![\w/+=])"
        ),
    ),
    ("api key", re.compile(r"\bAIza[0-9A-Za-z_-]{35}\b")),
    ("token", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36,}\b")),
    ("token", re.compile(r"\bgithub_pat_[A-Za-z0-9_]{22,}\b")),
    ("token", re.compile(r"\b(?:glpat|npm|dop_v1|hf|pypi)[-_](?=\w*\d)[A-Za-z0-9_-]{20,}\b")),
    ("token", re.compile(r"\bxox[abeprs]-[A-Za-z0-9-]{10,}\b")),
    ("token", re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\b")),
    ("token", re.compile(r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}\b")),
    ("token", re.compile(r"\bya29\.[A-Za-z0-9_-]{20,}")),
)
MARK = re.compile(r"\[(?:password|pin|token|secret|api key|secret key|private key|card number)\]")
"""What stands in a text where a secret stood."""
CARD = re.compile(r"(?<![\w.+-])\d(?:[ -]?\d){12,18}(?![\w-])")
ISSUED = re.compile(
    r"3[47]\d{13}|4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|"
    r"3(?:0[0-5]|[68]\d)\d{11}|35\d{14}"
)
"""Lengths and first digits that payment cards have; an ISBN or a time in milliseconds has others.

Source: ISO/IEC 7812-1, issuers' published ranges.
"""


@cache
def ordinary() -> frozenset[str]:
    """Return the words that follow "my password is" and tell none: "my password is wrong"."""
    text = files("tkg.extract").joinpath("ordinary.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def redact(text: str) -> tuple[str, int]:
    """Return the text with secrets replaced, and how many there were.

    >>> redact("my password is hunter")
    ('my password is [password]', 1)
    >>> redact("my password is wrong, see commit 1f3870be274f6c49b3e31a0c6728957f")
    ('my password is wrong, see commit 1f3870be274f6c49b3e31a0c6728957f', 0)
    """
    count = 0
    for name, pattern in SHAPED:
        text, found = pattern.subn(f"[{name}]", text)
        count += found
    text, in_urls = IN_URL.subn(r"\g<name>[password]", text)
    text, pins = PIN.subn(r"\g<name>[pin]", text)
    text, cards = _cards(text)
    text, named = _named(text)
    return text, count + in_urls + pins + cards + named


def _named(text: str) -> tuple[str, int]:
    """Replace what is called a password, a key or a token."""
    count = 0

    def replaced(match: re.Match[str], label: str, words: bool) -> str:
        nonlocal count
        word = match["secret"].rstrip(".!?)]}")
        # A word has its own full stop and exclamation mark; a jumble of signs may end in one.
        secret = word if word.isalpha() else match["secret"].rstrip(".?)]}")
        if not _secret(secret, match, words):
            return match[0]
        count += 1
        rest = match["secret"][len(secret) :]
        return f"{match['name']}{match['open']}[{label}]{rest}"

    text, phrases = _passphrases(text)
    text = PASSWORD.sub(lambda m: replaced(m, "password", words=True), text)
    text = NAMED.sub(lambda m: replaced(m, _label(m["name"]), words=False), text)
    text = BEARER.sub(lambda m: replaced(m, "token", words=False), text)
    return text, count + phrases


def _passphrases(text: str) -> tuple[str, int]:
    """Replace several words that are told as a password; a sentence about one has small words."""
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        rest = match["words"].lower().split()[1:]
        if any(word in ordinary() or not terms(word) for word in rest):
            return match[0]
        count += 1
        return f"{match['name']}[password]"

    return PASSPHRASE.sub(replace, text), count


def _secret(word: str, match: re.Match[str], words: bool) -> bool:
    """Say whether a word is a secret: it looks like none, or it is what a password is said to be.

    Args:
        word: What stands behind the name.
        match: With the name, and how the word is joined to it.
        words: Whether plain words count.
    """
    if len(word) < 4 or word.startswith("["):
        return False
    if not word.isalpha() and not re.fullmatch(r"[A-Za-z]+(?:['\u2019-][A-Za-z]+)+", word):
        return True
    return words and (bool(match["open"]) or word.lower() not in ordinary())


def _label(name: str) -> str:
    low = name.lower()
    if "pass" in low or "pwd" in low:
        return "password"
    if "token" in low:
        return "token"
    return "api key" if "key" in low else "secret"


def _cards(text: str) -> tuple[str, int]:
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        digits = re.sub(r"\D", "", match[0])
        if not ISSUED.fullmatch(digits) or not _luhn([int(c) for c in digits]):
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
