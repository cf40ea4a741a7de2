"""Text becomes the same terms in a turn and in a question."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import snowballstemmer

from tkg.kg.search.languages import languages
from tkg.kg.search.tokens import terms

CORPUS = Path(__file__).parent / "corpus" / "terms.txt"


def corpus() -> Iterator[tuple[str, list[str]]]:
    for line in CORPUS.read_text(encoding="utf-8").splitlines():
        text, arrow, wanted = line.partition("=>")
        if arrow and not line.startswith("#"):
            yield text.rstrip(), [term for term in wanted.split() if term != "~"]


@pytest.mark.parametrize(("text", "wanted"), list(corpus()))
def test_a_text_gives_the_terms_of_the_corpus(text: str, wanted: list[str]) -> None:
    assert terms(text) == wanted


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("She is running", "RUN"),
        ("release v2 on port 9077", "9077"),
        ("我昨天去了北京", "北京"),
        ("今天买了茶", "茶"),
        ("Alô, Mundo", "alo"),
        ("Wir haben die Häuser von der Straße gesehen", "Haus"),
        ("Wir haben die Häuser von der Straße gesehen", "hauser"),
        ("Bu kapı çok ağır", "kapi"),
        ("ISTANBUL is big", "İstanbul"),
        ("a family 👨‍👩‍👧 photo", "👨‍👩‍👧"),
        ("well done 👍🏿", "👍"),
    ],
)
def test_a_question_meets_the_words_of_a_turn(said: str, asked: str) -> None:
    assert set(terms(asked)) & set(terms(said))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I was in Venice with my mom", "english"),
        ("", "english"),
        ("Tokyo", "english"),
        ("die hard", "english"),
        ("Ah ha, la la", "english"),
        ("Ich war gestern mit dem Hund im Park", "german"),
        ("Je suis allé au marché avec ma mère", "french"),
        ("La vida es bella y me gusta", "spanish"),
        ("Eu comprei uma casa nova e não me arrependo", "portuguese"),
        ("Ho comprato una casa con il giardino", "italian"),
        ("Ik heb een nieuwe fiets gekocht", "dutch"),
        ("Jag har köpt en ny cykel och en bil", "swedish"),
        ("Bu akşam çok ağır bir ev aldım", "turkish"),
        ("Kupiłem nowy dom w Krakowie", "polish"),
        ("Ostin talon ja auton kun olin siellä", "finnish"),
    ],
)
def test_the_language_is_told_from_a_text(text: str, language: str) -> None:
    assert languages(text.lower().replace(",", "").split())["latin"].name == language


@pytest.mark.parametrize(
    ("text", "script", "language"),
    [
        ("Я купил книгу", "cyrillic", "russian"),
        ("Купио сам кућу", "cyrillic", "serbian"),
        ("چرا گربه", "arabic", "persian"),
        ("اشتريت بيتا", "arabic", "arabic"),
    ],
)
def test_a_script_of_several_languages_is_told_apart(text: str, script: str, language: str) -> None:
    assert languages(text.lower().split())[script].name == language


def test_every_language_has_a_stemmer() -> None:
    names = {line.split()[0] for line in LANGUAGES.read_text(encoding="utf-8").splitlines()}
    assert names - {"#"} <= set(snowballstemmer.algorithms())


LANGUAGES = Path(__file__).parents[3] / "kg" / "search" / "languages.txt"


def test_another_language_can_be_named() -> None:
    assert terms("maisons", "french") == ["maison"]
    assert terms("книгами", "russian") == terms("книга", "russian")


def test_a_word_nobody_types_is_cut() -> None:
    assert [len(term) for term in terms("a" * 10_000 + " 1." + "2" * 10_000)] == [64, 64]


def test_half_an_emoji_is_no_term() -> None:
    assert terms("deploy \ud83d now") == ["deploy", "now"]


def test_threads_do_not_mix_their_words() -> None:
    words = [f"{stem}ing" for stem in ("walk", "talk", "jump", "look") for _ in range(500)]
    texts = [f"{word}{n:x}" for n, word in enumerate(words)] + words
    alone = [terms(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(terms, texts)) == alone


@pytest.mark.parametrize("text", ["c++ in v2.0", "covid-19, kate's 1,200 x_y", "a'b'c d./e #1"])
def test_plain_text_gives_the_same_terms_beside_another_script(text: str) -> None:
    assert terms(f"{text} \u4e00", "english") == [*terms(text, "english"), "\u4e00"]
