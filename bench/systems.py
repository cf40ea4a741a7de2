"""The ways to answer that an experiment can name, each a reader."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from tkg.answer.answer import Answer, Usage, decline
from tkg.answer.put import Question, Reader
from tkg.answer.question import ask
from tkg.bench.capture import short
from tkg.bench.datasets.case import Conversation
from tkg.bench.datasets.case import Question as Asked
from tkg.bench.experiment import System
from tkg.bench.lines import chunked, fitting, line, size
from tkg.bench.stores import DEEP
from tkg.bench.summary import Summary, known_at
from tkg.bench.words import content
from tkg.kg.errors import UsageError
from tkg.kg.llm.chat import Chat, Message, Reply, Request
from tkg.kg.memory import Memory
from tkg.kg.model import Turn

INSTRUCTION = (
    "Answer the question from the notes below, in as few words as possible. "
    "If they do not hold the answer, reply exactly: NOT IN MEMORY."
)
STEPS = (
    "First list the notes that bear on the question with their dates, work out the dates, then "
    "write the answer alone on a last line that begins with 'Answer:'."
)
NOT_KNOWN = re.compile(r"\bNOT IN MEMORY\b", re.IGNORECASE)
FINAL = re.compile(r"^Answer:\s*(.+)$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Unlocked:
    """A chat that lets others use the memory while it waits for its server."""

    chat: Chat
    lock: Lock

    def complete(self, request: Request) -> Reply:
        """Answer one request; the lock is held before and after, not meanwhile."""
        self.lock.release()
        try:
            return self.chat.complete(request)
        finally:
            self.lock.acquire()


@dataclass(frozen=True, slots=True)
class ContextReader:
    """A model that reads some text and answers at once: the systems to compare with."""

    chat: Chat
    model: str
    system: System
    turns: tuple[Turn, ...]
    summaries: Sequence[Summary] = ()

    def read(self, memory: Memory, question: Question) -> Answer:
        """Answer from the context that the system puts before the model."""
        notes = CONTEXTS[self.system.context](self, memory, question)
        rule = f"{INSTRUCTION} {STEPS}" if self.system.steps else INSTRUCTION
        text = f"{notes}\n\nToday is {question.now:%d %B %Y}.\nQuestion: {question.text}"
        reply = self.chat.complete(
            Request(
                model=self.model,
                messages=(Message(role="system", text=rule), Message(role="user", text=text)),
            )
        )
        usage = Usage(
            rounds=1, tokens_in=reply.tokens_in, tokens_out=reply.tokens_out, cost=reply.cost,
            record_tokens=size(notes),
        )  # fmt: skip
        found = FINAL.findall(reply.text)
        words = found[-1] if found else reply.text.strip()
        gone = bool(NOT_KNOWN.search(words)) or not words
        trace = (f"{self.system.context}: {size(notes)} tokens of notes",)
        return Answer(words, abstained=gone, reader=self.model, usage=usage, trace=trace)


def _told(reader: ContextReader, question: Question) -> list[Turn]:
    """Return the turns that may be known when the question is asked, oldest first."""
    limit = question.known_at
    told = [t for t in reader.turns if not limit or not t.said_at or t.said_at <= limit]
    # A stable sort: turns of one moment, and those without a date, keep their order in the file.
    return sorted(told, key=lambda t: t.said_at.timestamp() if t.said_at else 0.0)


def _nothing(reader: ContextReader, memory: Memory, question: Question) -> str:
    return ""


def _everything(reader: ContextReader, memory: Memory, question: Question) -> str:
    """Return the newest turns that fit, in the order in which they were said."""
    texts = [line(t, reader.system.dated) for t in _told(reader, question)]
    return "\n".join(reversed(fitting(texts[::-1], reader.system.tokens)))


def _turns(reader: ContextReader, memory: Memory, question: Question) -> str:
    hits = memory.search(question.text, k=reader.system.k, before=question.known_at)
    turns = memory.turns([hit.key for hit in hits])
    texts = [line(t, reader.system.dated) for t in turns]
    return "\n".join(fitting(texts, reader.system.tokens))


def _chunks(reader: ContextReader, memory: Memory, question: Question) -> str:
    """Return the chunks that hold the best turns, each once, in order of their best turn."""
    chunks = chunked(_told(reader, question), reader.system.dated)
    of_turn = {key: text for keys, text in chunks for key in keys}
    hits = memory.search(question.text, k=DEEP, before=question.known_at)
    found = dict.fromkeys(of_turn[hit.key] for hit in hits if hit.key in of_turn)
    return "\n\n".join(fitting(list(found)[: reader.system.k], reader.system.tokens))


def _keyword_record(reader: ContextReader, memory: Memory, question: Question) -> str:
    """Return the summary, then the facts sharing most words with the question, newer first."""
    wanted = content(question.text)
    known = memory.facts(known_at=question.known_at)
    ranked = sorted(
        known,
        key=lambda k: (
            -len(wanted & content(short(k))),
            -(k.fact.said_at.timestamp() if k.fact.said_at else 0),
        ),
    )
    texts = [f"{k.fact.said_at:%Y-%m-%d} {short(k)}" for k in ranked if k.fact.said_at]
    head = f"Summary: {known_at(reader.summaries, question.known_at)}"
    return "\n".join([head, *fitting(texts, reader.system.tokens - size(head))])


CONTEXTS: dict[str, Callable[[ContextReader, Memory, Question], str]] = {
    "none": _nothing,
    "full": _everything,
    "turns": _turns,
    "chunks": _chunks,
    "keyword-record": _keyword_record,
}


@dataclass(frozen=True, slots=True)
class Decliner:
    """Declines whatever it is asked: what a benchmark pays for saying nothing."""

    def read(self, memory: Memory, question: Question) -> Answer:
        """Decline."""
        return decline("This baseline declines everything.", reader="decline")


@dataclass(frozen=True, slots=True)
class RandomTurn:
    """Answers with a turn drawn by lot, the same for the same seed and question."""

    turns: tuple[Turn, ...]
    seed: int

    def read(self, memory: Memory, question: Question) -> Answer:
        """Answer with any turn."""
        if not self.turns:
            return decline("There is no turn to draw.", reader="random")
        turn = random.Random(f"{self.seed}/{question.text}").choice(self.turns)
        return Answer(turn.text, reader="random")


def reader(
    system: System,
    conversation: Conversation,
    chat: Chat | None,
    model: str,
    seed: int,
    summaries: Sequence[Summary] = (),
) -> Reader | str:
    """Return the reader that a system names.

    Raises:
        UsageError: It needs a model and none is given.
    """
    turns = tuple(t for s in conversation.sessions for t in s.turns)
    if system.reader == "offline":
        return "offline"
    if system.reader == "decline":
        return Decliner()
    if system.reader == "random":
        return RandomTurn(turns, seed)
    if chat is None:
        raise UsageError(
            f"The system {system.name!r} needs a model.",
            hint="Give --cassette FILE, and --live to ask the configured model.",
        )
    if system.context == "record":
        from tkg.answer.reader import ModelReader
        from tkg.tools import TOOLS

        return ModelReader(chat, model, tools=TOOLS if system.tools else ())
    return ContextReader(chat, model, system, turns, summaries)


def answer(memory: Memory, asked: Asked, chosen: Reader | str, system: System) -> Answer:
    """Ask one question of the benchmark."""
    return ask(
        memory,
        asked.text,
        now=asked.asked_at,
        reader=chosen,
        known_at=asked.asked_at if asked.as_told else None,
        budget=system.tokens,
    )
