"""Replies to the contract, as models really write them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.histories import history
from tkg.extract.contract import parse

SESSION = history(
    (
        "2024-01-05T10:00",
        [("user", "I live in Porto. Last  Friday I got a red kayak from my sister Ines.")],
    )
)[0]
FACT: dict[str, Any] = {
    "subject": "user",
    "predicate": "lives in",
    "value": "Porto",
    "turns": [SESSION.turns[0].id],
}
OTHER = {**FACT, "predicate": "owns", "value": "a red kayak"}
BOTH = json.dumps({"facts": [FACT, OTHER]})


@pytest.mark.parametrize(
    "reply",
    [
        BOTH,
        f"```json\n{BOTH}\n```",
        f"<think>Hm, {{maybe}} [this]?</think>{BOTH}",
        f"never opened</think>{BOTH}",
        f"Here {{as asked}} [1] you are:\n{BOTH}\nAnything else?",
        json.dumps([FACT, OTHER]),
    ],
    ids=["bare", "fences", "thinking", "unopened", "prose", "list"],
)
def test_what_stands_around_the_json_does_not_count(reply: str) -> None:
    parsed = parse(reply, SESSION, "m")
    assert ([f.value for f in parsed.facts], parsed.whole) == (["Porto", "a red kayak"], True)


def test_of_a_cut_reply_the_whole_facts_are_kept() -> None:
    parsed = parse(BOTH[:-20], SESSION, "m")
    assert ([f.value for f in parsed.facts], parsed.whole) == (["Porto"], False)


@pytest.mark.parametrize("reply", ["", "I cannot help with that.", "{", "[[[[", "{" * 5000])
def test_a_reply_without_facts_is_not_whole(reply: str) -> None:
    parsed = parse(reply, SESSION, "m")
    assert (parsed.facts, parsed.whole) == ([], False)


def test_bad_items_are_rejected_one_by_one_with_the_reason() -> None:
    rows: list[Any] = [
        {**FACT, "value": None},
        {**FACT, "subject": ""},
        {**FACT, "turns": ["nowhere"]},
        {**FACT, "kind": "banana"},
        "not a fact",
        {**FACT, "value": "Zanzibar", "predicate": "rules", "statement": "Emperors rule Zanzibar."},
        {**FACT, "value": 3, "statement": "Porto, three times.", "polarity": None, "time": None},
    ]
    parsed = parse({"facts": rows}, SESSION, "m")
    assert [f.value for f in parsed.facts] == ["3"]
    assert len(parsed.rejected) == 6
    assert all(r.reason for r in parsed.rejected)


def test_the_little_words_support_nothing() -> None:
    row = {**FACT, "value": "the one", "statement": "The one from my past and the will to be."}
    assert "shares no word" in parse({"facts": [row]}, SESSION, "m").rejected[0].reason


def test_time_words_are_found_where_they_stand() -> None:
    turn = SESSION.turns[0]
    row = {**OTHER, "time": {"words": "last friday", "turn": turn.id}}
    time_words = parse({"facts": [row]}, SESSION, "m").facts[0].time
    assert time_words is not None
    assert turn.text[time_words.offset :].startswith(time_words.expr)
    assert time_words.expr.split() == ["Last", "Friday"]


def test_time_words_that_stand_nowhere_are_dropped_and_counted() -> None:
    parsed = parse({"facts": [{**FACT, "time": "in 1999"}]}, SESSION, "m")
    assert (parsed.facts[0].time, len(parsed.rejected)) == (None, 1)


def test_a_model_that_repeats_itself_is_cut_short_quickly() -> None:
    began = time.perf_counter()
    parsed = parse({"facts": [FACT] * 5000}, SESSION, "m")
    assert (len(parsed.facts), len(parsed.rejected)) == (1, 4999)
    assert time.perf_counter() - began < 1


def test_aliases_say_whose_sister_it_is() -> None:
    rows = [{"mention": "my sister", "name": "Ines", "turns": [SESSION.turns[0].id]}, {"name": "x"}]
    alias = parse({"facts": [], "aliases": rows}, SESSION, "m").aliases
    assert [(a.mention, a.name, a.owner) for a in alias] == [("user's sister", "Ines", "user")]
