"""Somebody in a few lines: the current facts, or a model's sentences made of them alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tkg.answer.check import problems
from tkg.answer.lines import fact_words, in_short
from tkg.answer.loop import prompt, spoken
from tkg.answer.planted import planted
from tkg.answer.seen import Seen
from tkg.kg.errors import ModelError
from tkg.kg.llm.chat import Chat, Message, Request
from tkg.kg.llm.tokens import Count, counter
from tkg.kg.memory import Memory
from tkg.kg.model import Known
from tkg.temporal.resolve import resolve
from tkg.tools.quotation import named

BUDGET = 800
"""Tokens of facts at the most."""
REPLY = 300
"""Tokens of a model's sentences at the most."""
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Summary:
    """What sums somebody up.

    Attributes:
        text: The facts one a line, or the model's sentences.
        facts: What it was made of: the current facts, the last events, the plans.
        reader: "offline", or the model's name.
        reason: Why a model that was asked is not the reader.
    """

    text: str
    facts: tuple[Known, ...]
    reader: str = "offline"
    reason: str = ""


def sum_up(
    memory: Memory, name: str, *, chat: Chat | None = None, model: str = "", budget: int = BUDGET
) -> Summary:
    """Sum up what is known of somebody or something now.

    It is made of the facts as they stand at each call, and never of an earlier summary: the order
    of telling does not count, and what was erased is not in it. It is stored nowhere.

    Args:
        memory: Where the facts are.
        name: Any name or alias.
        chat: Server of a model that makes sentences of them; None for the facts themselves.
        model: The model's name there.
        budget: Tokens of facts at the most.

    Returns:
        The sentences; where the model fails, or says what no fact says, the facts and the reason.
    """
    facts = _fitting(memory.summary(name), budget, counter()[0])
    plain = Summary("\n".join(fact_words(k) for k in facts), tuple(facts))
    trusted = [k for k in facts if not planted(k.fact.statement)]
    if chat is None or not trusted:
        return plain
    try:
        text = _told(chat, model, name, trusted)
    except ModelError as error:
        return Summary(plain.text, plain.facts, reason=str(error))
    wrong = _wrong(text, name, trusted, memory.clock())
    if wrong:
        return Summary(plain.text, plain.facts, reason=f"the model's summary {wrong}")
    return Summary(text, plain.facts, model)


def _fitting(facts: list[Known], budget: int, count: Count) -> list[Known]:
    """Return those that fit, from the first; one that is too long makes room for shorter ones."""
    kept = []
    for known in facts:
        cost = count(in_short(known)) + 1
        if cost <= budget:
            kept.append(known)
            budget -= cost
    return kept


def _told(chat: Chat, model: str, name: str, facts: list[Known]) -> str:
    """Return the model's words; nothing where they were cut."""
    asked = "\n".join((f"About: {named(name)}", *map(in_short, facts)))
    reply = chat.complete(
        Request(
            model=model,
            messages=(
                Message(role="system", text=prompt("summary")),
                Message(role="user", text=asked),
            ),
            max_tokens=REPLY,
            seconds=SECONDS,
        )
    )
    return "" if reply.finish == "length" else spoken(reply.text)


def _wrong(text: str, name: str, facts: list[Known], now: datetime) -> str:
    """Return what is wrong with a model's summary, in words; "" where it stands."""
    if not text:
        return "was empty or cut"
    if counter()[0](text) > 2 * REPLY:
        return "was far longer than asked for"
    lines = [name, *(fact_words(k) for k in facts), *(k.fact.statement for k in facts)]
    today = now.replace(tzinfo=None)
    spans = [k.event for k in facts if k.event]
    spans += [span for k in facts for span in resolve(fact_words(k), today)]
    unheld = problems(text, Seen(tuple(lines), tuple(spans)), now)
    return f"says what no fact does: {'; '.join(unheld)}" if unheld else ""
