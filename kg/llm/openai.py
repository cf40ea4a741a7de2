"""Any server that speaks the OpenAI chat protocol."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from tkg.kg.errors import ModelError, ModelRefused
from tkg.kg.llm.chat import Message, Reply, Request, ToolCall
from tkg.kg.llm.prices import Prices, load

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI
    from openai.types.chat import ChatCompletion

LOG = logging.getLogger(__name__)
RENAMED = {"max_tokens": "max_completion_tokens"}
"""What a server that refuses a parameter may take instead."""
DROPPED = ("temperature", "response_format", "max_completion_tokens")
"""What a server may refuse and the request can do without."""
LONGEST_WAIT = 60.0
"""Seconds. A server that asks for more is treated as unreachable."""
PASSING = (408, 409, 425, 429, 500, 502, 503, 504)
"""HTTP states that may be gone at the next try."""


class OpenAIChat:
    """A model behind any base URL.

    A request that fails for now is sent again, after the time that the server asks for. A
    parameter that the server refuses is renamed or left out, once, and that is remembered.
    """

    def __init__(
        self,
        base_url: str = "",
        api_key: str = "",
        *,
        timeout: float = 120.0,
        retries: int = 3,
        sleep: Callable[[float], None] = time.sleep,
        prices: Prices | None = None,
    ) -> None:
        """Name the server; nothing is sent yet.

        Args:
            base_url: Such as `http://localhost:11434/v1`; empty is OpenAI's own.
            api_key: Local servers take any.
            timeout: Seconds that one try may take.
            retries: Tries after the first.
            sleep: Waits for some seconds.
            prices: What tokens cost; the packaged table where None.
        """
        self._base_url = base_url
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep
        self._prices = prices or load()
        self._refused: set[str] = set()
        self._made: OpenAI | None = None

    def complete(self, request: Request) -> Reply:
        """Answer one request.

        Raises:
            ModelRefused: The model declined.
            ModelError: The server could not be reached, or does not take the request.
        """
        import openai

        tries = 0
        while True:
            sent = self._adapted(_body(request))
            try:
                answer = self._client().chat.completions.create(**sent)
            except openai.APIStatusError as error:
                if self._adapts(error, sent):
                    continue
                wait = _wait(error.response.headers, tries)
                if error.status_code not in PASSING or tries >= self._retries or wait is None:
                    raise _failed(error) from error
            except openai.APIConnectionError as error:
                wait = _wait({}, tries) or 0.0
                if tries >= self._retries:
                    raise ModelError(f"The model's server does not answer: {error}") from error
            except (openai.OpenAIError, ValueError) as error:
                raise ModelError(f"The model's server sent no chat reply: {error}") from error
            else:
                return self._reply(request.model, answer)
            tries += 1
            self._sleep(wait)

    def _client(self) -> OpenAI:
        from openai import OpenAI

        if self._made is None:
            self._made = OpenAI(
                base_url=self._base_url or None,
                api_key=self._api_key or "none",
                timeout=self._timeout,
                max_retries=0,
            )
        return self._made

    def _adapted(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the body without what this server has refused before."""
        for name in tuple(RENAMED):
            if name in self._refused and name in body:
                body[RENAMED[name]] = body.pop(name)
        return {k: v for k, v in body.items() if k not in self._refused}

    def _adapts(self, error: APIStatusError, sent: Mapping[str, Any]) -> bool:
        """Remember a refused parameter; say whether another try makes sense."""
        if error.status_code not in (400, 422):
            return False
        name = _parameter(error, sent)
        if name is None or name in self._refused:
            return name is not None and name not in sent
        self._refused.add(name)
        LOG.info("The server refuses %s: going on without it.", name)
        return True

    def _reply(self, model: str, answer: ChatCompletion) -> Reply:
        choices = getattr(answer, "choices", None)
        if not choices:
            raise ModelError("The model's server sent a reply without an answer.")
        choice = choices[0]
        finish = choice.finish_reason or "stop"
        if finish == "content_filter" or choice.message.refusal:
            why = choice.message.refusal or "its content filter stopped the reply"
            raise ModelRefused(f"The model declined: {why}")
        tokens_in = answer.usage.prompt_tokens if answer.usage else 0
        tokens_out = answer.usage.completion_tokens if answer.usage else 0
        return Reply(
            text=choice.message.content or "",
            calls=tuple(_call(c) for c in choice.message.tool_calls or ()),
            finish=finish,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            cost=self._prices.cost(model, tokens_in, tokens_out),
        )


def _body(request: Request) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [_message(m) for m in request.messages],
        "temperature": request.temperature,
    }
    if request.max_tokens is not None:
        body["max_tokens"] = request.max_tokens
    if request.tools:
        body["tools"] = [t if "function" in t else _tool(t) for t in request.tools]
    if request.json_object:
        body["response_format"] = {"type": "json_object"}
    return body


def _tool(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": schema}


def _message(message: Message) -> dict[str, Any]:
    row: dict[str, Any] = {"role": message.role, "content": message.text}
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


def _call(call: Any) -> ToolCall:
    try:
        arguments = json.loads(call.function.arguments or "{}")
    except json.JSONDecodeError:
        arguments = call.function.arguments
    if not isinstance(arguments, dict | str):
        arguments = call.function.arguments
    return ToolCall(id=call.id or "", name=call.function.name, arguments=arguments)


def _parameter(error: APIStatusError, sent: Mapping[str, Any]) -> str | None:
    """Return the name of the parameter that the server objects to."""
    known = (*RENAMED, *DROPPED)
    named = getattr(error, "param", None)
    if isinstance(named, str) and named.split(".")[0] in known:
        return named.split(".")[0]
    said = re.findall(r"\w+", str(error.body or error.message))
    return next((word for word in said if word in known and word in sent), None)


def _failed(error: APIStatusError) -> ModelError:
    hint = "Check KG_API_KEY." if error.status_code in (401, 403) else ""
    return ModelError(
        f"The model's server answered {error.status_code}: {error.message[:300]}", hint=hint
    )


def _wait(headers: Mapping[str, str], tries: int) -> float | None:
    """Return how many seconds to wait before the next try; None where it is too long.

    A date is read against the server's own clock, which stands in the same reply.
    """
    given = headers.get("retry-after", "")
    wait = float(2**tries)
    if re.fullmatch(r"\d+(?:\.\d+)?", given):
        wait = float(given)
    elif (until := _moment(given)) and (now := _moment(headers.get("date", ""))):
        wait = max(0.0, (until - now).total_seconds())
    return wait if wait <= LONGEST_WAIT else None


def _moment(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None
