"""An answer must stand in the evidence."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tkg.answer.answer import Citation
from tkg.answer.check import misplaced, problems, superseded
from tkg.answer.seen import Seen
from tkg.kg.model import Fact, Known, Status
from tkg.temporal.resolve import resolve

NOW = datetime(2024, 6, 1, tzinfo=UTC)
SAID = "We adopted two cats yesterday, and Ines called them 'the twins'. We had met in May 2021."
SEEN = Seen(
    texts=("What did Ines adopt?", SAID, "Ann visited the tram, the glass and the toy museum."),
    spans=tuple(resolve(SAID, datetime(2023, 5, 8, tzinfo=UTC))),
)


@pytest.mark.parametrize(
    "answer",
    [
        "Ines adopted two cats.",
        "Ines adopted 2 cats on 7 May 2023 [s1:3].",
        "In May 2023.",
        "In 2023, two cats.",
        'She called them "the twins".',
        "Not before today, 1 June 2024.",
        "The one who adopted is Ines.",
        "She adopted them 13 months ago.",  # 7 May 2023 to 1 June 2024 is 12.8 months
        "They had met about 2 years before.",  # May 2021 to May 2023
        "Three: the tram, the glass and the toy museum.",
        "Three museums [s1:1, s2:1, s3:1].",
        "- tram\n- glass\n- toy\nThat makes 3.",
        "Adopting cats.",
        "Probably two cats.",
        "Roughly: two.",
        "It took 24 months.",  # May 2021 to May 2023
        "It was a Sunday.",
    ],
)
def test_what_the_evidence_says_stands(answer: str) -> None:
    assert problems(answer, SEEN, NOW) == []


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("On 9 May 2023.", "9 May 2023"),
        ("They met on 1 May 2021.", "1 May 2021"),
        ("Seven cats.", "the number 'Seven'"),
        ("She adopted 12 cats.", "the number '12'"),
        ("It was with Bruno that she adopted them.", "the name 'Bruno'"),
        ("She adopted them in Lower Saxony.", "the name 'Lower Saxony'"),
        ("Bruno.", "the name 'Bruno'"),
        ("Bruno has two cats.", "the name 'Bruno'"),
        ('She called them "the sisters".', "the quotation 'the sisters'"),
        ("Last week.", "the relative time 'Last week'"),
        ("She adopted them 9 months ago.", "9 months ago"),
        ("It took 17 weeks.", "the number '17'"),
        ("Five museums [s1:1, s2:1].", "the number 'Five'"),
    ],
)
def test_what_it_does_not_say_is_named(answer: str, wrong: str) -> None:
    assert any(wrong in problem for problem in problems(answer, SEEN, NOW))


def test_relative_times_stand_only_beside_the_dates_of_the_turns_they_are_from() -> None:
    said = "I saw her last week."
    spans = tuple(resolve(said, datetime(2023, 5, 8, tzinfo=UTC)))
    apart = Seen((said,), spans)
    assert problems("She saw her last week.", apart, NOW)
    beside = Seen((said,), spans, verbatim=True)
    assert problems("last week", beside, NOW) == []


def home(value: str, status: Status) -> Known:
    said_at = datetime(2023, 1, 5, tzinfo=UTC)
    fact = Fact("s", 0, ("t",), "Ann", "lives in", value, f"Ann lives in {value}.", "Ann", said_at)
    return Known(fact.key, fact, "ann", "ann lives in", "lives in", status)


HOMES = (home("Oslo", Status.ENDED), home("Porto", Status.CURRENT))


def test_a_value_that_has_ended_is_no_answer_without_the_one_that_holds() -> None:
    assert superseded("She lives in Oslo.", HOMES) == [
        "'Oslo', which no longer holds ('Porto' does)"
    ]
    assert superseded("She lives in Porto.", HOMES) == []
    assert superseded("She lived in Oslo and lives in Porto now.", HOMES) == []


def test_a_value_that_has_ended_stands_where_nothing_took_its_place() -> None:
    assert superseded("She lives in Oslo.", HOMES[:1]) == []


CITED = Citation("s1:1", "s1", None, "Bo", "I sold my boat.")


@pytest.mark.parametrize(
    ("speaker", "quote", "fits"),
    [
        ("Bo", "I sold my boat.", False),
        ("Ann", "I sold my boat.", True),
        ("Bo", "Ann sold her boat.", True),
        ("Bo", "You sold your boat!", True),
    ],
)
def test_what_is_cited_must_be_able_to_be_about_the_one_asked_about(
    speaker: str, quote: str, fits: bool
) -> None:
    found = misplaced([replace(CITED, speaker=speaker, quote=quote)], "Ann")
    assert (found == []) is fits


def test_one_fitting_citation_is_enough_and_without_a_subject_any_is() -> None:
    assert misplaced([CITED, replace(CITED, speaker="Ann")], "Ann") == []
    assert misplaced([CITED], "") == []
    assert "it is what Bo said of somebody else" in misplaced([CITED], "Ann")[0]
