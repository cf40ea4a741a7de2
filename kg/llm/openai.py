"""Any server that speaks the OpenAI chat protocol."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tkg.kg.errors import (
    ModelError,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    ToolsRefused,
)
from tkg.kg.llm.chat import Reply, Request, ToolCall
from tkg.kg.llm.prices import Prices, load
from tkg.kg.llm.waiting import PASSING
from tkg.kg.llm.waiting import wait as waiting
from tkg.kg.llm.wire import Body, Heard, body, tool_call

if TYPE_CHECKING:
    from openai import APIConnectionError, APIStatusError, OpenAI

LOG = logging.getLogger(__name__)
RENAMED = {"max_tokens": "max_completion_tokens"}
"""What a server that refuses a parameter may take instead."""
DROPPED = ("temperature", "response_format", "max_completion_tokens", "stream_options")
"""What a server may refuse and the request can do without."""
TOOLLESS = (400, 404, 405, 415, 422, 500, 501)
"""HTTP states with which servers refuse tools."""
USAGE = {"include_usage": True}
KEY = re.compile(r"\b(?:sk|pk|rk)[-_][\w*-]{6,}")
"""What looks like a key, or the part of one that a server shows."""


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
        ticks: Callable[[], float] = time.monotonic,
        prices: Prices | None = None,
    ) -> None:
        """Name the server; nothing is sent yet.

        Args:
            base_url: Such as `http://localhost:11434/v1`; empty is OpenAI's own.
            api_key: Local servers take any.
            timeout: Seconds that one try may take.
            retries: Tries after the first.
            sleep: Waits for some seconds.
            ticks: Seconds from some fixed point, to measure by.
            prices: What tokens cost; the packaged table where None.
        """
        self._base_url = base_url
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep
        self._ticks = ticks
        self._prices = prices or load()
        self._refused: set[str] = set()
        self._made: OpenAI | None = None

    def complete(self, request: Request) -> Reply:
        """Answer one request.

        Raises:
            ModelRefused: The model declined.
            ModelTimeout: It did not answer in the time that the request allows.
            ToolsRefused: The request has tools, and the server takes none.
            ModelError: The server could not be reached, or does not take the request.
        """
        return self._tried(request, self._whole)

    def stream(self, request: Request, listen: Callable[[str], None]) -> Reply:
        """Answer one request, telling every piece of its text as it comes; see `complete`.

        A reply that breaks off is an error: what has been told cannot be taken back.
        """
        return self._tried(request, partial(self._pieces, listen))

    def _tried(self, request: Request, send: Callable[[Body, float], Reply]) -> Reply:
        """Send a request until it is answered, or until trying again makes no sense."""
        import openai

        due = None if request.seconds is None else self._ticks() + request.seconds
        tries = 0
        while True:
            sent = self._adapted(body(request))
            try:
                return send(sent, self._patience(due))
            except openai.APIStatusError as error:
                if self._adapts(error, sent):
                    continue
                wait = self._wait_after(error, request, tries)
                problem: Exception = error
            except openai.APIConnectionError as error:
                wait = waiting({}, tries) or 0.0
                problem = error
                if tries >= self._retries:
                    raise self._silent(error) from error
            except (openai.OpenAIError, ValueError) as error:
                raise self._error("The model's server sent no chat reply", error) from error
            tries += 1
            if due is not None and self._ticks() + wait >= due:
                raise _late(request) from problem
            self._sleep(wait)

    def _wait_after(self, error: APIStatusError, request: Request, tries: int) -> float:
        """Return how long to wait before the next try.

        Raises:
            ModelError: Another try makes no sense.
        """
        if request.tools and _takes_no_tools(error):
            raise ToolsRefused(self._clean(f"The server takes no tools: {error}")) from error
        wait = waiting(error.response.headers, tries)
        if error.status_code not in PASSING or tries >= self._retries or wait is None:
            hint = "Check KG_API_KEY." if error.status_code in (401, 403) else ""
            said = f"The model's server answered {error.status_code}: {error.message[:300]}"
            raise ModelError(self._clean(said), hint=hint) from error
        return wait

    def _patience(self, due: float | None) -> float:
        """Return how many seconds one try may take."""
        return self._timeout if due is None else max(0.05, min(self._timeout, due - self._ticks()))

    def _whole(self, sent: Body, seconds: float) -> Reply:
        answer = self._client().chat.completions.create(**sent, timeout=seconds)
        choices = getattr(answer, "choices", None)
        if not choices:
            raise ModelError("The model's server sent a reply without an answer.")
        said, used = choices[0].message, answer.usage
        if said.refusal:
            raise ModelRefused(f"The model declined: {said.refusal}")
        heard = Heard(
            lambda _: None,
            said.content or "",
            choices[0].finish_reason or "stop",
            used.prompt_tokens if used else 0,
            used.completion_tokens if used else 0,
        )
        calls = (getattr(c, "function", None) and (c.id, c.function) for c in said.tool_calls or ())
        made = tuple(tool_call(c[0], c[1].name, c[1].arguments) for c in calls if c)
        return self._reply(sent["model"], heard, made)

    def _pieces(self, listen: Callable[[str], None], sent: Body, seconds: float) -> Reply:
        """Read a reply piece by piece; a server that drips is given up when the time is over."""
        import openai

        due = self._ticks() + seconds
        options: Body = {} if "stream_options" in self._refused else {"stream_options": USAGE}
        stream = self._client().chat.completions.create(
            **sent, **options, stream=True, timeout=seconds
        )
        heard = Heard(listen)
        # Which HTTP library it is `openai` chooses; some versions let its errors through.
        http = import_module(type(stream.response).__module__.partition(".")[0])
        try:
            for chunk in stream:
                heard.take(chunk)
                if self._ticks() > due:
                    raise ModelTimeout(f"The model still talked after {seconds:.0f} seconds.")
        except (openai.APITimeoutError, http.TimeoutException) as error:
            raise ModelTimeout(f"The model fell silent for {seconds:.0f} seconds.") from error
        except (openai.OpenAIError, http.HTTPError) as error:
            raise self._error("The model broke off", error) from error
        finally:
            stream.close()
        calls = heard.calls()
        if not heard.text and not calls:
            # A server that does not stream: its one reply is no event.
            return self._whole(sent, max(0.05, due - self._ticks()))
        return self._reply(sent["model"], heard, calls)

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

    def _reply(self, model: str, heard: Heard, calls: tuple[ToolCall, ...]) -> Reply:
        if heard.finish == "content_filter":
            raise ModelRefused("The model declined: its content filter stopped the reply")
        return Reply(
            text=heard.text,
            calls=calls,
            finish=heard.finish,
            tokens_in=heard.tokens_in,
            tokens_out=heard.tokens_out,
            cost=self._prices.cost(model, heard.tokens_in, heard.tokens_out),
        )

    def _silent(self, error: APIConnectionError) -> ModelError:
        """Return the error of a server that is slow, or of an address where there is none."""
        import openai

        kind = ModelError if isinstance(error, openai.APITimeoutError) else ModelUnreachable
        return kind(self._clean(f"The model's server does not answer: {error}"))

    def _error(self, what: str, error: Exception) -> ModelError:
        return ModelError(self._clean(f"{what}: {error}"))

    def _clean(self, text: str) -> str:
        """Return a message without the key: some servers repeat it, or a part of it, in theirs."""
        whole = text.replace(self._api_key, "[api key]") if len(self._api_key) > 3 else text
        return KEY.sub("[api key]", whole)


def _takes_no_tools(error: APIStatusError) -> bool:
    """Say whether a server refuses a request for its tools, as servers word it."""
    said = str(error.body or error.message)
    return error.status_code in TOOLLESS and re.search(r"\btools?\b|tool_choice", said) is not None


def _late(request: Request) -> ModelTimeout:
    return ModelTimeout(
        f"The model did not answer in {request.seconds or 0:.0f} seconds.",
        hint="Ask again, or use --reader offline.",
    )


def _parameter(error: APIStatusError, sent: Mapping[str, Any]) -> str | None:
    """Return the name of the parameter that the server objects to."""
    known = (*RENAMED, *DROPPED)
    named = getattr(error, "param", None)
    if isinstance(named, str) and named.split(".")[0] in known:
        return named.split(".")[0]
    said = re.findall(r"\w+", str(error.body or error.message))
    return next((word for word in said if word in known and word in sent), None)
