"""Secrets are replaced; words and numbers that only look like one are left alone."""

from __future__ import annotations

import pytest

from tests.histories import NOW, history
from tkg.extract.redact import redact
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory
from tkg.kg.store.archive import lines

SECRETS = [
    ("my password is hunter", "my password is [password]"),
    ("My Wi-Fi password is Sunflower!", "My Wi-Fi password is [password]!"),
    ("the password for the door is marigold.", "the password for the door is [password]."),
    ('password: "correct"', 'password: "[password]"'),
    ("pwd=abcd1234", "pwd=[password]"),
    ("my PIN is 4821", "my PIN is [pin]"),
    ("DB_PASSWORD=s3cr3t-value", "DB_PASSWORD=[password]"),
    ("OPENAI_API_KEY=abc123def456", "OPENAI_API_KEY=[api key]"),
    ("use sk-proj-Ab3dEf6hIj9kLm2nOp5q", "use [api key]"),
    ("key sk_live_4eC39HqLyjWDarjtT1zdp7dc", "key [api key]"),
    ("AKIAIOSFODNN7EXAMPLE", "[api key]"),
    ("ghp_" + "a1B2" * 9, "[token]"),
    ("xoxb-123456789012-abcdef", "[token]"),
    ("eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4", "[token]"),
    ("Authorization: Bearer 9f8e7d6c5b4a39281706", "Authorization: Bearer [token]"),
    ("postgres://ana:tulip9@db.example/app", "postgres://ana:[password]@db.example/app"),
    ("access token: 1f3870be274f6c49b3e3", "access token: [token]"),
    ("card 4111 1111 1111 1111 please", "card [card number] please"),
    ("5500-0000-0000-0004", "[card number]"),
    ("amex 378282246310005.", "amex [card number]."),
]
ORDINARY = [
    "my password is wrong",
    "The password was changed yesterday, and it is stored hashed.",
    "my password is not safe",
    "the secret is patience",
    "the token is expired",
    "the secret: butter and salt",
    "see commit 1f3870be274f6c49b3e31a0c6728957f1a2b3c4d",
    "sk-learn is a library, and task-management-consultation a service",
    "ISBN 9780306406157",
    "at 1684599000123 the job ran",
    "call +49 170 1234567890 or 4111 1111 1111 1112",
    "order 3141592653589793",
    "https://example.org/a:b@c",
    "I passed my keys to Ana: she keeps them",
    "pin the note to the board",
]


@pytest.mark.parametrize(("text", "safe"), SECRETS)
def test_a_secret_is_replaced_by_what_it_is(text: str, safe: str) -> None:
    assert redact(text) == (safe, 1)


@pytest.mark.parametrize("text", ORDINARY)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    assert redact(text) == (text, 0)


def test_replacing_again_finds_nothing_more() -> None:
    for text, _ in SECRETS:
        safe, _ = redact(text)
        assert redact(safe) == (safe, 0)


def test_no_secret_reaches_the_store_by_text_caption_title_or_name() -> None:
    from dataclasses import replace

    [session] = history(("2024-01-05T10:00", [("user", "my password is hunter, I like tea.")]))
    turn = replace(
        session.turns[0],
        caption="a note: password: tulip99",
        speaker="Ana (pin: 4821)",
    )
    leaky = replace(session, turns=(turn,), title="token: ab12cd34ef56")
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    report = ingest_sessions(memory, [leaky])
    stored = "\n".join(lines(memory.db))
    assert report.redacted == 4
    assert "tea" in stored
    for secret in ("hunter", "tulip99", "4821", "ab12cd34ef56"):
        assert secret not in stored


def test_a_password_of_several_words_goes_whole_and_a_sentence_about_one_stays() -> None:
    told = "The wifi password is correct horse battery staple."
    assert redact(told) == ("The wifi password is [password].", 1)
    for said in ("My password is wrong on the new laptop.", "My password is never stored here."):
        assert redact(said) == (said, 0)


def test_a_secret_key_goes_with_no_word_before_it_and_a_path_stays() -> None:
    key = "aB3" + "/x9Yz+Q" * 5 + "kL"
    assert len(key) == 40
    assert redact(f"secret {key}") == ("secret [secret key]", 1)
    path = "/home/ana/projects/Photos2023/summer/2.jpg"
    assert redact(path) == (path, 0)


def test_a_sign_at_the_end_of_a_password_does_not_stay() -> None:
    assert redact("password: hunter2-Zebra99!")[0] == "password: [password]"
