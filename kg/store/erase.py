"""Erase for good: rows go, the file is written anew, and the new file is searched for the words.

Deleting rows leaves their bytes in free blocks, so the new file is copied row by row.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from tkg.kg.counted import counted
from tkg.kg.errors import NothingFound, StoreError, UsageError
from tkg.kg.store.connection import REWRITE

TEXT_COLUMNS = """
select table_name, column_name, data_type from duckdb_columns()
where not internal and database_name = current_database() and data_type in ('VARCHAR', 'VARCHAR[]')
order by all
"""


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure takes away.

    Attributes:
        turns: Keys of the turns.
        facts: Keys of the facts; those that rest on erased turns only are among them.
        words: Texts that must stand nowhere afterwards: those that nothing kept says too.
    """

    sessions: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """What goes, in one line."""
        counts = ((self.sessions, "session"), (self.turns, "turn"), (self.facts, "fact"))
        return "This erases " + ", ".join(counted(len(keys), name) for keys, name in counts) + "."


def plan(
    db: duckdb.DuckDBPyConnection,
    *,
    facts: Sequence[str] = (),
    sessions: Sequence[str] = (),
    turns: Sequence[str] = (),
    everything: bool = False,
    keep_turns: bool = False,
) -> Erased:
    """Say what an erasure takes away, given ids as they are shown.

    Raises:
        UsageError: Nothing, or more than one kind of thing, is named.
        NothingFound: There is nothing by one of the ids.
    """
    if everything:
        return plan_sessions(db, _column(db, "select key from session where len($keys) = 0", ()))
    if sum(map(bool, (facts, sessions, turns))) != 1:
        raise UsageError("Name a fact, or --session, or --turn, or --all.")
    if sessions:
        return plan_sessions(db, _found(db, SESSION_KEYS, sessions, "session"))
    if turns:
        return plan_turns(db, _found(db, TURN_KEYS, turns, "turn"))
    return plan_facts(db, _found(db, FACT_KEYS, facts, "fact"), keep_turns=keep_turns)


SESSION_KEYS = "select key from session where list_contains($keys, id) or list_contains($keys, key)"
TURN_KEYS = "select key from turn where list_contains($keys, id) or list_contains($keys, key)"
FACT_KEYS = "select key from fact where list_contains($keys, key)"


def _found(
    db: duckdb.DuckDBPyConnection, sql: str, names: Sequence[str], what: str
) -> tuple[str, ...]:
    keys = _column(db, sql, names)
    if len(keys) < len(set(names)):
        raise NothingFound(f"There is no {what} {', '.join(names)}.")
    return keys


