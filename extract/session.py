"""Ingest: read a history, extract, embed and store it, session by session."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tkg.extract.extractor import Extractor, Planned
from tkg.extract.formats import history
from tkg.extract.identity import settled
from tkg.extract.report import Report
from tkg.kg.counted import counted
from tkg.kg.errors import ModelError, UsageError
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Session, Turn

if TYPE_CHECKING:
    from tkg.kg.search.index import Prepared

Progress = Callable[[int, int, int], None]
"""Told (sessions done, turns done, turns in all) after every session."""

AHEAD = 4
"""Sessions that are embedded ahead of the one being read."""

SLOW_SECONDS = 0.05
"""Sessions that take longer than this to read are stored one by one."""
LOT_SECONDS = 10.0
"""What is read faster than that is stored together, up to this much reading.

Slots that a lot touches are derived once with it: fewer lots, fewer derivations.
"""
LOT_FACTS = 100_000
"""Facts that are stored together at most: about 600 MB while they are."""

Read = tuple[Session, Extraction, "Prepared"]


def ingest(
    memory: Memory,
    source: str | Path,
    extractor: str | Extractor = "offline",
    instance: str | None = None,
    *,
    form: str | None = None,
    progress: Progress | None = None,
    dry_run: bool = False,
) -> Report:
    """Store a history, and the facts that are read in it.

    A session is stored whole or not at all; one that is stored already is left alone, so an
    interrupted run goes on where it stopped and a second run changes nothing.

    Args:
        memory: Where to store it.
        source: A file in one of the known formats.
        extractor: "offline", "llm", or any `Extractor`.
        instance: Which conversation of a file that holds those of separate people.
        form: Name of the format; found out from the content where None.
        progress: Told after every session.
        dry_run: Read and count, store nothing, ask no model.

    Raises:
        InputError: The file cannot be read as a history.
        UsageError: It holds several people's conversations and none was named.
    """
    sessions = history.sessions(Path(source), form=form, instance=instance)
    return ingest_sessions(memory, sessions, extractor, progress=progress, dry_run=dry_run)


def ingest_sessions(
    memory: Memory,
    sessions: Iterable[Session],
    extractor: str | Extractor = "offline",
    *,
    progress: Progress | None = None,
    dry_run: bool = False,
) -> Report:
    """Store sessions that are in memory already; see `ingest`."""
    began = time.perf_counter()
    reader = named(extractor) if isinstance(extractor, str) else extractor
    reader = Planned(reader) if dry_run else reader
    report = Report(dry_run=dry_run)
    safe = [safe_session(session, report) for session in sessions]
    spoken, told = settled(memory, [s for s in safe if s.turns])
    report.warnings += told
    fresh = memory.lacking(spoken, reader.name)
    report.empty = sum(not s.turns for s in safe)
    report.unchanged = sum(bool(s.turns) for s in safe) - len(fresh)
    _warn_undated(fresh, report)
    total = sum(len(s.turns) for s in fresh)
    for session, extraction in _stored(memory, _read(memory, fresh, reader), dry_run=dry_run):
        report.count(session, extraction)
        if progress:
            progress(report.sessions, report.turns, total)
    report.seconds = time.perf_counter() - began
    return report


def named(name: str) -> Extractor:
    """Return the extractor of this name.

    Raises:
        UsageError: There is none, or "llm" without a configured model.
    """
    if name == "offline":
        from tkg.extract.offline.extractor import Offline

        return Offline()
    if name == "llm":
        from tkg.extract.llm import configured

        return configured()
    raise UsageError(f"There is no extractor {name!r}.", hint="Extractors: offline, llm.")


def safe_session(session: Session, report: Report) -> Session:
    """Return the session as it may be stored: no prompts, no recalled memories, no secrets."""
    kept = [safe for turn in session.turns if (safe := _safe_turn(turn, report)) is not None]
    return replace(session, turns=tuple(kept), title=_redacted(session.title, report))


def _safe_turn(turn: Turn, report: Report) -> Turn | None:
    from tkg.extract.noise import noise, without_recalled

    if why := noise(turn):
        report.dropped[why] += 1
        return None
    text, recalled = without_recalled(turn.text)
    if recalled:
        report.dropped["recalled memory"] += recalled
    if recalled and not text and not turn.caption:
        return None
    return replace(
        turn,
        text=_redacted(text, report),
        caption=_redacted(turn.caption, report),
        speaker=_redacted_name(turn.speaker, report),
    )


def _redacted(text: str, report: Report) -> str:
    from tkg.extract.redact import redact

    if not text:
        return text
    text, secrets = redact(text)
    report.redacted += secrets
    return text


def _redacted_name(name: str, report: Report) -> str:
    name, secrets = _name(name)
    report.redacted += secrets
    return name


@lru_cache(maxsize=64)
def _name(name: str) -> tuple[str, int]:
    """Return a speaker's name without secrets: a few names stand beside many turns."""
    from tkg.extract.redact import redact

    return redact(name)


