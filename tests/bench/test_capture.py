"""What counts as captured."""

from datetime import datetime

from tests.bench.test_metrics import question
from tests.histories import memory_of
from tkg.bench.capture import Label, capture, dated_rightly, held
from tkg.bench.words import content


def test_three_quarters_of_the_words_in_one_fact_are_enough_and_half_is_not() -> None:
    asked = question("single-hop", "big red wooden boat")
    assert held(asked, [content("Ann bought a red wooden boat, big")]) == 1.0
    assert held(asked, [content("a red wooden boat")]) == 1.0
    assert held(asked, [content("red boat"), content("big wooden thing")]) == 0.0


def test_of_a_list_the_mean_over_its_parts_counts() -> None:
    asked = question("multi-hop", "tea, cake")
    assert held(asked, [content("Ann likes tea")]) == 0.5


def test_a_fact_of_a_store_captures_its_value_and_its_date() -> None:
    memory = memory_of(
        ("2023-03-10T10:00", [("Ann", "My sister Kate adopted a dog yesterday."), ("Bob", "Nice.")])
    )
    told = [
        question("single-hop", "a dog"),
        question("temporal", "9 March 2023"),
        question("single-hop", "parrot"),
    ]
    assert [row.fact for row in capture(memory, told)] == [1.0, 1.0, 0.0]


def test_a_label_is_carried_when_a_fact_of_its_turn_has_its_span() -> None:
    memory = memory_of(
        ("2023-03-10T10:00", [("Ann", "I adopted a dog yesterday."), ("Bob", "Nice.")])
    )
    right = (datetime(2023, 3, 9), datetime(2023, 3, 10))
    wrong = (datetime(2023, 3, 8), datetime(2023, 3, 9))
    labels = [Label("s1:1", "yesterday", (right,)), Label("s1:1", "yesterday", (wrong,))]
    assert dated_rightly(memory, labels) == [True, False]
