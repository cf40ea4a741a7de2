"""An answer must stand in the evidence."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tkg.answer.check import Seen, problems
from tkg.temporal.resolve import resolve

NOW = datetime(2024, 6, 1, tzinfo=UTC)
SAID = "We adopted two cats yesterday, and Ines called them 'the twins'."
SEEN = Seen(
    texts=("What did Ines adopt?", SAID),
    spans=tuple(resolve(SAID, datetime(2023, 5, 8, tzinfo=UTC))),
)


@pytest.mark.parametrize(
    "answer",
    [
        "Ines adopted two cats.",
        "Ines adopted 2 cats on 7 May 2023 [s1:3].",
        "It was in May 2023.",
        'She called them "the twins".',
    ],
)
def test_what_follows_from_the_evidence_stands(answer: str) -> None:
    assert problems(answer, SEEN, NOW) == []


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("Ines adopted three cats.", "the number 'three'"),
        ("Ines adopted them on 9 May 2023.", "9 May 2023"),
        ("Ines adopted them with Bruno.", "the name 'Bruno'"),
        ('She called them "the little ones".', "the quotation 'the little ones'"),
    ],
)
def test_what_does_not_is_named(answer: str, wrong: str) -> None:
    found = problems(answer, SEEN, NOW)
    assert any(wrong in problem for problem in found)
