"""The model of an experiment: recorded, live, or live and recorded as it goes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tkg.kg.llm.chat import Chat

if TYPE_CHECKING:
    from tkg.bench.experiment import Experiment
    from tkg.bench.judge import Judge
    from tkg.kg.llm.cassette import Cassette


@dataclass(frozen=True, slots=True)
class Model:
    """A model's seam and its name."""

    chat: Chat
    name: str

    def replicate(self, number: int) -> Chat:
        """Return the seam for one replicate: a recording must not answer for a second asking."""
        take = getattr(self.chat, "take", None)
        return take(number) if take else self.chat


def tape(file: Path, live: bool) -> Cassette | None:
    """Return the recorded replies of a run; where they may be asked for, the live model behind.

    Args:
        file: The cassette; nothing where it is missing and no live model may be asked.
        live: Whether the configured model is asked what the file does not hold. It may cost money.

    Raises:
        UsageError: A live model is wanted and none is configured.
    """
    from tkg.kg.llm.cassette import Cassette

    if not live:
        return Cassette(file) if file.exists() else None
    from tkg.kg.config import load
    from tkg.kg.llm.configured import chat

    file.parent.mkdir(parents=True, exist_ok=True)
    return Cassette(file, chat(load()))


def model(experiment: Experiment, chat: Chat | None) -> Model | None:
    """Return the model that an experiment's systems ask; None where none of them does."""
    return Model(chat, experiment.model) if chat and experiment.asks_a_model else None


def judge(experiment: Experiment, chat: Chat | None, prompt: Path | None) -> Judge | None:
    """Return the judge that an experiment names; None where it names none."""
    from tkg.bench import judge as judging

    if not experiment.judge or chat is None:
        return None
    return judging.Judge(chat, experiment.judge, judging.prompt(prompt))
