"""Text becomes the same terms in a turn and in a question."""

import pytest

from tkg.kg.search.tokens import terms


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("She is running", "RUN"),
        ("ﬁne lakes", "lake fine"),
        ("order 340.50 shipped", "340.50"),
        ("release v2 on port 9077", "9077"),
        ("great 🎉 party", "🎉"),
        ("我昨天去了北京", "北京"),
        ("Жизнь зимой", "ЖИЗНЬ"),
    ],
)
def test_a_question_meets_the_words_of_a_turn(said: str, asked: str) -> None:
    assert set(terms(asked)) & set(terms(said))


def test_a_code_stays_whole() -> None:
    assert "340.50" in terms("it cost 340.50 in all")


@pytest.mark.parametrize("text", ["", "   ", "?!", "the of and"])
def test_a_text_without_content_has_no_terms(text: str) -> None:
    assert terms(text) == []


def test_another_language_has_its_own_stems() -> None:
    assert terms("книгами", "russian") == terms("книга", "russian")
