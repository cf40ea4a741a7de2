"""What a question asks for is read from its words."""

from __future__ import annotations

import pytest

from tkg.answer.offline.asked import Kind, kind, read


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did Ines adopt the cats?", Kind.WHEN),
        ("In which year did Ines move?", Kind.WHEN),
        ("How long ago did I move?", Kind.HOW_LONG_AGO),
        ("How long has Bruno lived in Lyon?", Kind.HOW_LONG),
        ("How many cats does Ines have?", Kind.HOW_MANY),
        ("How often does Bruno swim?", Kind.HOW_OFTEN),
        ("Which city does Bruno live in?", Kind.WHERE),
        ("Whose cat is it?", Kind.WHO),
        ("Why did Bruno leave?", Kind.WHY),
        ("How did Bruno feel after the race?", Kind.FEEL),
        ("Did Ines adopt a cat?", Kind.YES_NO),
        ("What does Ines paint?", Kind.WHAT),
    ],
)
def test_the_kind_of_answer(question: str, expected: Kind) -> None:
    assert kind(question) == expected


def test_the_subject_is_the_speaker_who_is_named_first() -> None:
    asked = read("What did Bruno give to Ines?", ("Ines", "Bruno"))
    assert asked.subject == "Bruno"
    assert asked.people == ("Bruno", "Ines")


def test_i_is_the_owner_of_the_memory() -> None:
    assert read("When did I move?", ("Nora", "assistant"), "Nora").subject == "Nora"
    assert read("When did I move?", ("Ines", "Bruno")).subject == ""


def test_somebody_elses_kin_is_not_the_speaker() -> None:
    assert read("Where does my sister live?", ("Nora",), "Nora").other == "sister"


def test_names_of_speakers_are_not_content() -> None:
    asked = read("What kind of music does Ines play?", ("Ines", "Bruno"))
    assert asked.stems == {"music", "play"}
    assert asked.head == {"music"}


def test_when_inside_another_question_dates_it_and_is_not_asked() -> None:
    assert kind("What did Ines say when I left?") is Kind.WHAT
    assert kind("What was the amount I was promised when I moved?") is Kind.HOW_MANY


def test_who_asks_of_himself_asks_not_of_what_he_was_told() -> None:
    assert read("What did I buy?", ("Nora",), "Nora").own
    assert not read("What did you tell me?", ("Nora",), "Nora").own
    assert not read("What did Ines buy?", ("Ines", "Bruno")).own