def _warn_undated(sessions: list[Session], report: Report) -> None:
    undated = [s.id for s in sessions if all(t.said_at is None for t in s.turns)]
    if undated and len(undated) == len(sessions):
        report.warnings.append(
            'No session has a date: words such as "yesterday" stay undated. '
            'Give each session a "date".'
        )
    elif undated:
        report.warnings.append(
            f"{counted(len(undated), 'session')} without a date, {undated[0]!r} first."
        )


def _stored(
    memory: Memory, read: Iterator[Read], *, dry_run: bool
) -> Iterator[tuple[Session, Extraction]]:
    """Store what is read and give it.

    A session that took a while to read is stored at once. Those that come fast are stored many to
    a transaction, which is ten times faster. An interruption keeps all that was read whole.
    """
    lot: list[Read] = []
    began = time.monotonic()
    try:
        for item in read:
            lot.append(item)
            took = time.monotonic() - began
            if took > min(SLOW_SECONDS * len(lot), LOT_SECONDS) or _large(lot):
                yield from _store(memory, lot, dry_run=dry_run)
                began = time.monotonic()
    finally:
        done = list(_store(memory, lot, dry_run=dry_run))
    yield from done


def _large(lot: list[Read]) -> bool:
    return len(lot) % 100 == 0 and sum(len(e.facts) for _, e, _ in lot) > LOT_FACTS


def _store(
    memory: Memory, lot: list[Read], *, dry_run: bool
) -> Iterator[tuple[Session, Extraction]]:
    ready, lot[:] = list(lot), ()
    if not dry_run:
        memory.add_all(ready)
    yield from ((session, extraction) for session, extraction, _ in ready)


def _read(memory: Memory, sessions: list[Session], reader: Extractor) -> Iterator[Read]:
    """Give each session with what was read in it, in order, working a few sessions ahead.

    Embedding runs on a thread of its own beside the extractor: both leave Python for most of
    their time. Without a model nothing runs beside it. A reader that waits for a server reads
    several sessions at once.
    """
    # The model is loaded here, not twice on two threads.
    embedding = ThreadPoolExecutor(1) if memory.embedder else None
    reading = ThreadPoolExecutor(reader.workers) if reader.workers > 1 else None
    queue: deque[tuple[Session, Future[Prepared] | None, Future[Extraction] | None]] = deque()
    waiting = iter(sessions)
    try:
        while True:
            while len(queue) < AHEAD + reader.workers and (session := next(waiting, None)):
                read = reading.submit(_extract, reader, session) if reading else None
                ahead = embedding.submit(memory.prepare, session) if embedding else None
                queue.append((session, ahead, read))
            if not queue:
                return
            session, ahead, read = queue.popleft()
            extraction = read.result() if read else _extract(reader, session)
            yield session, extraction, ahead.result() if ahead else memory.prepare(session)
    finally:
        if embedding:
            embedding.shutdown(wait=True, cancel_futures=True)
        if reading:
            reading.shutdown(wait=True, cancel_futures=True)


def _extract(reader: Extractor, session: Session) -> Extraction:
    """Return what was read; of a session that a model failed on, nothing and the cause."""
    try:
        return reader.extract(session)
    except ModelError as error:
        return Extraction(extractor=reader.name, complete=False, note=str(error))
