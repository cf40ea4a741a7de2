"""Any server that speaks the OpenAI embeddings protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tkg.kg.errors import ModelError
from tkg.kg.llm.waiting import PASSING, wait

if TYPE_CHECKING:
    from openai import OpenAI

RETRIES = 3
SHOWN = 300
"""Characters of a server's own words that an error shows."""


class EmbeddingsServer:
    """Numbers for texts from a model behind any base URL; a request that fails is sent again."""

    def __init__(
        self,
        model: str,
        base_url: str = "",
        api_key: str = "",
        *,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Name the server; nothing is sent yet.

        Args:
            model: As the server calls it.
            base_url: Such as `http://localhost:11434/v1`; empty is OpenAI's own.
            api_key: Local servers take any.
            timeout: Seconds that one try may take.
            sleep: Waits for some seconds.
        """
        self._model = model
        self._base_url = base_url
        self._api_key = api_key
        self._timeout = timeout
        self._sleep = sleep
        self._made: OpenAI | None = None

    def numbers(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the numbers of each text, in one request.

        Raises:
            ModelError: The server could not be reached, or sent something else.
        """
        import openai

        for tries in range(RETRIES + 1):
            try:
                return self._once(texts)
            except openai.APIStatusError as error:
                pause = wait(error.response.headers, tries)
                if error.status_code not in PASSING or pause is None or tries == RETRIES:
                    said = f"The embeddings server answered {error.status_code}"
                    raise ModelError(
                        self._clean(f"{said}: {error.message[:SHOWN]}"),
                        hint="Check KG_EMBED_API_KEY." if error.status_code in (401, 403) else "",
                    ) from error
            except openai.APIConnectionError as error:
                pause = wait({}, tries)
                if tries == RETRIES:
                    raise ModelError(
                        f"The embeddings server does not answer: {error}",
                        hint="Check KG_EMBED_BASE_URL.",
                    ) from error
            except (openai.OpenAIError, ValueError, TypeError) as error:
                raise ModelError(f"The embeddings server sent no embeddings: {error}") from error
            self._sleep(pause or 0.0)
        raise AssertionError("unreachable")

    def _once(self, texts: Sequence[str]) -> list[list[float]]:
        reply = self._client().embeddings.create(
            model=self._model, input=list(texts), encoding_format="float"
        )
        rows = sorted(reply.data or (), key=lambda row: row.index)
        if len(rows) != len(texts):
            raise ModelError(
                f"The embeddings server sent {len(rows)} embeddings for {len(texts)} texts."
            )
        return [row.embedding for row in rows]

    def _clean(self, words: str) -> str:
        return words.replace(self._api_key, "[key]") if self._api_key else words

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
