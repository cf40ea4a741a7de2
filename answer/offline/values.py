"""Answer with the words of a turn: a phrase, a list of phrases, or yes and no."""

from __future__ import annotations

import re

from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.borne import borne_out
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.found import Found
from tkg.answer.offline.newer import newest
from tkg.answer.offline.phrases import Phrase, phrases, several
from tkg.answer.offline.scorer import Weights
from tkg.answer.offline.tokens import sentences, stems
from tkg.answer.offline.undone import undone
from tkg.kg.model import Polarity
from tkg.temporal.span import Span

CLOSE = 0.75
"""Sentences this near to the best one may be the newer word on the matter."""
HANGING = " \t\n,;:-\u2013\u2014\"\u201c\u201d'"
"""Signs that are cut off both ends of a phrase."""
NAMED = re.compile(r"^.*\b(?:named|called)\s+(?=[A-Z])")
TRAILING = re.compile(r"\W*\b(?:in|on|at|by|since|until|from|for|during|around|about)?\s*$", re.I)
TIMELESS = frozenset({Kind.WHAT, Kind.WHICH, Kind.WHO, Kind.WHERE})
"""Kinds whose answer holds no time."""
DENIALS = (" not ", "n't ", " never ", " no ", " nope")


def found(evidence: Evidence, weights: Weights) -> Found | None:
    """Return the phrase, list or yes-or-no that answers best; None where there is none."""
    asked = evidence.asked
    listed = asked.many and asked.kind != Kind.YES_NO
    best = several(evidence, weights) if listed else phrases(evidence, weights)
    if not best:
        return None
    if asked.kind == Kind.YES_NO:
        return _yes_or_no(evidence, best[0])
    if listed:
        return _list(best)
    top = newest(evidence, best[0], best)
    return Found(
        text=said(top) if asked.kind in TIMELESS else clean(top.text),
        passages=tuple(dict.fromkeys((top.passage, best[0].passage))),
        scores=_scores(best),
        near=top.text,
        why=f"the best phrase of {top.passage.turn.id}",
    )


def clean(text: str) -> str:
    """Return a phrase without what hangs over its ends, and a name without "named".

    >>> clean("a dog named Rex,")
    'Rex'
    """
    bare = text.strip(HANGING)
    named = NAMED.search(bare)
    return bare[named.end() :] if named else bare


def said(phrase: Phrase) -> str:
    """Return a phrase as an answer: the time at its end dates it and is no part of it."""
    words = phrase.passage.turn.words
    start = words.find(phrase.text)
    end = start + len(phrase.text)
    cut = [s.offset for s in phrase.passage.spans if start < s.offset and _ends(s, end)]
    text = TRAILING.sub("", words[start : min(cut)]) if cut else phrase.text
    return clean(text) or clean(phrase.text)


def _ends(span: Span, end: int) -> bool:
    return span.offset < end <= span.offset + len(span.expr)


def _scores(best: list[Phrase]) -> tuple[float, ...]:
    return (best[0].score, best[0].expected, best[0].passage.share)


def _list(kept: list[Phrase]) -> Found:
    return Found(
        text=", ".join(clean(p.text).replace(",", "") for p in kept),
        passages=tuple(dict.fromkeys(p.passage for p in kept)),
        scores=_scores(kept),
        near=kept[0].text,
        why=f"the {len(kept)} best phrases",
    )


def _yes_or_no(evidence: Evidence, best: Phrase) -> Found | None:
    """Say yes, or no where the sentence that says most of the question denies it.

    None where it speaks of what was called off, is over or is a condition, of somebody else, or
    of what is only planned or wished for.
    """
    passage, text = _closest(evidence, best.passage)
    if undone(text, evidence.asked.stems):
        return None
    denied = any(word in f" {text.casefold()} " for word in DENIALS)
    clause = next((c for c in passage.clauses if c.text and c.polarity == Polarity.NO), None)
    no = denied or (clause is not None and _about(clause.text, evidence.asked))
    start = passage.turn.words.find(text)
    if not no and not borne_out(evidence.asked, passage, start, start + len(text)):
        return None
    return Found(
        text="No" if no else "Yes",
        passages=(passage,),
        scores=_scores([best]),
        near=text,
        why=f"{passage.turn.id} says so",
    )


def _closest(evidence: Evidence, fallback: Passage) -> tuple[Passage, str]:
    """Return the sentence that holds most of the question's words."""
    told = [
        (evidence.weight(stems(text[start:end])), passage, text[start:end])
        for passage in evidence.passages[:5]
        for text in (passage.turn.words,)
        for start, end in sentences(text)
        if not text[start:end].rstrip().endswith("?")
    ]
    best = max((share for share, _, _ in told), default=0.0)
    close = [(p, text) for share, p, text in told if share and share >= CLOSE * best]
    return max(close, key=_latest, default=(fallback, fallback.turn.words))


def _latest(told: tuple[Passage, str]) -> tuple[float, int]:
    turn = told[0].turn
    return (turn.said_at.timestamp() if turn.said_at else 0.0, turn.index)


def _about(text: str, asked: Asked) -> bool:
    return len(stems(text) & asked.stems) * 2 >= max(1, len(asked.stems))