def plan_sessions(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> Erased:
    """Say what erasing whole sessions takes away."""
    turns = _column(db, "select key from turn where session in (select unnest($keys))", keys)
    return _with_words(db, Erased(sessions=tuple(keys), turns=turns))


def plan_turns(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> Erased:
    """Say what erasing single turns takes away."""
    return _with_words(db, Erased(turns=tuple(keys)))


def plan_facts(
    db: duckdb.DuckDBPyConnection, keys: Sequence[str], *, keep_turns: bool = False
) -> Erased:
    """Say what erasing facts takes away: with them, unless kept, the turns that state them."""
    if keep_turns:
        return _with_words(db, Erased(facts=tuple(keys)))
    turns = _column(
        db, "select distinct unnest(turns) from fact where key in (select unnest($keys))", keys
    )
    return _with_words(db, Erased(turns=turns, facts=tuple(keys)))


def sessions_of(db: duckdb.DuckDBPyConnection, erased: Erased) -> list[str]:
    """Return the sessions that an erasure touches."""
    of_turns = _column(
        db, "select session from turn where key in (select unnest($keys))", erased.turns
    )
    of_facts = _column(
        db, "select session from fact where key in (select unnest($keys))", erased.facts
    )
    return sorted({*erased.sessions, *of_turns, *of_facts})


def numbers_of(db: duckdb.DuckDBPyConnection, erased: Erased) -> list[int]:
    """Return the store's own numbers of the turns of an erasure, as the index knows them."""
    sql = "select number from turn where key in (select unnest($keys))"
    return [number for (number,) in db.execute(sql, {"keys": list(erased.turns)}).fetchall()]


def _with_words(db: duckdb.DuckDBPyConnection, erased: Erased) -> Erased:
    resting = _column(
        db,
        "select key from fact where list_has_all($keys, turns)",
        erased.turns,
    )
    facts = tuple(dict.fromkeys((*erased.facts, *resting)))
    words = (*_column(db, ONLY_THESE_TURNS, erased.turns), *_column(db, ONLY_THESE_FACTS, facts))
    return Erased(erased.sessions, erased.turns, facts, tuple(dict.fromkeys(words)))


# A text that a kept turn or fact says as well ("Thanks!") stays, and proves nothing.
ONLY_THESE_TURNS = """
select text from turn where key in (select unnest($keys))
except select text from turn where key not in (select unnest($keys)) order by all
"""
ONLY_THESE_FACTS = """
select statement from fact where key in (select unnest($keys))
except (
    select statement from fact where key not in (select unnest($keys))
    union select text from turn
) order by all
"""


def _column(db: duckdb.DuckDBPyConnection, sql: str, keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(row[0] for row in db.execute(sql, {"keys": list(keys)}).fetchall())


def delete(db: duckdb.DuckDBPyConnection, erased: Erased) -> None:
    """Delete the rows of an erasure. The caller holds the transaction and derives again."""
    sessions, turns, facts = list(erased.sessions), list(erased.turns), list(erased.facts)
    for sql in BY_TURN:
        db.execute(sql, {"keys": turns})
    db.execute("delete from fact where key in (select unnest($keys))", {"keys": facts})
    db.execute(DROP_SOURCES, {"keys": turns})
    db.execute("delete from session where key in (select unnest($keys))", {"keys": sessions})


BY_TURN = (
    "delete from span where turn in (select unnest($keys))",
    "delete from clause where turn in (select unnest($keys))",
    "delete from same_as where turn in (select unnest($keys))",
    "delete from turn where key in (select unnest($keys))",
)
DROP_SOURCES = """
update fact set turns = list_filter(turns, lambda t: not list_contains($keys, t))
where list_has_any(turns, $keys)
"""


def rewrite(db: duckdb.DuckDBPyConnection, path: Path) -> Path:
    """Copy the store row by row into a new file beside it, and return that file."""
    new = Path(f"{path.resolve()}{REWRITE}")
    new.unlink(missing_ok=True)
    quoted = str(new).replace("'", "''")
    db.execute(f"attach '{quoted}' as anew (block_size 16384)")
    try:
        source = db.execute("select current_database()").fetchone()
        name = str(source[0]).replace('"', '""') if source else ""
        db.execute(f'copy from database "{name}" to anew')
    finally:
        db.execute("detach anew")
    return new


def put_in_place(new: Path, path: Path) -> None:
    """Replace the old file by the new one, with nothing of the old one left beside it."""
    os.replace(new, path)
    Path(f"{path}.wal").unlink(missing_ok=True)
    Path(f"{new}.wal").unlink(missing_ok=True)


def left_over(db: duckdb.DuckDBPyConnection, erased: Erased) -> list[str]:
    """Return the text columns in which an erased text or key still stands, as table.column."""
    gone = duckdb.ConstantExpression([*erased.words, *erased.turns, *erased.facts])
    found = []
    for table, column, kind in db.execute(TEXT_COLUMNS).fetchall():
        name = "list_has_any" if kind.endswith("[]") else "list_contains"
        held = duckdb.FunctionExpression(name, gone, duckdb.ColumnExpression(column))
        if duckdb.table(table, connection=db).filter(held).limit(1).fetchall():
            found.append(f"{table}.{column}")
    return found


def check(db: duckdb.DuckDBPyConnection, erased: Erased) -> None:
    """Read back every text column of every table.

    Raises:
        StoreError: Something that was erased is still there.
    """
    if places := left_over(db, erased):
        raise StoreError(f"Erased words are still in {', '.join(places)}.")
