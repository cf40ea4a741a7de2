"""Requests and replies as the OpenAI chat protocol writes them, whole or in pieces."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tkg.kg.llm.chat import Message, Request, ToolCall

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionChunk

Body = dict[str, Any]


def body(request: Request) -> Body:
    """Return a request as it is sent."""
    sent: Body = {
        "model": request.model,
        "messages": [_message(m) for m in request.messages],
        "temperature": request.temperature,
    }
    if request.max_tokens is not None:
        sent["max_tokens"] = request.max_tokens
    if request.tools:
        sent["tools"] = [t if "function" in t else _tool(t) for t in request.tools]
    if request.json_object:
        sent["response_format"] = {"type": "json_object"}
    return sent


def _tool(schema: dict[str, Any]) -> Body:
    return {"type": "function", "function": schema}


def _message(message: Message) -> Body:
    row: Body = {"role": message.role, "content": message.text}
    if message.calls:
        row["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _written(call.arguments)},
            }
            for call in message.calls
        ]
    if message.call_id:
        row["tool_call_id"] = message.call_id
    return row


def _written(arguments: dict[str, Any] | str) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def tool_call(id: str | None, name: str | None, written: str | None) -> ToolCall:
    """Return a call as it came; its arguments stay a string where they are no JSON object."""
    arguments: Any = written or "{}"
    with suppress(json.JSONDecodeError):
        arguments = json.loads(written or "{}")
    if not isinstance(arguments, dict | str):
        arguments = written or ""
    return ToolCall(id=id or "", name=name or "", arguments=arguments)


@dataclass(slots=True)
class Heard:
    """A reply that comes in pieces.

    Attributes:
        listen: Told every piece of its text.
    """

    listen: Callable[[str], None]
    text: str = ""
    finish: str = "stop"
    tokens_in: int = 0
    tokens_out: int = 0
    _calls: dict[int, list[str]] = field(default_factory=dict)

    def take(self, chunk: ChatCompletionChunk) -> None:
        """Add one piece, and tell its text."""
        if chunk.usage:
            self.tokens_in = chunk.usage.prompt_tokens
            self.tokens_out = chunk.usage.completion_tokens
        for choice in chunk.choices[:1]:
            self.finish = choice.finish_reason or self.finish
            if choice.delta.content:
                self.text += choice.delta.content
                self.listen(choice.delta.content)
            for piece in choice.delta.tool_calls or ():
                parts = self._calls.setdefault(piece.index, ["", "", ""])
                function = piece.function
                parts[0] += piece.id or ""
                parts[1] += (function.name if function else "") or ""
                parts[2] += (function.arguments if function else "") or ""

    def calls(self) -> tuple[ToolCall, ...]:
        """Return the calls that the pieces make up, in their order."""
        return tuple(tool_call(*parts) for _, parts in sorted(self._calls.items()))
