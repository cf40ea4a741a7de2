"""Let a model call tools until it answers, within hard limits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from tkg.answer.limits import Limits, Meter, Ticks, elapsed
from tkg.answer.shorten import shortened
from tkg.kg.errors import ModelTimeout, ToolsRefused
from tkg.kg.llm.chat import Chat, Message, Reply, Request, Streaming, ToolCall
from tkg.kg.llm.tokens import CHARACTERS, counter
from tkg.kg.memory import Memory
from tkg.tools.tool import Tool, unpacked

REPEATED = "You have made this very call already; its result stands above. Use it, or answer."
NO_MORE = "Error: no more calls are allowed. Answer from what you have."
NOT_A_CALL = (
    "That is a tool call written as text; nothing was called. Call tools through the interface of "
    "this conversation, or answer in words."
)
SPOKEN_CALL = re.compile(
    r'^\W*(?:<(?:tool_call|function)|(?:json)?\s*\{\s*"(?:name|tool|function)")'
)
THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
IDLE = 2
"""Rounds in a row that call nothing new, after which the answer is asked for."""
MESSAGE_TOKENS = 8
"""What the frame of one message takes, its role and separators."""
LEAST_RESULT = 400
"""Characters of a tool result at the least; it says what it lacks."""


@dataclass(slots=True)
class Talk:
    """A conversation with a model about one question.

    Attributes:
        tools: What it may call, by name; none where its server takes none.
        listen: Told the pieces of the model's words as they come.
        notice: Told every step as it is taken.
        spent: What ended the tools ("rounds", "calls", "tokens", "seconds", "repeats"), or "".
        alone: Whether the model had the record alone, because its server takes no tools.
        results: What the tools returned, for the check.
    """

    chat: Chat
    model: str
    memory: Memory
    tools: Mapping[str, Tool]
    limits: Limits = field(default_factory=Limits)
    ticks: Ticks = elapsed
    listen: Callable[[str], None] | None = None
    notice: Callable[[str], None] | None = None
    messages: list[Message] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    spent: str = ""
    alone: bool = False
    meter: Meter = field(init=False)
    _made: set[str] = field(default_factory=set)
    _idle: int = 0

    def __post_init__(self) -> None:
        """Start the clock."""
        self.meter = Meter(self.limits, self.ticks, self.ticks())

    def run(self) -> str:
        """Return the model's answer; "" where it gives none even when made to.

        Raises:
            ModelError: The model could not be reached at all.
        """
        while self.tools and not self._over():
            try:
                reply = self._request(with_tools=True)
            except ToolsRefused:
                self._go_on_alone()
                break
            except ModelTimeout:
                if not self.meter.rounds:
                    raise
                self.spent = "seconds"
                break
            if reply.calls:
                self._do(reply)
            elif SPOKEN_CALL.match(said := spoken(reply.text)):
                self.messages.append(Message(role="user", text=NOT_A_CALL))
            elif said:
                return said
            else:
                break
        return self._last()

    def again(self, text: str) -> str:
        """Say something to the model and return what it answers; "" where nothing may be spent."""
        self.messages.append(Message(role="user", text=text))
        return self._final()

    def step(self, text: str) -> None:
        """Keep a step for the trace."""
        self.trace.append(text)
        if self.notice:
            self.notice(text)

    def _over(self) -> bool:
        over = self.meter.over(self._size(with_tools=True))
        self.spent = over or ("repeats" if self._idle >= IDLE else "")
        return bool(self.spent)

    def _go_on_alone(self) -> None:
        self.alone, self.tools = True, {}
        self.step("the model's server takes no tools: it has the record alone")

    def _last(self) -> str:
        """Ask for the answer without tools; the model is told where it had some before."""
        if self.spent:
            self.step(f"limit of {self.spent} reached")
        if self.tools:
            self.messages.append(Message(role="user", text=prompt("last")))
        return self._final()

    def _final(self) -> str:
        if self.meter.tokens_left() <= self._size(with_tools=False):
            self.spent = "tokens"
            return ""
        try:
            reply = self._request(with_tools=False)
        except ModelTimeout:
            if not self.meter.rounds:
                raise
            self.spent = "seconds"
            return ""
        said = spoken(reply.text)
        return "" if SPOKEN_CALL.match(said) else said

    def _request(self, *, with_tools: bool) -> Reply:
        prompt_tokens = self._size(with_tools=with_tools)
        left = self.meter.tokens_left() - prompt_tokens
        request = Request(
            model=self.model,
            messages=tuple(self.messages),
            tools=self._schemas() if with_tools else (),
            max_tokens=max(1, min(self.limits.reply_tokens, left)),
            seconds=self.meter.seconds_for(last=not with_tools),
        )
        reply = self._asked(request)
        self.meter.count(reply, prompt_tokens, counter()[0](reply.text))
        if reply.text and not reply.calls:
            self.messages.append(Message(role="assistant", text=reply.text))
        return reply

    def _asked(self, request: Request) -> Reply:
        if self.listen is None:
            return self.chat.complete(request)
        if isinstance(self.chat, Streaming):
            return self.chat.stream(request, self.listen)
        reply = self.chat.complete(request)
        self.listen(reply.text)
        return reply

    def _schemas(self) -> tuple[dict[str, Any], ...]:
        return tuple(tool.schema() for tool in self.tools.values())

    def _size(self, *, with_tools: bool) -> int:
        """Return about how many tokens the next prompt takes."""
        count, _ = counter()
        texts = [m.text + "".join(_shown(c.arguments) for c in m.calls) for m in self.messages]
        schemas = count(json.dumps(self._schemas())) if with_tools else 0
        return sum(count(text) + MESSAGE_TOKENS for text in texts) + schemas

    def _do(self, reply: Reply) -> None:
        """Run every call of a reply and put the results behind it, in its order."""
        calls = tuple(
            call.model_copy(update={"id": call.id or f"call-{self.meter.rounds}-{number}"})
            for number, call in enumerate(reply.calls)
        )
        self.messages.append(Message(role="assistant", text=reply.text, calls=calls))
        made = len(self._made)
        for number, call in enumerate(calls):
            result = shortened(self._result(call), self._room(len(calls) - number))
            self.results.append(result)
            self.step(f"{call.name}({_shown(call.arguments)}) -> {result[:120]}")
            self.messages.append(Message(role="tool", text=result, call_id=call.id))
        self._idle = self._idle + 1 if len(self._made) == made else 0

    def _room(self, calls: int) -> int:
        """Return how many characters a result may have, so that the last request can be paid."""
        left = self.meter.tokens_left() - self._size(with_tools=False) - self.limits.reply_tokens
        room = int(left * CHARACTERS / calls)
        return max(LEAST_RESULT, min(self.limits.result_characters, room))

    def _result(self, call: ToolCall) -> str:
        if self.meter.calls >= self.limits.calls:
            return NO_MORE
        self.meter.calls += 1
        made = f"{call.name} {_shown(unpacked(call.arguments))}"
        if made in self._made:
            return REPEATED
        self._made.add(made)
        if call.name not in self.tools:
            return f"Error: there is no tool {call.name!r}. Tools: {', '.join(self.tools)}."
        return self.tools[call.name].call(self.memory, call.arguments)


def spoken(text: str) -> str:
    """Return what a model said, without what it only thought.

    >>> spoken("<think>Was it May? Yes.</think>In May.")
    'In May.'
    """
    return THOUGHT.sub("", text).strip()


def prompt(name: str) -> str:
    """Return one of the packaged prompts."""
    return files("tkg.answer").joinpath(f"prompts/{name}.txt").read_text(encoding="utf-8").strip()


def _shown(arguments: Any) -> str:
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, sort_keys=True, ensure_ascii=False)
