"""A store that an older version wrote is brought up to date when it is opened."""

from __future__ import annotations

from pathlib import Path

import duckdb

from tests.kg.graph.named import graph, session, values
from tkg.kg.memory import Memory

OLDER = """
drop table node; drop table edge; drop table naming; drop table decision; drop table verdict;
create table node (surface text not null, entity text not null, shown text not null);
delete from migration where name = '0004_aliases';
"""


def test_names_are_derived_anew_from_what_was_said(tmp_path: Path) -> None:
    place = tmp_path / "me.duckdb"
    with Memory(place, embedder=None) as memory:
        memory.add(*session(1, ("Ana", "Ana's sister", "lives in", "Faro")))
        memory.add(*session(2, same=[("Ana", "my sister", "Kate")]))
        before = graph(memory)
    with duckdb.connect(str(place)) as db:
        db.execute(OLDER)
    with Memory(place, read_only=True, embedder=None) as memory:
        assert values(memory, "Kate") == ["Faro"]
        assert graph(memory) == before
