"""What of a turn is its speaker's own words; the rest is blanked, so that offsets hold."""

from __future__ import annotations

import re

from tkg.extract.offline.lists import ITEM
from tkg.kg.model import Role, Turn
from tkg.kg.search.languages import LATIN, languages

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

PRONOUN = r"(?:it|we|they|he|she|I|you|that|this|there|here)"
HELPED = (
    rf"{PRONOUN}(?:'(?:s|re|d|ve|ll|m)|(?: (?:just|really|also|always|still|even|never|only))?"
    r" (?:is|are|was|were|am|has|have|had|do|does|did|can|could|will|would|\w+(?:s|ed)|got|made|"
    r"gave|felt|took|kept|went|love|like|need|want|hope|feel|keep|think|get|make))\b"
)
DASHED = re.compile(rf"(?<=\w) ?[-\u2013\u2014](?= {HELPED})|(?<=\w)[\u2013\u2014](?={HELPED})")
SPLICED = re.compile(
    r"(?P<first>(?:^|(?<=[.!?] ))(?:(?:Yeah|Yep|Yes|Oh|Sure|Wow|Thanks|And|But|So),? )?"
    r"(?:I|We|It|They|He|She|You|That|This|There|My|Our|Got|Just|Had|Can't|Couldn't|"
    r"Love|Loved|Made|Went|Took|Tried|Started|Saw|Met|Been|i|it|we|they)\b"
    rf"(?:(?!\bnot\b|n't)[^.!?,;]){{6,}}),(?= {HELPED})"
)
"""A sentence that opens with its subject and is followed, behind a comma, by another one.

"It was not blue, it was green" is left whole: the second half corrects the first.
"""


SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*")
ENGLISH = "english"


def readable(turn: Turn) -> str:
    """Return the text to parse: as long as the turn, with blanks for what nobody said.

    System prompts and the output of tools are said by nobody.
    """
    if turn.role not in (Role.USER, Role.ASSISTANT):
        return ""
    text = turn.text
    if turn.role is Role.ASSISTANT and len(ITEM.findall(text)) > 1:
        text = ITEM.sub(lambda match: " " * len(match[0]), text)  # told as a list, item by item
    for pattern in (*FOREIGN, EMPTY):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return _split(_english(text.replace("\u2019", "'").replace("\u2018", "'")))


def _english(text: str) -> str:
    """Return text with blanks for the sentences of another language: no rule here reads those."""
    return SENTENCE.sub(lambda m: m[0] if _is_english(m[0]) else " " * len(m[0]), text)


def _is_english(sentence: str) -> bool:
    """Say whether a sentence is English, whatever the names in it: they keep their accents."""
    words = re.findall(r"[^\W\d_]+", sentence)
    told = [w.lower() for w in words if w.isascii() or not w.istitle()]
    return languages(told)[LATIN].name == ENGLISH


def _split(text: str) -> str:
    """Return text with a full stop where a dash or comma joins two whole sentences.

    The parser takes "I love it, it helps" for one sentence, and loses who does what.
    """
    text = DASHED.sub(lambda m: "." + " " * (len(m[0]) - 1), text)
    return SPLICED.sub(lambda m: f"{m['first']}.", text)
