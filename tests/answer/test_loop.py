"""A model may call tools, but never for ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel

from tkg.answer.limits import Limits
from tkg.answer.loop import REPEATED, Talk
from tkg.kg.llm.chat import Message, Reply, Request, ToolCall
from tkg.kg.memory import Memory
from tkg.tools.tool import tool

Step = Reply | Callable[[Request], Reply]


class Scripted:
    """A model that replies from a list, its last line for ever."""

    def __init__(self, *steps: Step) -> None:
        self.steps = steps
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Reply:
        step = self.steps[min(len(self.requests), len(self.steps) - 1)]
        self.requests.append(request)
        return step(request) if callable(step) else step


class Found(BaseModel):
    words: str


def look(memory: object, word: str) -> Found:
    """Look a word up.

    Args:
        memory: Unused.
        word: What to look up.
    """
    return Found(words=f"all about {word}")


def called(*calls: tuple[str, dict[str, Any] | str]) -> Reply:
    made = tuple(ToolCall(id=str(n), name=name, arguments=a) for n, (name, a) in enumerate(calls))
    return Reply(calls=made, tokens_in=100, tokens_out=10)


DEFAULT = Limits()


def talk(chat: Scripted, limits: Limits = DEFAULT, ticks: Sequence[float] = (0,)) -> Talk:
    clock = iter([*ticks, *[ticks[-1]] * 99])
    made = Talk(chat, "m", Memory(":memory:", embedder=None), {"look": tool(look)}, limits,
                lambda: next(clock))  # fmt: skip
    made.messages = [Message(role="user", text="What?")]
    return made


def tool_texts(chat: Scripted) -> list[str]:
    return [m.text for m in chat.requests[-1].messages if m.role == "tool"]


def test_all_calls_of_one_reply_are_run_and_answered_in_order() -> None:
    chat = Scripted(called(("look", {"word": "a"}), ("look", {"word": "b"})), Reply(text="Done."))
    assert talk(chat).run() == "Done."
    assert tool_texts(chat) == ['{"words":"all about a"}', '{"words":"all about b"}']


def test_the_same_call_again_gets_a_stub() -> None:
    chat = Scripted(
        called(("look", {"word": "a"})), called(("look", {"word": "a"})), Reply(text="x")
    )
    talk(chat).run()
    assert tool_texts(chat)[1] == REPEATED


def test_an_unknown_tool_and_broken_arguments_get_sentences() -> None:
    chat = Scripted(called(("fly", {}), ("look", "{word:")), Reply(text="x"))
    talk(chat).run()
    assert tool_texts(chat)[0].startswith("Error: there is no tool 'fly'")
    assert tool_texts(chat)[1].startswith("Error: ")


def new_word(request: Request) -> Reply:
    if not request.tools:
        return Reply(text="Enough.")
    return called(("look", {"word": str(len(request.messages))}))


def test_a_loop_ends_at_the_round_limit_with_an_answer() -> None:
    chat = Scripted(new_word)
    running = talk(chat, Limits(rounds=3))
    assert running.run() == "Enough."
    assert running.spent == "rounds"
    assert len(chat.requests) == 4


def test_calls_tokens_and_seconds_are_capped_too() -> None:
    for limits, ticks, spent in (
        (Limits(calls=2), (0.0,), "calls"),
        (Limits(tokens=200), (0.0,), "tokens"),
        (Limits(seconds=5), (0.0, 9.0), "seconds"),
    ):
        running = talk(Scripted(new_word), limits, ticks)
        assert running.run() == "Enough."
        assert running.spent == spent


def test_a_model_that_says_nothing_even_at_the_end_gives_an_empty_answer() -> None:
    running = talk(Scripted(lambda r: Reply() if not r.tools else new_word(r)), Limits(rounds=2))
    assert running.run() == ""
