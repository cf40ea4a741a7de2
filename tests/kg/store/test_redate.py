"""Reading the times of a whole store again."""

from __future__ import annotations

from datetime import datetime

from tests.histories import MOVES, memory_of
from tkg.kg.store.redate import redate

# What an older resolver might have made of "last month", said on 20 May 2023.
WRONG = """
update span set begins = timestamp '2023-03-01', ends = timestamp '2023-04-01'
where expr = 'last month'
"""


def test_nothing_changes_where_the_rules_have_not() -> None:
    assert redate(memory_of(*MOVES)) == []


def test_a_new_reading_is_told_and_moves_what_rests_on_it() -> None:
    memory = memory_of(*MOVES)
    memory.db.execute(WRONG)
    (change,) = redate(memory)
    assert (change.turn_id, change.before, change.after) == ("s3:1", "March 2023", "April 2023")
    berlin = next(k for k in memory.facts("user", "lives in") if k.fact.value == "Berlin")
    assert berlin.valid_to == datetime(2023, 4, 1)


def test_a_dry_run_tells_and_changes_nothing() -> None:
    memory = memory_of(*MOVES)
    memory.db.execute(WRONG)
    assert len(redate(memory, dry_run=True)) == 1
    assert len(redate(memory)) == 1
