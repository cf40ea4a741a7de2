"""The model that a user's environment names."""

from __future__ import annotations

from tkg.kg.config import Config
from tkg.kg.errors import UsageError
from tkg.kg.llm.openai import OpenAIChat
from tkg.kg.llm.prices import load as load_prices


def chat(config: Config) -> OpenAIChat:
    """Return the seam to the configured model; nothing is sent yet.

    Raises:
        UsageError: No model is configured.
    """
    if not config.model:
        raise UsageError(
            "No model is configured.", hint="Set KG_MODEL, and KG_BASE_URL or KG_API_KEY."
        )
    return OpenAIChat(config.base_url, config.api_key, prices=load_prices(config.prices))
