"""Decide whether a session is worth a model call. Its turns and offline facts are kept anyway."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tkg.extract.extractor import NOT_SENT
from tkg.extract.llm import ModelExtractor
from tkg.kg.errors import UsageError
from tkg.kg.model import Extraction, Role, Session

GATES = ("none", "surprise", "multi")
SURPRISE = 0.3
"""Share of a session's words that its speaker has not used before.

Measured on one recorded conversation with the bypasses off (`bench/gate_fit.py`): it saves four
calls in five for .027 of what was captured. Above it nothing more is lost; below it more is sent.
"""
ENOUGH = 2
"""Signals that the gate `multi` asks for."""
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
TIME = re.compile(
    r"\b(?:yesterday|today|tomorrow|ago|last|next|since|until|\d{4}|(?:mon|tues|wednes|thurs|fri|"
    r"satur|sun)day|january|february|march|april|june|july|august|september|october|november|"
    r"december)\b",
    re.IGNORECASE,
)
FIRST = re.compile(r"\b(?:I|my|we|our)\b")


class Gated:
    """A `ModelExtractor` that is asked only about sessions with something new in them."""

    workers = 1  # what is new depends on what came before

    def __init__(self, inner: ModelExtractor, gate: str, stored: Iterable[tuple[str, str]]) -> None:
        """Put a gate before a model.

        Args:
            inner: The model's extractor.
            gate: "surprise" or "multi".
            stored: (speaker, text) of every turn that is stored already.

        Raises:
            UsageError: There is no such gate.
        """
        if gate not in GATES:
            raise UsageError(f"There is no gate {gate!r}.", hint=", ".join(GATES))
        self.name = inner.name
        self._inner = inner
        self._gate = gate
        self._seen: dict[str, set[str]] = defaultdict(set)
        for speaker, text in stored:
            self._seen[speaker].update(_words(text))

    def extract(self, session: Session) -> Extraction:
        """Read one session with the model where the gate opens, offline where it does not."""
        opens = self.opens(session)
        self._learn(session)
        return self._inner.extract(session) if opens else self._shut(session)

    def plan(self, session: Session) -> Extraction:
        """Return what reading this session would take."""
        opens = self.opens(session)
        self._learn(session)
        return self._inner.plan(session) if opens else self._shut(session)

    def _learn(self, session: Session) -> None:
        for turn in session.turns:
            self._seen[turn.speaker].update(_words(turn.text))

    def _shut(self, session: Session) -> Extraction:
        return replace(self._inner.offline(session), extractor=self.name, note=NOT_SENT)

    def opens(self, session: Session) -> bool:
        """Say whether a session earns a call: time words and new names always do."""
        said = [(t.speaker, t.text) for t in session.turns if t.role is Role.USER]
        known = set().union(*self._seen.values()) if self._seen else set()
        named = {n.casefold() for _, text in said for n in NAME.findall(text)}
        dated = any(TIME.search(text) for _, text in said)
        if self._gate == "none" or dated or named - known:
            return True
        words = [(speaker, word) for speaker, text in said for word in _words(text)]
        new = sum(word not in self._seen[speaker] for speaker, word in words)
        surprising = new >= SURPRISE * max(1, len(words))
        if self._gate == "surprise":
            return surprising
        own = any(FIRST.search(text) for _, text in said)
        counted = any(char.isdigit() for _, text in said for char in text)
        return surprising + own + counted >= ENOUGH


def _words(text: str) -> set[str]:
    return {w for w in re.findall(r"[^\W_]+", text.casefold()) if len(w) > 2}
