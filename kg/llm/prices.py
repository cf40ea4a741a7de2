"""What a model's tokens cost."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from tkg.kg.errors import UsageError


class Price(BaseModel):
    """US dollars for a million tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float
    output: float


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by the start of a model's name."""

    models: dict[str, Price]

    def of(self, model: str) -> Price | None:
        """Return the price of a model, None where it is not known."""
        bare = model.rsplit("/", 1)[-1]
        fits = [name for name in self.models if bare.startswith(name)]
        return self.models[max(fits, key=len)] if fits else None

    def cost(self, model: str, tokens_in: int, tokens_out: int) -> float:
        """Return US dollars, 0 where the price is not known."""
        price = self.of(model)
        if price is None:
            return 0.0
        return (tokens_in * price.input + tokens_out * price.output) / 1e6


def load(path: Path | None = None) -> Prices:
    """Read a price table, the packaged one where no path is given.

    Raises:
        UsageError: The file is missing or is no price table.
    """
    try:
        source = path or files("tkg.kg.llm").joinpath("prices.toml")
        rows = tomllib.loads(source.read_text(encoding="utf-8")).get("models", {})
        return Prices({name: Price.model_validate(row) for name, row in rows.items()})
    except (OSError, tomllib.TOMLDecodeError, ValidationError, AttributeError) as error:
        raise UsageError(f"{path} is no price table: {error}.") from error
