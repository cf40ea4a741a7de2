"""How a run shows what it does: bars where somebody watches, a line now and then."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Protocol, Self

from tkg.extract.session import Progress


def _unseen(sessions: int, turns: int, total: int) -> None:
    pass


class Bars(Protocol):
    """What a run tells."""

    def tell(self, line: str) -> None:
        """Say one line."""
        ...

    def filling(self, name: str) -> Progress:
        """Return what is told after every session that is stored."""
        ...

    def asking(self, name: str, total: int) -> Callable[[int], None]:
        """Return what is told how many questions have been answered."""
        ...


class Silent:
    """Tells nobody."""

    def tell(self, line: str) -> None:
        """Say nothing."""

    def filling(self, name: str) -> Progress:
        """Draw nothing."""
        return _unseen

    def asking(self, name: str, total: int) -> Callable[[int], None]:
        """Draw nothing."""
        return lambda done: None


class Terminal:
    """Draws on standard error: bars on a terminal, lines alone elsewhere."""

    def __init__(self) -> None:
        """Draw nothing yet."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
            TimeRemainingColumn(),
        )  # fmt: skip
        self._console = Console(stderr=True)
        self._progress = Progress(
            *columns, console=self._console, transient=True, disable=not self._console.is_terminal
        )
        self._task = self._progress.add_task("", total=None, visible=False)

    def __enter__(self) -> Self:
        """Draw inside a `with` block."""
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        self._progress.stop()

    def tell(self, line: str) -> None:
        """Print a line above the bar."""
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def filling(self, name: str) -> Progress:
        """Draw turns."""

        def show(sessions: int, turns: int, total: int) -> None:
            self._show(f"storing {name}", turns, total)

        return show

    def asking(self, name: str, total: int) -> Callable[[int], None]:
        """Draw questions."""
        return lambda done: self._show(f"asking {name}", done, total)

    def _show(self, name: str, done: int, total: int) -> None:
        self._progress.update(
            self._task, description=name, completed=done, total=total, visible=True
        )
