"""Answer with a language model: a record, tools, a check, and a decline when the check fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tkg.answer.answer import Answer, Citation, Event, decline
from tkg.answer.cited import CITED, citation, cited
from tkg.answer.framed import Framed
from tkg.answer.limits import Limits, Ticks, elapsed
from tkg.answer.lines import candidates
from tkg.answer.loop import Talk, prompt
from tkg.answer.offline.look import understood
from tkg.answer.put import Question
from tkg.answer.record import Record, fit, header
from tkg.answer.seen import Seen
from tkg.answer.shown import of_talk
from tkg.answer.verify import wrong
from tkg.kg.llm.chat import Chat, Message
from tkg.kg.llm.tokens import counter
from tkg.kg.memory import Memory
from tkg.temporal.resolve import resolve
from tkg.tools import TOOLS
from tkg.tools.tool import Tool

NOT_KNOWN = re.compile(r"\bNOT IN MEMORY\b:?\s*", re.IGNORECASE)
FINAL = re.compile(r"^[\s*_#>]*(?:final )?answer[\s*_]*:[\s*_]*", re.IGNORECASE | re.MULTILINE)
EXCERPTS = 40
"""Turns of which the record is chosen."""
UNCITED, SURE = 0.5, 0.8
"""Confidence in an answer that names no line, and in one that does."""


@dataclass(frozen=True, slots=True)
class ModelReader:
    """A reader that asks an OpenAI-compatible model.

    Attributes:
        chat: The model's seam.
        model: Its name.
        tools: What it may call; an empty tuple gives it the record alone.
        listen: Told the pieces of the model's words as they come, before any check.
        notice: Told every step as it is taken.
    """

    chat: Chat
    model: str
    tools: Sequence[Tool] = TOOLS
    limits: Limits = field(default_factory=Limits)
    ticks: Ticks = elapsed
    listen: Callable[[str], None] | None = None
    notice: Callable[[str], None] | None = None

    def read(self, memory: Memory, question: Question) -> Answer:
        """Answer from the record and the tools, or decline.

        Raises:
            ModelError: The model could not be reached.
        """
        memory = Framed(memory, question)
        talk = Talk(
            self.chat, self.model, memory, {t.name: t for t in self.tools}, self.limits,
            self.ticks, self.listen, self.notice,
        )  # fmt: skip
        told = _told(memory, question, talk)
        talk.messages = [
            Message(role="system", text=prompt("answer")),
            Message(role="user", text=f"{told.text}\n\nQuestion: {question.text}"),
        ]
        found = _checked(memory, question, talk, final(talk.run()), told)
        return replace(
            found,
            reason=" ".join(filter(None, (found.reason, _status(talk)))),
            reader=self.model,
            usage=replace(talk.meter.usage(), record_tokens=told.tokens),
            trace=tuple(talk.trace),
        )


def final(said: str) -> str:
    r"""Return the answer at the end of what a model wrote, all of it where it marks none.

    >>> final("1. [D1:3] bears on it.\nANSWER: In May 2023 [D1:3].")
    'In May 2023 [D1:3].'
    """
    marks = list(FINAL.finditer(said))
    return said[marks[-1].end() :].strip() if marks else said


def _told(memory: Memory, question: Question, talk: Talk) -> Record:
    """Return the record for a question."""
    count, counted = counter()
    hits = memory.search(question.text, k=EXCERPTS, now=question.now, before=question.known_at)
    asked = understood(memory, question.text, question.now)
    lines = candidates(memory, asked, question, hits, count)
    told = fit(lines, question.budget, header(question.now), count)
    talk.step(f"record: {len(told.lines)} of {len(lines)} lines, {told.tokens} tokens ({counted})")
    return told


def _checked(memory: Memory, question: Question, talk: Talk, said: str, told: Record) -> Answer:
    """Return the answer if it stands; else after one repair, else a decline."""
    seen = of_talk(memory, question, told.text, talk.results)
    problems = _problems(memory, said, seen, question)
    if problems:
        talk.step(f"check failed: {'; '.join(problems)}")
        said = final(talk.again(prompt("repair").format(problems="; ".join(problems))))
        problems = _problems(memory, said, seen, question) if said else problems
    if problems:
        return decline(f"The evidence does not hold {'; '.join(problems)}.")
    return _answer(memory, talk, said, seen)


def _problems(memory: Memory, said: str, seen: Seen, question: Question) -> list[str]:
    if not question.check or not said or NOT_KNOWN.search(said):
        return []
    return wrong(memory, said, _citations(memory, said, seen), seen, question)


def _answer(memory: Memory, talk: Talk, said: str, seen: Seen) -> Answer:
    if NOT_KNOWN.search(said):
        missing = CITED.sub("", NOT_KNOWN.sub("", said)).strip()
        return decline(missing or "The model found nothing in memory.")
    if not said:
        return decline("The model gave no answer.")
    citations = _citations(memory, said, seen)
    words = re.sub(r"\s+([.,;])", r"\1", CITED.sub("", said)).strip()
    dates = [span for span in resolve(words, None) if span.start is not None]
    return Answer(
        answer=words,
        citations=citations,
        event=Event.of(dates[0]) if len(dates) == 1 else None,
        confidence=SURE if citations else UNCITED,
    )


def _citations(memory: Memory, said: str, seen: Seen) -> tuple[Citation, ...]:
    """Return the turns behind the ids in an answer, each once, where the model was shown the id."""
    found = (citation(memory, name) for name in cited(said) if seen.shows(name))
    return tuple({c.turn_id: c for c in found if c}.values())


def _status(talk: Talk) -> str:
    """Say what the answer was limited by."""
    if talk.alone:
        return "Answered from the record alone: the model's server takes no tools."
    return f"budget_exhausted ({talk.spent})" if talk.spent else ""


def configured(
    listen: Callable[[str], None] | None = None, notice: Callable[[str], None] | None = None
) -> ModelReader:
    """Return a reader with the model that the environment names.

    Raises:
        UsageError: It names none.
    """
    from tkg.kg.config import load
    from tkg.kg.llm.configured import chat

    config = load()
    return ModelReader(chat(config), config.model, listen=listen, notice=notice)
