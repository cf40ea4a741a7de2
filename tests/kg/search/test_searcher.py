"""A search finds the turn that answers, repeats exactly, and says why."""

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from tests.histories import NOW, history, memory_of
from tkg.extract.session import ingest_sessions
from tkg.kg.embed.embedder import Vectors
from tkg.kg.memory import Memory
from tkg.kg.search import ranker
from tkg.kg.search.features import FEATURES

GARDEN = (
    (
        "2023-05-01T10:00",
        [
            ("Ines", "What did you plant in the garden?"),
            ("Tom", "Tulips, mostly."),
            ("Ines", "I only have a balcony with herbs."),
        ],
    ),
    (
        "2023-06-01T10:00",
        [
            ("Tom", "I sold my bike to a neighbour."),
            ("Ines", "My bike was stolen in March."),
            ("Tom", "That is a pity."),
        ],
    ),
    ("2023-07-01T10:00", [("Ines", "We went to the lake."), ("Tom", "The water was cold!")]),
)


class ByLetter:
    """Likens texts by the letters that they begin with."""

    name = "by-letter"
    dimensions = 26

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text."""
        rows = np.zeros((len(texts), 26), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[(ord(text.strip().lower()[:1] or "a") - ord("a")) % 26] = 1
        return rows

    def pieces(self, text: str) -> list[str]:
        """Return the text whole."""
        return [text]


def found(memory: Memory, question: str, k: int = 20) -> list[str]:
    """Return the ids of the turns found, best first."""
    return [hit.turn_id for hit in memory.search(question, k=k)]


def test_the_bike_of_the_one_who_is_named_comes_first() -> None:
    memory = memory_of(*GARDEN)
    assert found(memory, "What happened to Tom's bike?")[0] == "s2:1"
    assert found(memory, "What happened to Ines's bike?")[0] == "s2:2"


def test_a_reply_that_shares_no_word_is_found_behind_its_question() -> None:
    assert "s1:2" in found(memory_of(*GARDEN), "What did Tom plant in the garden?", k=2)


def test_a_question_that_names_only_a_day_finds_what_was_said_then() -> None:
    assert found(memory_of(*GARDEN), "What did Ines say on 1 July 2023?")[0] == "s3:1"


def test_a_year_of_a_room_hides_nothing() -> None:
    memory = memory_of(("2026-01-01", [("user", "Config for room 2099: dual projector.")]))
    assert found(memory, "config for room 2099") == ["s1:1"]


@pytest.mark.parametrize(
    "question",
    ["what happened 100000 years ago?", "what happened in June 0000?", "the year 99999?"],
)
def test_an_impossible_time_breaks_nothing(question: str) -> None:
    memory_of(*GARDEN).search(question)


@pytest.mark.parametrize("question", ["", "   ", "the of and", "?!", "\ud800"])
def test_a_question_without_a_word_finds_nothing(question: str) -> None:
    assert memory_of(*GARDEN).search(question) == []


def test_each_script_finds_its_own_text() -> None:
    memory = memory_of(
        (
            "2024-01-01",
            [
                ("a", "你好 世界"),
                ("b", "Привет, мир"),
                ("c", "Alô, Mundo"),
                ("d", "Hello, World!"),
                ("e", "Bugün İstanbul'da 🎉"),
            ],
        )
    )
    for question, first in (
        ("世界", "s1:1"),
        ("мир", "s1:2"),
        ("Alô", "s1:3"),
        ("istanbul", "s1:5"),
        ("🎉", "s1:5"),
    ):
        assert found(memory, question)[0] == first


def test_a_pasted_document_is_a_question_too() -> None:
    assert found(memory_of(*GARDEN), "bike " * 2_000)[0] in ("s2:1", "s2:2")


def test_the_same_question_ranks_the_same_in_a_store_warm_or_new() -> None:
    memory = memory_of(*GARDEN)
    question = "When was the bike in the garden stolen?"
    first = memory.search(question, explain=True)
    assert memory.search(question, explain=True) == first
    assert memory_of(*GARDEN).search(question, explain=True) == first


def test_a_longer_list_begins_with_the_shorter_one() -> None:
    memory = memory_of(*GARDEN)
    question = "Tom's bike by the lake"
    assert found(memory, question)[:2] == found(memory, question, k=2)


def test_a_turn_that_comes_later_is_found_at_once() -> None:
    memory = memory_of(*GARDEN)
    for question in ("bike", "When did it rain?"):
        memory.search(question)
    ingest_sessions(memory, history(("2023-08-01", [("Tom", "It rained on 3 July.")]), name="x"))
    (hit,) = memory.search("When did it rain?", k=1)
    assert hit.text == "It rained on 3 July."


def test_what_a_filter_leaves_out_does_not_weigh() -> None:
    memory = memory_of(*GARDEN)
    hits = memory.search("bike", before=datetime(2023, 5, 2, tzinfo=UTC))
    assert hits == []
    assert [h.turn_id for h in memory.search("bike", speaker="Ines")] == ["s2:2"]


def test_a_hit_says_its_rank_in_each_leg_and_what_moved_it() -> None:
    hit = memory_of(*GARDEN).search("What happened to Tom's bike?", explain=True)[0]
    assert dict(hit.ranks)["turn"] == 1
    assert sum(value for _, value in hit.moved) == pytest.approx(hit.score, abs=0.01)
    assert [abs(v) for _, v in hit.moved] == sorted((abs(v) for _, v in hit.moved), reverse=True)


def test_a_hit_explains_nothing_unasked() -> None:
    hit = memory_of(*GARDEN).search("bike")[0]
    assert (hit.legs, hit.ranks, hit.moved) == ((), (), ())


def test_the_vectors_are_asked_for_what_the_one_named_would_say() -> None:
    memory = Memory(":memory:", clock=lambda: NOW, embedder=ByLetter())
    ingest_sessions(memory, history(*GARDEN))
    # "Tom's ..." becomes "my ...": the one turn that begins with an m is the likest.
    hit = memory.search("Tom's dearest thing", k=1, explain=True)[0]
    assert hit.turn_id == "s2:2"
    assert dict(hit.legs)["vector"] == pytest.approx(1.0)


def test_the_packaged_weights_are_of_features_that_there_are() -> None:
    tables = ranker.weights()
    assert set(tables[ranker.WITH_VECTORS]) | set(tables[ranker.WORDS_ONLY]) <= set(FEATURES)
    assert not any(name.startswith("vector") for name in tables[ranker.WORDS_ONLY])


def test_the_sum_of_the_weighted_features_ranks() -> None:
    table = ranker.weights()[ranker.WORDS_ONLY]
    one = {name: np.array([1.0, 0.0], np.float32) for name in table}
    assert ranker.ranked(one).tolist() == pytest.approx([sum(table.values()), 0.0])
