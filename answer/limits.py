"""How much a reader may spend on one question."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tkg.answer.answer import Usage
from tkg.kg.llm.chat import Reply


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard caps. Whichever is reached first, one last request asks for the answer.

    What that request needs is kept back: tools end while there are tokens for one more prompt and
    reply, and a third of the time.

    Attributes:
        rounds: Requests in which tools may be called. Real questions take 2 or 3.
        calls: Tool calls in all.
        tokens: Prompt and completion tokens in all.
        seconds: Elapsed time, waiting and trying again included.
        reply_tokens: Completion tokens of one reply.
        result_characters: A longer tool result is shortened, and says so.
    """

    rounds: int = 6
    calls: int = 16
    tokens: int = 40_000
    seconds: float = 90.0
    reply_tokens: int = 2_000
    result_characters: int = 12_000


Ticks = Callable[[], float]
elapsed: Ticks = time.monotonic
"""Seconds from some fixed point: measures how long a thing takes, says nothing of the date."""
LAST_SHARE = 1 / 3
"""Share of the time that is kept for the last request."""


@dataclass(slots=True)
class Meter:
    """What one question has cost so far, against its limits.

    Attributes:
        started: Tick of its beginning.
    """

    limits: Limits
    ticks: Ticks
    started: float
    rounds: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def count(self, reply: Reply, prompt: int, said: int) -> None:
        """Add a reply; where a server tells no usage, the sizes that we count stand for it."""
        self.rounds += 1
        self.tokens_in += reply.tokens_in or prompt
        self.tokens_out += reply.tokens_out or said
        self.cost += reply.cost

    def tokens_left(self) -> int:
        """Return the tokens that may still be spent."""
        return self.limits.tokens - self.tokens_in - self.tokens_out

    def over(self, prompt: int) -> str:
        """Return which limit forbids another round of tools, or "".

        Args:
            prompt: Tokens of the next prompt; the last one will be as large at least.
        """
        need = 2 * (prompt + self.limits.reply_tokens)
        used = {
            "rounds": self.rounds >= self.limits.rounds,
            "calls": self.calls >= self.limits.calls,
            "tokens": self.tokens_left() < need,
            "seconds": self.seconds_for(last=False) <= 0,
        }
        return next((name for name, over in used.items() if over), "")

    def seconds_for(self, *, last: bool) -> float:
        """Return how long the next request may take."""
        left = self.limits.seconds - (self.ticks() - self.started)
        kept = self.limits.seconds * LAST_SHARE
        return max(left, kept) if last else left - kept

    def usage(self) -> Usage:
        """Return it as an answer shows it."""
        return Usage(
            rounds=self.rounds,
            calls=self.calls,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            cost=self.cost,
        )
