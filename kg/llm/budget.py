"""Hard limits on what a run may ask of a model."""

from __future__ import annotations

import threading

from tkg.kg.errors import BudgetSpent
from tkg.kg.llm.chat import Chat, Reply, Request


class Limited:
    """A `Chat` that refuses to be asked more than it was allowed. Safe to use from threads.

    The cost of a request is known only when it is answered: what is over the limit is at most
    the requests that were under way.
    """

    def __init__(
        self, chat: Chat, max_calls: int | None = None, max_cost: float | None = None
    ) -> None:
        """Limit a chat to calls, and to US dollars."""
        self._chat = chat
        self._max_calls = max_calls
        self._max_cost = max_cost
        self._lock = threading.Lock()
        self.calls = 0
        self.cost = 0.0

    def complete(self, request: Request) -> Reply:
        """Answer a request while the limits allow it.

        Raises:
            BudgetSpent: They do not.
        """
        with self._lock:
            if self._max_calls is not None and self.calls >= self._max_calls:
                raise BudgetSpent(f"The limit of {self._max_calls} model calls is reached.")
            if self._max_cost is not None and self.cost >= self._max_cost:
                raise BudgetSpent(f"The limit of ${self._max_cost:g} is reached.")
            self.calls += 1
        reply = self._chat.complete(request)
        with self._lock:
            self.cost += reply.cost
        return reply
