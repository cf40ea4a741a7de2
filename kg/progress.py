"""A progress bar on standard error, silent when nobody is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tkg.kg.counted import counted


@contextmanager
def bar(name: str) -> Iterator[Callable[[int, int, int], None]]:
    """Give a function of (sessions done, turns done, turns in all) that draws the bar."""
    if not sys.stderr.isatty():
        yield lambda sessions, turns, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[done]}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=None, done="", rate="")

        def show(sessions: int, turns: int, total: int) -> None:
            speed = progress.tasks[task].speed
            rate = f"{speed:.0f} turns/s" if speed else ""
            done = f"{counted(sessions, 'session')}, {turns}/{counted(total, 'turn')}"
            progress.update(task, completed=turns, total=total, done=done, rate=rate)

        yield show
