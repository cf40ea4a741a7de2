"""A question tells whose turns it is about, what it wants, and the time it names."""

from datetime import datetime

import pytest

from tkg.kg.search.asked import hints_at_time, read, time_asked

PEOPLE = ["Ines", "Tom Berg"]


def test_a_speaker_s_name_is_no_word_of_the_question() -> None:
    asked = read("Where did Tom buy bread?", PEOPLE)
    assert asked.speakers == ("Tom Berg",)
    assert asked.names == ("tom",)
    assert asked.words == ("buy", "bread")


def test_somebody_who_does_not_speak_is_a_word_like_others() -> None:
    assert "anna" in read("Where does Anna live?", PEOPLE).words


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("When did Ines move?", "When did I move?"),
        ("What is Tom Berg's job?", "What is my job?"),
        ("Is it TOM\u2019S boat?", "Is it my boat?"),
        ("Did Tomas call?", "Did Tomas call?"),
    ],
)
def test_a_question_is_likened_as_the_one_it_is_about_would_say_it(
    question: str, said: str
) -> None:
    assert read(question, PEOPLE).said == said


@pytest.mark.parametrize(
    ("question", "me", "you"),
    [
        ("Where do I live?", True, False),
        ("What did you recommend for the garden?", False, True),
        ("Can you tell me the date of my flight?", True, False),
        ("Could you repeat your recipe?", False, True),
        ("Who is the mayor?", False, False),
    ],
)
def test_i_is_who_asks_and_you_is_who_is_asked_about_it(question: str, me: bool, you: bool) -> None:
    asked = read(question, [])
    assert (asked.me, asked.you) == (me, you)


@pytest.mark.parametrize(
    ("question", "when", "count"),
    [
        ("When did it rain?", True, False),
        ("What year was it built?", True, False),
        ("How long ago did they leave?", True, True),
        ("How many cats are there?", False, True),
        ("Whenever it rains, who sings?", False, False),
    ],
)
def test_a_question_wants_a_time_or_a_number(question: str, when: bool, count: bool) -> None:
    asked = read(question, [])
    assert (asked.when, asked.count) == (when, count)


NEWEST, NOW = datetime(2023, 6, 14), datetime(2025, 3, 3)


def test_a_month_is_the_last_one_before_the_newest_turn() -> None:
    may = (datetime(2023, 5, 1), datetime(2023, 6, 1))
    assert time_asked("What happened in May?", NEWEST, NOW) == may


def test_last_month_is_the_one_before_the_question() -> None:
    february = (datetime(2025, 2, 1), datetime(2025, 3, 1))
    assert time_asked("What happened last month?", NEWEST, NOW) == february


def test_a_time_that_is_open_on_one_side_bounds_nothing() -> None:
    assert time_asked("What happened since 2016?", NEWEST, NOW) is None


@pytest.mark.parametrize(
    "question", ["What did we do last weekend?", "on 3.4.2021", "Who came at Christmas?"]
)
def test_a_question_with_a_time_hints_at_it(question: str) -> None:
    assert hints_at_time(question)


@pytest.mark.parametrize("question", ["", "Who is Ines?", "What did he cook for them?"])
def test_a_question_without_one_is_not_read_for_times(question: str) -> None:
    assert not hints_at_time(question)
