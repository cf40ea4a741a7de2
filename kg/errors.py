"""Every error this package raises on purpose.

KgError
├── UsageError          the call cannot be understood (exit 2)
├── InputError          a file cannot be read as a history (exit 65)
├── NothingFound        nothing is known by that name (exit 1)
├── StoreError          the database file cannot be used (exit 1)
│   ├── StoreMissing    there is no store at that path
│   ├── StoreBusy       another process holds it (exit 75)
│   └── StoreNewer      a newer version wrote it
├── ModelError          the language model did not answer (exit 69)
│   ├── ModelUnreachable  nobody answers at its address
│   ├── ModelRefused    it declined to answer
│   ├── ModelTimeout    it did not answer in the time it was given
│   ├── ToolsRefused    its server takes no tools
│   ├── BudgetSpent     the limit on calls or cost was reached
│   └── CassetteMiss    a replay was asked what nobody recorded
└── EmbedderMismatch    the vectors in the store were made by another embedder
"""

from __future__ import annotations


class KgError(Exception):
    """Base class. `str(error)` says what happened, `hint` what to do about it."""

    hint: str = ""

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Say what happened, and what to do about it."""
        super().__init__(message)
        self.hint = hint or self.hint


class UsageError(KgError):
    """The call cannot be understood."""


class InputError(KgError):
    """A file cannot be read as a history."""


class NothingFound(KgError):
    """Nothing is known by that name."""


class StoreError(KgError):
    """The database file cannot be used."""


class StoreMissing(StoreError):
    """There is no store at that path."""


class StoreBusy(StoreError):
    """Another process holds the file."""


class StoreNewer(StoreError):
    """A newer version wrote the file."""

    hint = "Upgrade the package, or open the file with the version that wrote it."


class ModelError(KgError):
    """The language model did not answer."""


class ModelUnreachable(ModelError):
    """Nobody answers at the address of the language model."""


class ModelRefused(ModelError):
    """The language model declined to answer."""


class ModelTimeout(ModelError):
    """The language model did not answer in the time it was given."""


class ToolsRefused(ModelError):
    """The language model's server takes no tools."""


class BudgetSpent(ModelError):
    """The limit on calls or cost was reached."""


class CassetteMiss(ModelError):
    """A replay was asked what nobody recorded."""


class EmbedderMismatch(KgError):
    """The vectors in the store were made by another embedder."""

    hint = "Run `kg reindex` to make them again, or name the embedder that made them."
