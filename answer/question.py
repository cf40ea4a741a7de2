"""Ask the memory a question."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime

from tkg.answer.answer import Answer, decline
from tkg.answer.offline.reader import OfflineReader
from tkg.answer.put import Question, Reader
from tkg.answer.verify import checked
from tkg.kg import when
from tkg.kg.errors import UsageError
from tkg.kg.memory import Memory
from tkg.temporal.span import Span


def ask(
    memory: Memory,
    question: str,
    now: datetime | str | None = None,
    reader: Reader | str = "offline",
    as_of: datetime | Span | str | None = None,
    known_at: datetime | str | None = None,
    budget: int = 1700,
    check: bool = True,
) -> Answer:
    """Answer a question from the memory, with the turns it rests on, or decline.

    Args:
        memory: Where to look.
        question: In plain words.
        now: When it is asked; default the memory's clock. A naive one counts as UTC; a text is
            read as `kg ask --now` reads it.
        reader: "offline", or a reader that asks a model (`tkg.answer.reader.ModelReader`).
        as_of: World time that it is about, as words or a moment.
        known_at: Only what had been said by then counts; a bare day means its end.
        budget: Tokens of the record that a model is given.
        check: Decline where the answer does not stand in the evidence.

    Raises:
        UsageError: A time cannot be read, or there is no such reader.
    """
    started = time.perf_counter()
    moment = when.moment(now) if isinstance(now, str) else _aware(now or memory.clock())
    if not question.strip():
        return decline("The question is empty.")
    put = Question(
        text=question,
        now=moment,
        as_of=when.period(as_of, moment) if isinstance(as_of, str) else as_of,
        known_at=_told(known_at, moment),
        budget=budget,
        check=check,
    )
    chosen = _reader(reader)
    found = chosen.read(memory, put)
    if found.reader == "offline":  # a model's answer has been checked, and repaired, already
        found = checked(memory, put, chosen, found)
    taken = time.perf_counter() - started
    return replace(found, usage=replace(found.usage, seconds=taken))


async def ask_async(
    memory: Memory,
    question: str,
    now: datetime | str | None = None,
    reader: Reader | str = "offline",
    as_of: datetime | Span | str | None = None,
    known_at: datetime | str | None = None,
    budget: int = 1700,
    check: bool = True,
) -> Answer:
    """Answer a question without blocking the event loop; the arguments are those of `ask`.

    Questions that are put at once to one memory are answered one after the other: they share its
    connection.
    """
    import asyncio  # a tenth of a cold start, for a caller that has it loaded already

    def answered() -> Answer:
        with memory.lock:
            return ask(memory, question, now, reader, as_of, known_at, budget, check)

    return await asyncio.to_thread(answered)


def _reader(reader: Reader | str) -> Reader:
    if not isinstance(reader, str):
        return reader
    if reader == "offline":
        return OfflineReader()
    if reader == "llm":
        from tkg.answer.reader import configured

        return configured()
    raise UsageError(f"There is no reader {reader!r}.", hint="Readers: offline, llm.")


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _told(time_: datetime | str | None, now: datetime) -> datetime | None:
    """Return the instant by which it must have been said: the end of the time named."""
    if isinstance(time_, str):
        return when.end_of(time_, now)
    return _aware(time_) if time_ else None
