"""Each feature says one thing of a turn, by counts that can be made by hand."""

import numpy as np
import pytest

from tests.histories import NOW, memory_of
from tkg.kg.memory import Memory
from tkg.kg.model import Filters
from tkg.kg.search.arrays import Posting, Rows
from tkg.kg.search.features import scaled, windows_with

TALK = (
    (
        "2023-05-01T10:00",
        [
            ("Ines", "How is your garden?"),
            ("Tom", "The tulips are out since 20 April."),
            ("Ines", "Lovely."),
        ],
    ),
    ("2023-06-01T10:00", [("Tom", "I planted three roses yesterday."), ("Ines", "Which roses?")]),
)


def feature(memory: Memory, question: str, name: str) -> dict[str, float]:
    """Return a feature of each turn that is looked at, by the turn's id."""
    look = memory.searcher.look(question, NOW, Filters(), 100)
    hits = memory.searcher.hits(look, look.first, np.arange(len(look.at)))
    return {h.turn_id: float(v) for h, v in zip(hits, look.features[name], strict=True)}


def test_the_speaker_who_is_named_is_the_one_asked_about() -> None:
    assert feature(memory_of(*TALK), "What does Tom grow?", "speaker") == {
        "s1:2": 1.0,
        "s2:1": 1.0,
    }


def test_i_is_the_one_who_talks_to_an_assistant() -> None:
    memory = memory_of(
        ("2023-05-01", [("user", "I grow roses."), ("assistant", "Roses need sun.")])
    )
    assert feature(memory, "Which roses do I grow?", "speaker") == {"s1:1": 1.0, "s1:2": 0.0}
    assert feature(memory, "What did you say of roses?", "speaker") == {"s1:1": 0.0, "s1:2": 1.0}


def test_between_people_i_is_nobody_known() -> None:
    assert set(feature(memory_of(*TALK), "Which roses do I grow?", "speaker").values()) == {0.0}


def test_a_turn_that_holds_every_word_covers_the_question() -> None:
    shares = feature(memory_of(*TALK), "Who planted roses?", "covered")
    assert shares["s2:1"] == pytest.approx(1.0)
    # Of 5 turns 1 holds "plant" and 2 hold "rose": ln(1 + 4.5/1.5) and ln(1 + 3.5/2.5).
    rose, plant = np.log(2.4), np.log(4.0)
    assert shares["s2:2"] == pytest.approx(rose / (rose + plant))


def test_a_word_that_nobody_said_leaves_a_part_uncovered() -> None:
    shares = feature(memory_of(*TALK), "Who planted roses in Tunis?", "covered")
    assert 0 < shares["s2:1"] < 1


def test_the_turns_around_cover_for_one_that_says_little() -> None:
    near = feature(memory_of(*TALK), "Who planted roses?", "covered_near")
    assert near["s2:2"] == pytest.approx(1.0)
    assert "s1:3" not in near or near["s1:3"] == 0


def test_a_turn_after_a_question_replies() -> None:
    replies = feature(memory_of(*TALK), "Are the tulips in the garden lovely?", "replies")
    assert (replies["s1:1"], replies["s1:2"], replies["s1:3"]) == (0.0, 1.0, 0.0)


def test_the_first_turn_of_a_session_replies_to_nothing() -> None:
    # The last turn of the first session does not ask; make it one that does.
    talk = (("2023-05-01", [("Ines", "Any roses?")]), ("2023-05-02", [("Tom", "Roses, yes.")]))
    assert feature(memory_of(*talk), "roses", "replies")["s2:1"] == 0.0


def test_a_turn_with_a_time_is_dated_only_where_a_time_is_wanted() -> None:
    memory = memory_of(*TALK)
    assert feature(memory, "When did the tulips come out?", "dated")["s1:2"] == 1.0
    assert feature(memory, "Where did the tulips come out?", "dated")["s1:2"] == 0.0


def test_a_number_counts_in_digits_and_in_words() -> None:
    counts = feature(memory_of(*TALK), "How many roses and tulips?", "counts")
    assert (counts["s1:2"], counts["s2:1"], counts["s2:2"]) == (1.0, 1.0, 0.0)


def test_a_day_finds_what_was_said_then_and_who_told_of_it_later() -> None:
    memory = memory_of(*TALK)
    question = "What did Tom do on 31 May 2023?"
    assert feature(memory, question, "then").get("s2:1", 0.0) == 0.0
    assert feature(memory, question, "tells")["s2:1"] == 1.0
    assert feature(memory, question, "soon")["s2:1"] == pytest.approx(1.0)
    assert feature(memory, "What did Tom do on 1 June 2023?", "then")["s2:1"] == 1.0


def test_what_was_said_two_weeks_later_was_not_said_soon() -> None:
    soon = feature(memory_of(*TALK), "What did Tom do on 17 May 2023?", "soon")
    assert soon.get("s2:1", 0.0) == 0.0


def test_windows_do_not_leave_their_session() -> None:
    # Sessions of rows 0-2 and 3-5; a term in rows 2 and 3. Within one turn: 1, 2 and 3, 4.
    rows = Rows(np.arange(6), np.array([0, 0, 0, 1, 1, 1]), np.ones(6, np.float32))
    posting = Posting(np.array([2, 3]), np.ones(2, np.float32))
    assert windows_with(rows, posting, 1) == 4


def test_windows_that_overlap_count_once() -> None:
    rows = Rows(np.arange(6), np.zeros(6, np.int64), np.ones(6, np.float32))
    posting = Posting(np.array([1, 2]), np.ones(2, np.float32))
    assert windows_with(rows, posting, 1) == 4


def test_a_score_is_a_share_of_the_best() -> None:
    assert scaled(np.array([1.0, 4.0], np.float32)).tolist() == [0.25, 1.0]
    assert scaled(np.zeros(2, np.float32)).tolist() == [0.0, 0.0]
