"""Put numbered pairs to a model, all in one request, and read which of them it says are one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.resources import files

from tkg.kg.errors import ModelError
from tkg.kg.llm.chat import Chat, Message, Request


def said_same(chat: Chat, model: str, rules: str, pairs: Sequence[str]) -> set[int]:
    """Return the numbers, from 1, of the pairs that a model says are one.

    Args:
        chat: Who is asked.
        model: Its name.
        rules: File of this folder that says what is asked.
        pairs: Each as the model is to see it.

    Raises:
        ModelError: It did not answer, or not in the form that was asked for.
    """
    text = files("tkg.kg.graph").joinpath(rules).read_text(encoding="utf-8")
    listed = "\n\n".join(f"{n}.\n{pair}" for n, pair in enumerate(pairs, start=1))
    messages = (Message(role="system", text=text), Message(role="user", text=listed))
    reply = chat.complete(Request(model=model, messages=messages, json_object=True))
    return _numbers(reply.text, len(pairs))


def shown_pair(one: tuple[str, Sequence[str]], other: tuple[str, Sequence[str]]) -> str:
    """Return a pair as the model sees it: both, each with sentences that use it, in no order."""
    sides = ("\n".join([f"- {name}", *(f"    {s}" for s in said)]) for name, said in (one, other))
    return "\n".join(sorted(sides))


def _numbers(reply: str, count: int) -> set[int]:
    found = re.search(r"\{.*\}", reply, re.DOTALL)
    try:
        numbers = json.loads(found[0])["same"] if found else None
    except (json.JSONDecodeError, KeyError):
        numbers = None
    if not isinstance(numbers, list):
        raise ModelError(
            "The model's reply does not say which pairs are one.",
            hint="Nothing was decided; ask again, or another model.",
        )
    return {n for n in numbers if type(n) is int and 1 <= n <= count}
