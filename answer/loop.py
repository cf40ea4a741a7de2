"""Let a model call tools until it answers, within hard limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from tkg.answer.answer import Usage
from tkg.answer.limits import Limits, Ticks, elapsed
from tkg.kg.llm.chat import Chat, Message, Reply, Request, ToolCall
from tkg.kg.memory import Memory
from tkg.tools.tool import Tool

REPEATED = "You have made this very call already; its result stands above. Use it, or answer."
CUT = "\n... (cut: ask for less)"


@dataclass(slots=True)
class Talk:
    """A conversation with a model about one question.

    Attributes:
        spent: Why tools are over ("rounds", "calls", "tokens", "seconds"), or "".
        results: What the tools returned, for the check.
    """

    chat: Chat
    model: str
    memory: Memory
    tools: Mapping[str, Tool]
    limits: Limits = field(default_factory=Limits)
    ticks: Ticks = elapsed
    listen: Callable[[str], None] | None = None
    messages: list[Message] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    spent: str = ""
    rounds: int = 0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    _made: set[str] = field(default_factory=set)
    _started: float = 0.0

    def run(self) -> str:
        """Return the model's answer; "" where it gives none even when made to."""
        self._started = self.ticks()
        while not self.spent:
            reply = self._request(with_tools=True)
            if not reply.calls:
                return reply.text.strip()
            self._do(reply)
            self.spent = self._over()
        self.trace.append(f"limit of {self.spent} reached")
        self.messages.append(Message(role="user", text=prompt("last")))
        return self._request(with_tools=False).text.strip()

    def again(self, text: str) -> str:
        """Say something to the model and return what it answers; tools are over."""
        self.messages.append(Message(role="user", text=text))
        return self._request(with_tools=False).text.strip()

    def usage(self) -> Usage:
        """Return what it has cost so far."""
        return Usage(
            rounds=self.rounds,
            calls=self.calls,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            cost=self.cost,
        )

    def _request(self, *, with_tools: bool) -> Reply:
        schemas = tuple(tool.schema() for tool in self.tools.values()) if with_tools else ()
        reply = self.chat.complete(
            Request(model=self.model, messages=tuple(self.messages), tools=schemas)
        )
        self.rounds += 1
        self.tokens_in += reply.tokens_in
        self.tokens_out += reply.tokens_out
        self.cost += reply.cost
        if reply.text and not reply.calls:
            self.messages.append(Message(role="assistant", text=reply.text))
        return reply

    def _do(self, reply: Reply) -> None:
        """Run every call of a reply and put the results behind it."""
        self.messages.append(Message(role="assistant", text=reply.text, calls=reply.calls))
        for call in reply.calls:
            result = self._result(call)
            self.trace.append(f"{call.name}({_shown(call.arguments)}) -> {result[:120]}")
            self.messages.append(Message(role="tool", text=result, call_id=call.id))

    def _result(self, call: ToolCall) -> str:
        if self.calls >= self.limits.calls:
            return "Error: no more calls are allowed. Answer from what you have."
        self.calls += 1
        made = f"{call.name} {_shown(call.arguments)}"
        if made in self._made:
            return REPEATED
        self._made.add(made)
        if call.name not in self.tools:
            return f"Error: there is no tool {call.name!r}. Tools: {', '.join(self.tools)}."
        result = self.tools[call.name].call(self.memory, call.arguments)
        self.results.append(result)
        return _cut(result, self.limits.result_characters)

    def _over(self) -> str:
        used = {
            "rounds": self.rounds >= self.limits.rounds,
            "calls": self.calls >= self.limits.calls,
            "tokens": self.tokens_in + self.tokens_out >= self.limits.tokens,
            "seconds": self.ticks() - self._started >= self.limits.seconds,
        }
        return next((name for name, over in used.items() if over), "")


def prompt(name: str) -> str:
    """Return one of the packaged prompts."""
    return files("tkg.answer").joinpath(f"prompts/{name}.txt").read_text(encoding="utf-8").strip()


def _shown(arguments: Mapping[str, Any] | str) -> str:
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, sort_keys=True, ensure_ascii=False)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + CUT
