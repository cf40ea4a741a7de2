"""What the adapter does when a server does not do as it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fake_server import Body, Play, calls, refuses, says, serving, streams
from tkg.kg.errors import (
    BudgetSpent,
    CassetteMiss,
    ModelError,
    ModelRefused,
    ModelTimeout,
    ToolsRefused,
    UsageError,
)
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


LOOK = {"name": "look", "description": "Look.", "parameters": {"type": "object", "properties": {}}}


def test_several_calls_of_one_reply_come_in_order_and_broken_arguments_as_they_are() -> None:
    with serving(calls(("look", '{"word": "a"}'), ("look", "{word"), ("look", ""))) as server:
        reply = OpenAIChat(server.url).complete(ASKED)
    assert [c.arguments for c in reply.calls] == [{"word": "a"}, "{word", {}]
    assert [c.id for c in reply.calls] == ["c0", "c1", "c2"]


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "registry.ollama.ai/library/gemma:2b does not support tools"),
        (400, '"auto" tool choice requires --enable-auto-tool-choice'),
        (404, "No endpoints found that support tool use"),
        (500, "tools param requires --jinja flag"),
    ],
)
def test_a_server_that_takes_no_tools_is_told_from_other_refusals(status: int, said: str) -> None:
    asked = ASKED.model_copy(update={"tools": (LOOK,)})
    with serving(refuses(status, said)) as server:
        chat = OpenAIChat(server.url, sleep=lambda _: None)
        with pytest.raises(ToolsRefused):
            chat.complete(asked)
        with pytest.raises(ModelError) as raised:
            chat.complete(ASKED)
    assert not isinstance(raised.value, ToolsRefused)


def test_text_is_told_piece_by_piece_and_the_calls_are_put_together() -> None:
    heard: list[str] = []
    first = {"index": 0, "id": "c0", "function": {"name": "look", "arguments": '{"word'}}
    more = {"index": 0, "function": {"arguments": '": "a"}'}}
    played = streams(
        {"role": "assistant", "content": "In "}, {"content": "May."},
        {"tool_calls": [first]}, {"tool_calls": [more]},
    )  # fmt: skip
    with serving(played) as server:
        reply = OpenAIChat(server.url).stream(ASKED, heard.append)
        assert server.seen[0]["stream"] is True
    assert heard == ["In ", "May."]
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("In May.", 100, 10)
    assert [(c.name, c.arguments) for c in reply.calls] == [("look", {"word": "a"})]


def test_a_server_that_cannot_stream_is_asked_again_without() -> None:
    with serving(says("hello")) as server:
        assert OpenAIChat(server.url).stream(ASKED, lambda _: None).text == "hello"


def test_a_server_that_hangs_or_drips_is_given_up_when_the_time_is_over() -> None:
    hurried = ASKED.model_copy(update={"seconds": 0.2})
    with serving(Play(hang=5)) as server, pytest.raises(ModelTimeout, match="0 seconds"):
        OpenAIChat(server.url, retries=9, sleep=lambda _: None).complete(hurried)
    stuck = streams({"content": "x"}, {"content": "y"}, drip=5)
    with serving(stuck) as server, pytest.raises(ModelTimeout, match="silent"):
        OpenAIChat(server.url).stream(hurried, lambda _: None)
    dripping = streams(*[{"content": "x"}] * 50, drip=0.1)
    with serving(dripping) as server, pytest.raises(ModelTimeout):
        OpenAIChat(server.url).stream(hurried, lambda _: None)


def test_no_try_is_begun_that_would_wait_beyond_the_time() -> None:
    waits: list[float] = []
    hurried = ASKED.model_copy(update={"seconds": 10})
    with serving(refuses(503, "later", retry_after="30")) as server:
        with pytest.raises(ModelTimeout):
            OpenAIChat(server.url, sleep=waits.append).complete(hurried)
        assert (len(server.seen), waits) == (1, [])


def test_the_time_allowed_is_no_part_of_a_recording(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with serving(says("hello")) as server:
        Cassette(path, record=OpenAIChat(server.url)).complete(ASKED)
    assert Cassette(path).complete(ASKED.model_copy(update={"seconds": 3.0})).text == "hello"


def test_a_key_that_a_server_repeats_is_not_shown() -> None:
    key = "tk_0123456789abcdef"
    said = f"Incorrect API key provided: {key}. Or sk-proj-****wxyz."
    with serving(refuses(401, said)) as server, pytest.raises(ModelError) as raised:
        OpenAIChat(server.url, key).complete(ASKED)
    assert key not in str(raised.value)
    assert "wxyz" not in str(raised.value)
    assert "[api key]" in str(raised.value)
