"""Ingest: read a history, extract, embed and store it, session by session."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tkg.extract.extractor import Extractor
from tkg.extract.formats import history
from tkg.extract.report import Report
from tkg.kg.errors import ModelError, UsageError
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Session

if TYPE_CHECKING:
    from tkg.kg.search.index import Prepared

Progress = Callable[[int, int, int], None]
"""Told (sessions done, turns done, turns in all) after every session."""

AHEAD = 4
"""Sessions that are embedded ahead of the one being read."""

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

    Each session is stored in one transaction; one that is stored already is left alone, so an
    interrupted run goes on where it stopped and a second run changes nothing.

    Args:
        memory: Where to store it.
        source: A file in one of the known formats.
        extractor: "offline", "llm", or any `Extractor`.
        instance: Which conversation of a file that holds those of separate people.
        form: Name of the format; found out from the content where None.
        progress: Told after every session.
        dry_run: Read and count, store nothing.

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
    report = Report()
    safe = [safe_session(session, report) for session in sessions]
    fresh = [s for s in safe if s.turns and not memory.holds(s, reader.name)]
    report.unchanged = sum(bool(s.turns) for s in safe) - len(fresh)
    _warn_undated(fresh, report)
    total = sum(len(s.turns) for s in fresh)
    for session, extraction, prepared in _read(memory, fresh, reader):
        if not dry_run:
            memory.add(session, extraction, prepared)
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
    """Return the session as it may be stored: no prompts of the system, no secrets."""
    from tkg.extract.noise import noise
    from tkg.extract.redact import redact

    kept = []
    for turn in session.turns:
        if why := noise(turn):
            report.dropped[why] += 1
            continue
        text, secrets = redact(turn.text)
        report.redacted += secrets
        kept.append(replace(turn, text=text))
    return replace(session, turns=tuple(kept))


def _warn_undated(sessions: list[Session], report: Report) -> None:
    undated = [s.id for s in sessions if all(t.said_at is None for t in s.turns)]
    if undated and len(undated) == len(sessions):
        report.warnings.append(
            'No session has a date: words such as "yesterday" stay undated. '
            'Give each session a "date".'
        )
    elif undated:
        report.warnings.append(f"{len(undated)} sessions have no date, {undated[0]!r} first.")


def _read(memory: Memory, sessions: list[Session], reader: Extractor) -> Iterator[Read]:
    """Give each session with what was read in it, in order, working a few sessions ahead.

    Embedding runs on a thread of its own beside the extractor: both leave Python for most of
    their time. A reader that waits for a server reads several sessions at once.
    """
    _ = memory.embedder  # loaded here, not twice on two threads
    embedding = ThreadPoolExecutor(1)
    reading = ThreadPoolExecutor(reader.workers) if reader.workers > 1 else None
    queue: deque[tuple[Session, Future[Prepared], Future[Extraction] | None]] = deque()
    waiting = iter(sessions)
    try:
        while True:
            while len(queue) < AHEAD + reader.workers and (session := next(waiting, None)):
                read = reading.submit(_extract, reader, session) if reading else None
                queue.append((session, embedding.submit(memory.prepare, session), read))
            if not queue:
                return
            session, prepared, read = queue.popleft()
            extraction = read.result() if read else _extract(reader, session)
            yield session, extraction, prepared.result()
    finally:
        embedding.shutdown(wait=True, cancel_futures=True)
        if reading:
            reading.shutdown(wait=True, cancel_futures=True)


def _extract(reader: Extractor, session: Session) -> Extraction:
    """Return what was read; of a session that a model failed on, nothing and the cause."""
    try:
        return reader.extract(session)
    except ModelError as error:
        return Extraction(extractor=reader.name, complete=False, note=str(error))
