"""Read facts with a language model."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from tkg.extract.contract import Parsed, dated, parse
from tkg.extract.extractor import Extractor
from tkg.extract.pieces import CHUNK, Chunk, Piece, characters, chunks, halves
from tkg.kg.config import Config, load
from tkg.kg.errors import ModelError, ModelUnreachable, UsageError
from tkg.kg.llm.chat import Chat, Message, Request
from tkg.kg.model import Extraction, Fact, Rejected, Session

VARIANTS = ("salience", "judged", "second", "dates")
"""Ways to ask: one pass (two prompts), a second pass for what is missing, a pass for dates."""
SPLITS = 3
"""How often a chunk whose reply was cut is halved."""
WORKERS = 4


@dataclass(slots=True)
class Reading:
    """What has been read of one session so far."""

    session: Session
    facts: dict[str, Fact] = field(default_factory=dict)
    parsed: Parsed = field(default_factory=Parsed)
    sent: list[Piece] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def take(self, parsed: Parsed) -> None:
        """Add what one reply gave; what two chunks both told counts once."""
        self.facts.update((fact.key, fact) for fact in parsed.facts)
        self.parsed.aliases += [a for a in parsed.aliases if a not in self.parsed.aliases]
        self.parsed.rejected += parsed.rejected


class ModelExtractor:
    """An `Extractor` that asks a model, one request a chunk."""

    def __init__(
        self,
        chat: Chat,
        model: str,
        *,
        variant: str = "salience",
        base: Extractor | None = None,
        chunk: int = CHUNK,
        workers: int = WORKERS,
    ) -> None:
        """Name the model.

        Args:
            chat: The model's server.
            model: The model's name there.
            variant: One of `VARIANTS`.
            base: Whose facts, clauses and aliases are kept beside the model's.
            chunk: Characters of turns in one request.
            workers: Sessions that are read at once.

        Raises:
            UsageError: There is no such variant.
        """
        if variant not in VARIANTS:
            raise UsageError(f"There is no variant {variant!r}.", hint=", ".join(VARIANTS))
        self.name = model
        self.workers = workers
        self._chat = chat
        self._variant = variant
        self._base = base
        self._chunk = chunk
        self._away = ""
        self._one_at_a_time = threading.Lock()

    def extract(self, session: Session) -> Extraction:
        """Read one session; where the model fails, what was read until then and the cause."""
        kept = self.offline(session)
        reading = Reading(session)
        if self._away:
            reading.faults.append(self._away)
            return self._together(kept, reading)
        try:
            for chunk in chunks(session, self._chunk):
                self._read(chunk, reading, SPLITS)
        except ModelUnreachable as error:
            self._away = str(error)  # the next session would only wait as long
            reading.faults.append(str(error))
        except ModelError as error:
            reading.faults.append(str(error))
        return self._together(kept, reading)

    def plan(self, session: Session) -> Extraction:
        """Return what the base reads, with the calls and characters that the model would take."""
        pieces = [piece for chunk in chunks(session, self._chunk) for piece in chunk]
        passes = 2 if self._variant in ("second", "dates") else 1
        return replace(
            self.offline(session),
            extractor=self.name,
            calls=passes * len(chunks(session, self._chunk)),
            characters_sent=characters(pieces),
        )

    def offline(self, session: Session) -> Extraction:
        """Return what the base reads: the part that needs no model."""
        if self._base is None:
            return Extraction()
        with self._one_at_a_time:  # parsers are not made to be called from several threads
            return self._base.extract(session)

    def _read(self, chunk: Chunk, reading: Reading, splits: int) -> None:
        """Ask for the facts of a chunk; one whose reply was cut is asked for again in halves."""
        asked = self._opening(chunk, reading.session)
        text, cut = self._ask(asked, reading)
        reading.sent += chunk
        parsed = parse(text, reading.session, self.name)
        reading.take(parsed)
        if cut or not parsed.whole:
            smaller = halves(chunk) if splits else None
            if smaller is None:
                reading.faults.append(f"the reply about turn {chunk[0].turn.id} was cut")
            for half in smaller or ():
                self._read(half, reading, splits - 1)
        elif self._variant == "second":
            self._second(asked, parsed.facts, reading)
        elif self._variant == "dates":
            self._dates(asked, parsed.facts, reading)

    def _second(self, asked: list[Message], found: list[Fact], reading: Reading) -> None:
        statements = "\n".join(f.statement for f in found)
        again = Message(role="user", text=f"{prompt('second')}\n\n{statements}")
        text, cut = self._ask([*asked, again], reading)
        parsed = parse(text, reading.session, self.name)
        reading.take(parsed)
        if cut or not parsed.whole:
            reading.faults.append("the reply of the second pass was cut")

    def _dates(self, asked: list[Message], found: list[Fact], reading: Reading) -> None:
        bare = [f for f in found if f.time is None]
        if not bare:
            return
        listed = "\n".join(f"{n}. {f.statement}" for n, f in enumerate(bare, 1))
        text, _ = self._ask(
            [*asked, Message(role="user", text=f"{prompt('dates')}\n\n{listed}")], reading
        )
        for old, new in dated(text, bare, reading.session):
            del reading.facts[old.key]
            reading.facts[new.key] = new

    def _opening(self, chunk: Chunk, session: Session) -> list[Message]:
        name = "judged" if self._variant == "judged" else "salience"
        head = {"session": session.id, "date": str(session.started_at or "unknown")}
        lines = "\n".join(piece.line for piece in chunk)
        return [
            Message(role="system", text=prompt(name)),
            Message(role="user", text=f"{json.dumps(head, ensure_ascii=False)}\n{lines}"),
        ]

    def _ask(self, messages: Iterable[Message], reading: Reading) -> tuple[str, bool]:
        """Return the model's words, and whether they were cut."""
        request = Request(model=self.name, messages=tuple(messages), json_object=True)
        reading.calls += 1
        reply = self._chat.complete(request)
        reading.tokens_in += reply.tokens_in
        reading.tokens_out += reply.tokens_out
        reading.cost += reply.cost
        return reply.text, reply.finish == "length"

    def _together(self, kept: Extraction, reading: Reading) -> Extraction:
        rejected: list[Rejected] = [*kept.rejected, *reading.parsed.rejected]
        return replace(
            kept,
            facts=(*kept.facts, *reading.facts.values()),
            aliases=(*kept.aliases, *reading.parsed.aliases),
            rejected=tuple(rejected),
            extractor=self.name,
            complete=not reading.faults,
            calls=reading.calls,
            tokens_in=reading.tokens_in,
            tokens_out=reading.tokens_out,
            cost=reading.cost,
            characters_sent=characters(reading.sent),
            note="; ".join(dict.fromkeys(reading.faults)),
        )


@cache
def prompt(name: str, version: int = 1) -> str:
    """Return a packaged prompt. Text is put behind it, never into it."""
    path = files("tkg.extract").joinpath(f"prompts/{name}.v{version}.txt")
    return path.read_text(encoding="utf-8").strip()


def configured(
    config: Config | None = None,
    *,
    max_calls: int | None = None,
    max_cost: float | None = None,
    **options: Any,
) -> ModelExtractor:
    """Return an extractor for the model that the environment names.

    Raises:
        UsageError: It names none, or a limit of cost is set and the model's price is not known.
    """
    from tkg.extract.offline.extractor import Offline
    from tkg.kg.llm.budget import Limited
    from tkg.kg.llm.configured import chat as configured_chat
    from tkg.kg.llm.prices import load as load_prices

    config = config or load()
    chat = configured_chat(config)
    prices = load_prices(config.prices)
    if max_cost is not None and prices.of(config.model) is None:
        raise UsageError(
            f"What {config.model} costs is not known: --max-cost cannot hold.",
            hint="Name a price table in KG_PRICES, or use --max-calls.",
        )
    limited = Limited(chat, max_calls, max_cost)
    return ModelExtractor(limited, config.model, base=Offline(), **options)
