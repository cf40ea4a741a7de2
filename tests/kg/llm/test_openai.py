"""What the adapter does when a server does not do as it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fake_server import Body, Play, refuses, says, serving
from tkg.kg.errors import BudgetSpent, CassetteMiss, ModelError, ModelRefused, UsageError
from tkg.kg.llm.budget import Limited
from tkg.kg.llm.cassette import Cassette
from tkg.kg.llm.chat import Message, Request
from tkg.kg.llm.openai import OpenAIChat
from tkg.kg.llm.prices import load

ASKED = Request(
    model="gpt-4o-mini",
    messages=(Message(role="user", text="Say hello as json."),),
    max_tokens=50,
    json_object=True,
)


def test_a_reply_comes_with_its_tokens_and_its_cost() -> None:
    with serving(says("hello")) as server:
        reply = OpenAIChat(server.url, "k").complete(ASKED)
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("hello", 100, 10)
    assert reply.cost == pytest.approx((100 * 0.15 + 10 * 0.60) / 1e6)


def test_a_busy_server_is_asked_again_after_the_time_it_names() -> None:
    waits: list[float] = []
    with serving(refuses(429, "slow down", retry_after="7"), says("hello")) as server:
        reply = OpenAIChat(server.url, sleep=waits.append).complete(ASKED)
    assert (reply.text, waits) == ("hello", [7.0])


def test_a_date_to_wait_for_is_read_by_the_servers_own_clock() -> None:
    waits: list[float] = []

    def busy(_: Body) -> Play:
        return refuses(503, "later", retry_after="Wed, 01 Jan 2098 00:00:00 GMT")

    with serving(busy) as server, pytest.raises(ModelError, match="503"):
        OpenAIChat(server.url, sleep=waits.append).complete(ASKED)
    assert waits == []


def test_a_server_that_stays_busy_is_given_up() -> None:
    waits: list[float] = []
    with serving(refuses(500, "oops")) as server, pytest.raises(ModelError, match="500"):
        OpenAIChat(server.url, retries=2, sleep=waits.append).complete(ASKED)
    assert len(waits) == 2


def test_refused_parameters_are_adapted_once_and_remembered() -> None:
    def picky(body: Body) -> Play:
        if "max_tokens" in body:
            return refuses(400, "Use 'max_completion_tokens' instead.", "max_tokens")
        if body.get("temperature", 1) != 1:
            return refuses(400, "Unsupported value: 'temperature' must be 1")
        if "response_format" in body:
            return refuses(400, "response_format is not supported")
        return says("hello")

    with serving(picky) as server:
        chat = OpenAIChat(server.url)
        chat.complete(ASKED)
        asked = len(server.seen)
        chat.complete(ASKED)
    assert (asked, len(server.seen)) == (4, 5)
    assert server.seen[-1]["max_completion_tokens"] == 50


def test_a_bad_request_that_names_no_parameter_is_an_error_at_once() -> None:
    with serving(refuses(400, "context too long")) as server:
        with pytest.raises(ModelError, match="context too long"):
            OpenAIChat(server.url).complete(ASKED)
        assert len(server.seen) == 1


@pytest.mark.parametrize(
    "play", [says("", refusal="I cannot."), says("", finish="content_filter")], ids=["said", "cut"]
)
def test_a_refusal_is_told_from_an_answer(play: Play) -> None:
    with serving(play) as server, pytest.raises(ModelRefused):
        OpenAIChat(server.url).complete(ASKED)


def test_a_server_that_hangs_is_given_up() -> None:
    with (
        serving(Play(hang=5)) as server,
        pytest.raises(ModelError, match="does not answer"),
    ):
        OpenAIChat(server.url, timeout=0.1, retries=1, sleep=lambda _: None).complete(ASKED)


def test_a_reply_without_an_answer_is_an_error() -> None:
    with serving(Play(body={"object": "chat.completion"})) as server, pytest.raises(ModelError):
        OpenAIChat(server.url).complete(ASKED)


def test_limits_of_calls_and_cost_hold() -> None:
    with serving(says("hello")) as server:
        by_calls = Limited(OpenAIChat(server.url), max_calls=1)
        by_cost = Limited(OpenAIChat(server.url), max_cost=0.00001)
        for chat in (by_calls, by_cost):
            chat.complete(ASKED)
            with pytest.raises(BudgetSpent):
                chat.complete(ASKED)


def test_a_cassette_replays_the_whole_request_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with serving(says("hello")) as server:
        Cassette(path, record=OpenAIChat(server.url)).complete(ASKED)
    played = Cassette(path)
    assert played.unplayed() == ["Say hello as json."]
    assert played.complete(ASKED).text == "hello"
    assert played.unplayed() == []
    with pytest.raises(CassetteMiss):
        played.complete(ASKED.model_copy(update={"temperature": 0.5}))


def test_prices_can_be_edited_and_an_unknown_model_has_none(tmp_path: Path) -> None:
    table = tmp_path / "p.toml"
    table.write_text("[models]\nmine = { input = 1.0, output = 2.0 }\n", encoding="utf-8")
    assert load(table).cost("mine-large", 1_000_000, 500_000) == 2.0
    assert load().of("mine-large") is None
    table.write_text("[models]\nmine = 3\n", encoding="utf-8")
    with pytest.raises(UsageError):
        load(table)
