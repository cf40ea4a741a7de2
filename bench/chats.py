"""The model that an experiment names: recorded, or the configured one."""

from __future__ import annotations

from pathlib import Path

from tkg.bench import judge as judging
from tkg.bench.experiment import Experiment
from tkg.bench.judge import Judge
from tkg.kg.llm.chat import Chat


def chat(experiment: Experiment, cassette: Path | None) -> Chat | None:
    """Return the seam to the model; None where no system of the experiment needs one."""
    needed = experiment.judge or any(s.reader == "model" for s in experiment.system)
    if not needed or cassette is None:
        return None
    from tkg.kg.llm.cassette import Cassette

    return Cassette(cassette)


def judge(experiment: Experiment, cassette: Path | None, prompt: Path | None) -> Judge | None:
    """Return the judge that an experiment names; None where it names none."""
    seam = chat(experiment, cassette) if experiment.judge else None
    return Judge(seam, experiment.judge, judging.prompt(prompt)) if seam else None
