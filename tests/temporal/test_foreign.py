"""Complete dates in other languages, and no others."""

from __future__ import annotations

from datetime import datetime

import pytest

from tkg.temporal.render import words
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Grain

SAID = datetime(2023, 6, 14, 19, 20)


@pytest.mark.parametrize(
    "text",
    [
        "Nos vemos el 7 de mayo de 2023.",
        "Wir treffen uns am 7. Mai 2023.",
        "Rendez-vous le 7 mai 2023 à Paris",
        "Ci vediamo il 7 maggio 2023",
        "2023年5月7日に会いましょう",
    ],
)
def test_a_complete_foreign_date_is_read(text: str) -> None:
    spans = resolve(text, SAID)
    assert [(span.start, span.end) for span in spans] == [
        (datetime(2023, 5, 7), datetime(2023, 5, 8))
    ]


def test_foreign_words_without_a_date_are_left_alone() -> None:
    for text in ("Tengo 3 gatos y 2 perros", "Ich bin 30 Jahre alt", "on a 9077 ports", "we, nous"):
        assert [span for span in resolve(text, SAID) if span.start] == []


def test_the_age_is_kept_for_a_birth_date() -> None:
    (span,) = resolve("We left Cuba when I was ten.", SAID)
    assert (span.start, span.end, span.age) == (None, None, 10)


def test_parts_of_a_stretch_are_written_as_people_write_them() -> None:
    decade = (datetime(2000, 1, 1), datetime(2004, 1, 1))
    assert words(*decade, Grain.DECADE) == "the early 2000s"
    assert words(datetime(2023, 5, 11), datetime(2023, 5, 21), Grain.MONTH) == "mid-May 2023"
