"""Export and import: one JSON line a session, with all that was read in it; derived parts stay out.

The lines depend on nothing but what was said: not on the machine, the zone, the order of arrival or
the moment of recording.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
from pydantic import TypeAdapter, ValidationError

from tkg.kg.errors import InputError
from tkg.kg.model import Clause, Extraction, Fact, SameAs, Session, Turn
from tkg.kg.store import clauses, facts, turns
from tkg.kg.store.decisions import Decision, all_decisions, put
from tkg.kg.store.instant import from_row

if TYPE_CHECKING:
    from tkg.kg.memory import Memory

SESSIONS = """
select key, source, conversation, id, title, started_at, utc_offset, extractor, complete, note,
    recorded_at
from session order by source, conversation, started_at nulls first, id, key
"""

ALIASES = """
select mention, name, owner, turn, session, evidence from same_as
where session = $key order by all
"""

OWN_IDS = "select key, own_id from turn where session = $key"


@dataclass(frozen=True, slots=True)
class Record:
    """One session and what was read in it.

    Attributes:
        facts: In the order of telling, which alone tells the place of each.
        recorded_at: When the store learned it; None unless asked for.
    """

    session: Session
    extractor: str
    complete: bool
    note: str
    facts: tuple[Fact, ...]
    clauses: tuple[Clause, ...]
    aliases: tuple[SameAs, ...]
    recorded_at: datetime | None = None

    @property
    def extraction(self) -> Extraction:
        """What the extractor gave, as `Memory.add` takes it."""
        return Extraction(
            facts=self.facts,
            clauses=self.clauses,
            aliases=self.aliases,
            extractor=self.extractor,
            complete=self.complete,
            note=self.note,
        )


RECORD = TypeAdapter(Record)
DECISION = TypeAdapter(Decision)


def lines(db: duckdb.DuckDBPyConnection, *, recorded_at: bool = False) -> Iterator[str]:
    """Give the whole store as JSON lines, one a session, in an order that content decides.

    What a person decided about names and predicates is of no session: it stands in lines of its own
    at the end.
    """
    for record in records(db, recorded_at=recorded_at):
        yield RECORD.dump_json(record, exclude_defaults=True).decode()
    for made in all_decisions(db):
        yield DECISION.dump_json(made).decode()


def records(db: duckdb.DuckDBPyConnection, *, recorded_at: bool = False) -> Iterator[Record]:
    """Give every session with what was read in it."""
    for row in db.execute(SESSIONS).fetchall():
        key, source, conversation, name, title, start, offset, extractor, complete, note, seen = row
        said = _turns(db, key)
        read = clauses.of_turns(db, [t.key for t in said])
        rows = db.execute(ALIASES, {"key": key}).fetchall()
        yield Record(
            session=Session(key, source, conversation, name, from_row(start, offset), said, title),
            extractor=extractor,
            complete=complete,
            note=note,
            facts=tuple(replace(f, place=0) for f in facts.of_sessions(db, [key])),
            clauses=tuple(c for t in said for c in read.get(t.key, ())),
            aliases=tuple(SameAs(*alias) for alias in rows),
            recorded_at=from_row(seen, 0) if recorded_at else None,
        )


def parse(line: str, number: int) -> Record | Decision:
    """Return the record in a line of an export, or the decision.

    Raises:
        InputError: The line is damaged; says which, and what is wrong with it.
    """
    try:
        return (DECISION if line.startswith('{"one":') else RECORD).validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "line"
        raise InputError(f"Line {number} is not a record: {where}: {first['msg']}.") from error


def read(file: Path) -> list[str]:
    """Return the lines of an export.

    Raises:
        InputError: There is no such file, or no line of it is a record.
    """
    if not file.is_file():
        raise InputError(f"There is no file {file}.")
    try:
        rows = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 text.") from error
    if rows and not any(map(_is_record, rows)):
        raise InputError(
            f"{file} is no export of a store.",
            hint=f"If it holds conversations: kg ingest {file}",
        )
    return rows


def _is_record(line: str) -> bool:
    with suppress(InputError):
        parse(line, 0)
        return True
    return False


def load(memory: Memory, file: Path) -> tuple[int, list[str]]:
    """Store the sessions of an export.

    Returns:
        How many sessions were stored, and what was wrong with the lines that were left out.

    Raises:
        InputError: There is no such file, or no line of it is a record.
    """
    done, damaged = 0, []
    for number, line in enumerate(read(file), start=1):
        try:
            record = parse(line, number)
        except InputError as error:
            damaged.append(str(error))
            continue
        if isinstance(record, Decision):
            _decide(memory, record)
            continue
        memory.add(record.session, record.extraction)
        done += 1
    return done, damaged


def _decide(memory: Memory, made: Decision) -> None:
    from tkg.kg.graph.rebuild import derive_again
    from tkg.kg.graph.refresh import changed
    from tkg.kg.graph.regroup import regroup

    with memory.transaction() as db:
        put(db, [made])
        derive_again(db, changed(db, made.pair))
        regroup(db)


def _turns(db: duckdb.DuckDBPyConnection, session: str) -> tuple[Turn, ...]:
    own = dict(db.execute(OWN_IDS, {"key": session}).fetchall())
    return tuple(replace(t, id=own[t.key]) for t in turns.of_sessions(db, [session]))
