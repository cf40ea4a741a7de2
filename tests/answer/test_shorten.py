"""A result that is too long loses entries, then ends of quotations, and never a closing mark."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tkg.answer.shorten import shortened


def turns(*texts: str) -> str:
    rows = [{"turn_id": f"s1:{n}", "quoted": f"«{text}»"} for n, text in enumerate(texts)]
    return json.dumps({"turns": rows, "searched": 9}, ensure_ascii=False)


def test_what_fits_is_left_as_it_is() -> None:
    assert shortened(turns("a"), 500) == turns("a")


def test_entries_are_left_out_from_the_end_and_counted() -> None:
    found = json.loads(shortened(turns(*["x" * 50] * 10), 400))
    assert found["turns"][0] == {"turn_id": "s1:0", "quoted": f"«{'x' * 50}»"}
    assert found["cut"] == f"{10 - len(found['turns'])} more left out: ask for less"


def test_a_single_quotation_is_cut_and_stays_closed() -> None:
    found = json.loads(shortened(turns("x" * 5000), 400))
    assert found["turns"][0]["quoted"].endswith(" [...]»")
    assert "quotations shortened" in found["cut"]


def test_an_error_is_cut_as_text() -> None:
    assert shortened("Error: " + "x" * 900, 100) == "Error: " + "x" * 93 + " ..."


@given(st.lists(st.text(max_size=300), min_size=1, max_size=20), st.integers(250, 2000))
def test_every_result_keeps_to_its_room_and_its_marks(texts: list[str], room: int) -> None:
    made = shortened(turns(*(t.replace("«", "").replace("»", "") for t in texts)), room)
    assert len(made) <= room + 80, "the remark that something is missing comes on top"
    assert made.count("«") == made.count("»")
