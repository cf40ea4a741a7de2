"""A model that calls tools is answered, held to its limits and made to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pydantic import BaseModel

from tkg.answer.limits import Limits
from tkg.answer.loop import NO_MORE, NOT_A_CALL, REPEATED, Talk
from tkg.kg.errors import ModelTimeout, ToolsRefused
from tkg.kg.llm.chat import Message, Reply, Request, ToolCall
from tkg.kg.llm.tokens import counter
from tkg.kg.memory import Memory
from tkg.tools.tool import tool

Step = Reply | Exception | Callable[[Request], Reply]


class Scripted:
    """A model that plays a script; the last step is played for ever."""

    def __init__(self, *steps: Step) -> None:
        self.steps = steps
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Reply:
        step = self.steps[min(len(self.requests), len(self.steps) - 1)]
        self.requests.append(request)
        if isinstance(step, Exception):
            raise step
        return step(request) if callable(step) else step


class Found(BaseModel):
    words: str
    more: list[str] = []


def look(memory: object, word: str) -> Found:
    """Look a word up.

    Args:
        memory: Unused.
        word: What to look up.
    """
    return Found(words=f"all about {word}")


def flood(memory: object, word: str) -> Found:
    """Return far more than anybody asked for.

    Args:
        memory: Unused.
        word: What to look up.
    """
    return Found(words=word, more=["«a quotation that says a thing or two»"] * 4000)


TOOLS = {"look": tool(look), "flood": tool(flood)}


def called(*calls: tuple[str, dict[str, Any] | str]) -> Reply:
    made = tuple(ToolCall(id=str(n), name=name, arguments=a) for n, (name, a) in enumerate(calls))
    return Reply(calls=made, tokens_in=100, tokens_out=10)


DEFAULT = Limits()


def talk(chat: Scripted, limits: Limits = DEFAULT, ticks: Sequence[float] = (0,)) -> Talk:
    clock = iter([*ticks, *[ticks[-1]] * 99])
    made = Talk(chat, "m", Memory(":memory:", embedder=None), TOOLS, limits, lambda: next(clock))
    made.messages = [Message(role="user", text="What?")]
    return made


def tool_texts(chat: Scripted) -> list[str]:
    return [m.text for m in chat.requests[-1].messages if m.role == "tool"]


def test_all_calls_of_one_reply_are_run_and_answered_in_order() -> None:
    chat = Scripted(called(("look", {"word": "a"}), ("look", {"word": "b"})), Reply(text="Done."))
    assert talk(chat).run() == "Done."
    assert tool_texts(chat) == [
        '{"words":"all about a","more":[]}',
        '{"words":"all about b","more":[]}',
    ]


def test_calls_without_an_id_get_one_so_that_results_find_them() -> None:
    bare = tuple(ToolCall(name="look", arguments={"word": w}) for w in "ab")
    chat = Scripted(Reply(calls=bare), Reply(text="Done."))
    talk(chat).run()
    said = next(m for m in chat.requests[-1].messages if m.calls)
    results = [m.call_id for m in chat.requests[-1].messages if m.role == "tool"]
    assert [c.id for c in said.calls] == results
    assert len(set(results)) == 2


def test_the_same_call_again_gets_a_stub_however_it_is_written() -> None:
    chat = Scripted(
        called(("look", {"word": "a"})), called(("look", '{"word": "a"}')), Reply(text="x")
    )
    talk(chat).run()
    assert tool_texts(chat)[1] == REPEATED


def test_two_rounds_of_nothing_but_repeats_end_the_tools() -> None:
    again = called(("look", {"word": "a"}))
    chat = Scripted(lambda r: again if r.tools else Reply(text="Enough."))
    running = talk(chat, Limits(rounds=9))
    assert (running.run(), running.spent) == ("Enough.", "repeats")
    assert len(chat.requests) == 4, "one new call, two repeats, the answer"


def test_an_unknown_tool_and_broken_arguments_get_sentences() -> None:
    chat = Scripted(called(("fly", {}), ("look", "{word:"), ("look", {"wrd": 1})), Reply(text="x"))
    talk(chat).run()
    unknown, broken, misnamed = tool_texts(chat)
    assert unknown == "Error: there is no tool 'fly'. Tools: look, flood."
    assert broken.startswith("Error: The arguments are not a JSON object")
    assert "word" in misnamed


def test_a_call_written_as_text_is_not_taken_for_an_answer() -> None:
    chat = Scripted(Reply(text='{"name": "look", "arguments": {"word": "a"}}'), Reply(text="Done."))
    assert talk(chat).run() == "Done."
    assert chat.requests[-1].messages[-1].text == NOT_A_CALL


def new_word(request: Request) -> Reply:
    if not request.tools:
        return Reply(text="Enough.")
    return called(("look", {"word": str(len(request.messages))}))


def test_a_loop_of_successes_ends_at_the_round_limit_with_an_answer() -> None:
    chat = Scripted(new_word)
    running = talk(chat, Limits(rounds=3))
    assert running.run() == "Enough."
    assert running.spent == "rounds"
    assert len(chat.requests) == 4


def test_calls_are_capped_within_one_reply_too() -> None:
    chat = Scripted(called(*(("look", {"word": str(n)}) for n in range(5))), Reply(text="Done."))
    running = talk(chat, Limits(calls=2))
    assert running.run() == "Done."
    assert running.spent == "calls"
    assert tool_texts(chat)[2:] == [NO_MORE] * 3


def test_tools_end_while_a_third_of_the_time_is_left_for_the_answer() -> None:
    chat = Scripted(new_word)
    running = talk(chat, Limits(seconds=30), (0, 1, 2, 21))
    assert running.run() == "Enough."
    assert running.spent == "seconds"
    first, last = chat.requests[0].seconds, chat.requests[-1].seconds
    assert first is not None and first <= 20
    assert last is not None and 0 < last <= 10


class Billing:
    """A model that bills what it reads and writes, and asks for more of everything each time."""

    def __init__(self) -> None:
        self.billed = 0
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        count, _ = counter()
        read = sum(count(m.text) for m in request.messages)
        wrote = request.max_tokens or 10_000
        self.billed += read + wrote
        calls = called(("flood", {"word": str(len(self.requests))})).calls
        return Reply(
            text="" if request.tools else "Enough.",
            calls=calls if request.tools else (),
            tokens_in=read,
            tokens_out=wrote,
        )


def test_tokens_never_pass_their_limit_whatever_tools_return() -> None:
    for limit in (9_000, 20_000, 40_000):
        chat = Billing()
        running = talk(chat, Limits(tokens=limit, rounds=50, calls=50))  # type: ignore[arg-type]
        assert running.run() == "Enough."
        assert running.spent == "tokens"
        assert chat.billed <= limit
        assert not chat.requests[-1].tools


def test_a_prompt_that_leaves_no_room_is_not_sent() -> None:
    chat = Scripted(Reply(text="x"))
    running = talk(chat, Limits(tokens=5))
    assert (running.run(), running.spent, chat.requests) == ("", "tokens", [])


def test_a_model_that_says_nothing_even_at_the_end_gives_an_empty_answer() -> None:
    running = talk(Scripted(lambda r: Reply() if not r.tools else new_word(r)), Limits(rounds=2))
    assert running.run() == ""


def test_a_model_that_falls_silent_is_asked_once_more_without_tools() -> None:
    chat = Scripted(lambda r: Reply() if r.tools else Reply(text="In May."))
    assert talk(chat).run() == "In May."
    assert len(chat.requests) == 2


def test_a_server_without_tools_gets_the_record_alone() -> None:
    chat = Scripted(ToolsRefused("no tools"), Reply(text="In May."))
    running = talk(chat)
    assert running.run() == "In May."
    assert running.alone
    assert [bool(r.tools) for r in chat.requests] == [True, False]
    assert len(chat.requests[-1].messages) == 1, "it is not told of tools that it never had"


def test_a_server_that_never_answers_is_an_error() -> None:
    with pytest.raises(ModelTimeout):
        talk(Scripted(ModelTimeout("late"))).run()


def test_a_server_that_stops_answering_is_asked_for_the_answer_once() -> None:
    chat = Scripted(called(("look", {"word": "a"})), ModelTimeout("late"), Reply(text="In May."))
    running = talk(chat)
    assert (running.run(), running.spent) == ("In May.", "seconds")
    hanging = talk(Scripted(called(("look", {"word": "a"})), ModelTimeout("late")))
    assert (hanging.run(), hanging.spent) == ("", "seconds")


class Speaking(Scripted):
    """A model that streams."""

    def stream(self, request: Request, listen: Callable[[str], None]) -> Reply:
        reply = self.complete(request)
        for word in reply.text.split():
            listen(word)
        return reply


def test_words_are_told_as_they_come_and_steps_as_they_are_taken() -> None:
    heard: list[str] = []
    steps: list[str] = []
    running = talk(Speaking(called(("look", {"word": "a"})), Reply(text="In May.")))
    running.listen, running.notice = heard.append, steps.append
    assert running.run() == "In May."
    assert heard == ["In", "May."]
    assert steps == ['look({"word": "a"}) -> {"words":"all about a","more":[]}']
