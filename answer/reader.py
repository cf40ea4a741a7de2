"""Answer with a language model: a record, tools, a check, and a decline when the check fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tkg.answer.answer import Answer, Citation, Event, decline
from tkg.answer.check import CITED, Seen, problems
from tkg.answer.limits import Limits, Ticks, elapsed
from tkg.answer.lines import candidates, subjects
from tkg.answer.loop import Talk, prompt
from tkg.answer.offline.look import understood
from tkg.answer.put import Question
from tkg.answer.record import fit, header
from tkg.kg.llm.chat import Chat, Message
from tkg.kg.llm.tokens import counter
from tkg.kg.memory import Memory
from tkg.kg.model import Hit
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Span
from tkg.tools import TOOLS
from tkg.tools.tool import Tool

NOT_KNOWN = re.compile(r"\bNOT IN MEMORY\b:?\s*", re.IGNORECASE)
EXCERPTS = 40
PAST = re.compile(r"\b(did|was|were|had|used to|before|previous|former|first|ago|in \d{4})\b", re.I)


@dataclass(frozen=True, slots=True)
class ModelReader:
    """A reader that asks an OpenAI-compatible model.

    Attributes:
        chat: The model's seam.
        model: Its name.
        tools: What it may call; an empty tuple gives it the record alone.
        listen: Told every answer as it comes, for the terminal.
    """

    chat: Chat
    model: str
    tools: Sequence[Tool] = TOOLS
    limits: Limits = field(default_factory=Limits)
    ticks: Ticks = elapsed
    listen: Callable[[str], None] | None = None

    def read(self, memory: Memory, question: Question) -> Answer:
        """Answer from the record and the tools, or decline.

        Raises:
            ModelError: The model could not be reached.
        """
        asked = understood(memory, question.text)
        hits = memory.search(question.text, k=EXCERPTS, before=question.known_at)
        count, counted = counter()
        lines = candidates(memory, asked, question, hits, count)
        told = fit(lines, question.budget, header(question.now), count)
        record, tokens = told.text, told.tokens
        talk = Talk(
            self.chat, self.model, memory, {t.name: t for t in self.tools}, self.limits,
            self.ticks, self.listen,
        )  # fmt: skip
        talk.trace.append(
            f"record: {len(told.lines)} of {len(lines)} lines, {tokens} tokens ({counted})"
        )
        talk.messages = [
            Message(role="system", text=prompt("answer")),
            Message(role="user", text=f"{record}\n\nQuestion: {question.text}"),
        ]
        said = talk.run()
        found = self._checked(memory, question, talk, said, record, hits)
        usage = replace(talk.usage(), record_tokens=tokens)
        return replace(found, reader=self.model, usage=usage, trace=tuple(talk.trace))

    def _checked(
        self, memory: Memory, question: Question, talk: Talk, said: str, record: str,
        hits: Sequence[Hit],
    ) -> Answer:  # fmt: skip
        """Return the answer if it stands; else after one repair, else a decline."""
        seen = _seen(memory, question, talk, record, hits)
        wrong = self._wrong(said, seen, question)
        if wrong:
            talk.trace.append(f"check failed: {'; '.join(wrong)}")
            said = talk.again(prompt("repair").format(problems="; ".join(wrong)))
            wrong = self._wrong(said, seen, question)
        if wrong:
            return decline(f"The evidence does not hold {'; '.join(wrong)}.")
        return _answer(memory, talk, said, seen)

    def _wrong(self, said: str, seen: Seen, question: Question) -> list[str]:
        if not question.check or not said or NOT_KNOWN.search(said):
            return []
        past = bool(PAST.search(question.text)) or question.as_of is not None
        return problems(said, seen, question.now, past)


def _seen(memory: Memory, question: Question, talk: Talk, record: str, hits: Sequence[Hit]) -> Seen:
    """Return all that the model was shown, with the times in the turns it was shown."""
    texts = (question.text, record, *talk.results)
    shown = "\n".join(texts)
    turns = [hit.key for hit in hits if hit.turn_id in shown]
    spans = [span for found in memory.spans(turns).values() for span in found]
    spans += [span for text in texts for span in resolve(text, None)]
    asked = understood(memory, question.text)
    facts = [k for name in subjects(memory, asked) for k in memory.facts(name) if k.id in shown]
    return Seen(texts, (*spans, *_events(facts)), tuple(facts))


def _events(facts: Sequence[object]) -> list[Span]:
    return [event for k in facts if (event := getattr(k, "event", None)) is not None]


def _answer(memory: Memory, talk: Talk, said: str, seen: Seen) -> Answer:
    if NOT_KNOWN.search(said):
        return decline(NOT_KNOWN.sub("", said).strip() or "The model found nothing in memory.")
    if not said:
        return decline(f"The model gave no answer{f' ({talk.spent} spent)' if talk.spent else ''}.")
    cited = [part for m in CITED.finditer(said) for part in re.split(r"[,;\s]+", m[0][1:-1])]
    citations = tuple(c for name in dict.fromkeys(cited) if (c := _cite(memory, name, seen)))
    words = CITED.sub("", said).strip()
    dates = [span for span in resolve(words, None) if span.start is not None]
    return Answer(
        answer=re.sub(r"\s+([.,])", r"\1", words),
        reason="budget_exhausted" if talk.spent else "",
        citations=citations,
        event=Event.of(dates[0]) if len(dates) == 1 else None,
        confidence=0.8 if citations else 0.5,
    )


def _cite(memory: Memory, name: str, seen: Seen) -> Citation | None:
    """Return the turn that an id in an answer names, where the model had seen that id."""
    if name.casefold() not in seen.text:
        return None
    fact = next((k for k in seen.facts if k.id == name), None)
    turn = memory.turn(fact.fact.turns[0]) if fact else memory.turn(name)
    if turn is None:
        return None
    session, known = memory.session_id(turn), fact.id if fact else None
    return Citation(turn.id, session, turn.said_at, turn.speaker, turn.words, known)


def configured() -> ModelReader:
    """Return a reader with the model that the environment names.

    Raises:
        UsageError: It names none.
    """
    from tkg.kg.config import load
    from tkg.kg.llm.configured import chat

    config = load()
    return ModelReader(chat(config), config.model)
