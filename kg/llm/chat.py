"""The seam to a language model. Everything above it works with any `Chat`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field


class ToolCall(BaseModel):
    """A tool the model wants run.

    Attributes:
        id: The server's name for the call, given back with the result.
        arguments: As they came; a string where they are not a JSON object.
    """

    model_config = ConfigDict(frozen=True)

    id: str = ""
    name: str
    arguments: dict[str, Any] | str


class Message(BaseModel):
    """One turn of a conversation with a model.

    Attributes:
        calls: Tools that an assistant message asks for.
        call_id: Which call a tool message answers.
    """

    model_config = ConfigDict(frozen=True)

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


class Request(BaseModel):
    """Everything that decides an answer; two equal requests may share one recording.

    Attributes:
        seconds: How long the answer may take, tries included; it decides nothing, so it is no part
            of a recording.
    """

    model_config = ConfigDict(frozen=True)

    model: str
    messages: tuple[Message, ...]
    tools: tuple[dict[str, Any], ...] = ()
    temperature: float = 0.0
    max_tokens: int | None = None
    json_object: bool = False
    seconds: float | None = Field(default=None, exclude=True)


class Reply(BaseModel):
    """What came back.

    Attributes:
        finish: Why it ended: "stop", "length", "tool_calls", "content_filter".
        tokens_in: Prompt tokens billed.
        tokens_out: Completion tokens billed.
        cost: In US dollars, where the price is known.
    """

    model_config = ConfigDict(frozen=True)

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0


class Chat(Protocol):
    """A language model."""

    def complete(self, request: Request) -> Reply:
        """Answer one request.

        Raises:
            ModelError: The model could not be reached, or refused.
            ModelTimeout: It took longer than the request allows.
            ToolsRefused: The request has tools, and the server takes none.
        """
        ...


@runtime_checkable
class Streaming(Protocol):
    """A language model that can give its words as they come."""

    def stream(self, request: Request, listen: Callable[[str], None]) -> Reply:
        """Answer one request as `Chat.complete` does, and tell every piece of its text."""
        ...
