"""The extraction contract: a model's reply in, facts out, each checked by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made
from itertools import islice
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from tkg.kg.model import (
    Change,
    Fact,
    FactKind,
    Polarity,
    Rejected,
    Role,
    SameAs,
    Session,
    TimeWords,
    Turn,
)

MOST_FACTS = 400
"""Facts of one reply that are read; more is a model that repeats itself."""

KINDS = {
    "attribute": "state",
    "preference": "state",
    "relation": "state",
    "goal": "plan",
    "belief": "opinion",
}
"""Words that models use for the kinds of the contract."""

MOST_OPENINGS = 50
"""Brackets at which a reply's JSON is looked for."""
CUT = re.compile(r"\{\s*\"facts\"|\[\s*\{\s*\"subject\"")
"""How the contract's answer begins: one that begins so and does not parse was cut."""
STOP = frozenset(
    re.findall(
        r"\w+",
        "the and for are was were has have had not but you your she her his him they them their "
        "its "
        "our who what when that this with from into about will would can could does did been being "
        "there here just very than then also some any all one user",
    )
)
"""Words that two sentences share by chance."""
UNDATED = "time words that stand in no cited turn (the fact is kept, without them)"

Kind = Literal["state", "event", "constant", "plan", "opinion"]


class TimeOf(BaseModel):
    """Time words with the turn that holds them."""

    model_config = ConfigDict(extra="ignore")

    words: str
    turn: str | None = None


class Item(BaseModel):
    """One fact as a model writes it."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    subject: str
    predicate: str
    value: str
    statement: str = ""
    polarity: Literal["yes", "no"] = "yes"
    kind: Kind = "state"
    time: str | TimeOf | None = None
    end_time: str | TimeOf | None = None
    change: Literal["new", "update", "correction", "never", "end"] = "new"
    instead_of: str | None = None
    turns: list[str] = []
    said_by: str = ""

    @field_validator("subject", "predicate", "value", mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        """Take numbers and booleans as words; refuse nothing at all."""
        text = str(value) if isinstance(value, int | float) else value
        if isinstance(text, str) and not text.strip():
            raise ValueError("is empty")
        return text

    @field_validator("kind", mode="before")
    @classmethod
    def _kind(cls, value: Any) -> Any:
        word = str(value or "state").lower()
        return KINDS.get(word, word)

    @field_validator("polarity", "change", mode="before")
    @classmethod
    def _lower(cls, value: Any, info: Any) -> Any:
        return str(value).lower() if value else ("yes" if info.field_name == "polarity" else "new")

    @field_validator("turns", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        if value is None:
            return []
        return [str(v) for v in value] if isinstance(value, list) else [str(value)]

    @field_validator("statement", "said_by", mode="before")
    @classmethod
    def _or_empty(cls, value: Any) -> Any:
        return value if value is not None else ""


class Alias(BaseModel):
    """One alias as a model writes it."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    mention: str
    name: str
    turns: list[str] = []


@dataclass(slots=True)
class Parsed:
    """What a reply gave.

    Attributes:
        whole: Whether the reply was complete; one that was cut is asked for again.
    """

    facts: list[Fact] = made(default_factory=list)
    aliases: list[SameAs] = made(default_factory=list)
    rejected: list[Rejected] = made(default_factory=list)
    whole: bool = True


def parse(reply: str | dict[str, Any], session: Session, extractor: str) -> Parsed:
    """Read a reply to the contract.

    Fences, thinking and prose around the JSON are passed over; of a reply that was cut, the whole
    facts are kept. What is not a fact, or is not borne out by the turns it cites, is rejected with
    the reason.
    """
    content, whole = (reply, True) if isinstance(reply, dict) else document(reply)
    parsed = Parsed(whole=whole)
    turns = _by_id(session)
    seen: set[str] = set()
    for row in _rows(content, "facts"):
        item, why = _item(row)
        fact = _fact(item, session, turns, extractor) if item else None
        why = why or (_unsupported(fact, turns) if fact else "cites no turn of the session")
        if fact is None or why:
            parsed.rejected.append(Rejected(why, json.dumps(row, ensure_ascii=False)[:200]))
        elif fact.key in seen:
            parsed.rejected.append(Rejected("told twice in one reply", fact.statement))
        elif len(seen) >= MOST_FACTS:
            parsed.rejected.append(Rejected(f"more than {MOST_FACTS} facts", fact.statement))
        else:
            seen.add(fact.key)
            parsed.facts.append(fact)
            if item and item.time and fact.time is None:
                parsed.rejected.append(Rejected(UNDATED, f"{item.time} in: {fact.statement}"))
    parsed.aliases = list(_aliases(content, turns, session))
    return parsed


def document(text: str) -> tuple[dict[str, Any], bool]:
    """Return the JSON object in a reply, and whether it was complete."""
    bare = re.sub(r"<think(?:ing)?>.*?</think(?:ing)?>", " ", text, flags=re.S | re.I)
    bare = re.sub(r"^.*</think(?:ing)?>", " ", bare, flags=re.S | re.I)
    decoder = json.JSONDecoder(strict=False)
    for opening in islice(re.finditer(r"[{\[]", bare), MOST_OPENINGS):
        try:
            found, _ = decoder.raw_decode(bare, opening.start())
        except (json.JSONDecodeError, RecursionError):
            if CUT.match(bare, opening.start()):
                break
            continue
        content = _content_of(found)
        if content is not None:
            return content, True
    return {"facts": list(_whole_objects(bare, decoder))}, False


def _content_of(found: Any) -> dict[str, Any] | None:
    """Return a parsed value as the contract's object, None where it is something else."""
    if isinstance(found, dict) and ("facts" in found or "times" in found):
        return found
    if isinstance(found, dict) and "subject" in found:
        return {"facts": [found]}
    if isinstance(found, list) and any(isinstance(f, dict) and "subject" in f for f in found):
        return {"facts": found}
    return None


def _whole_objects(text: str, decoder: json.JSONDecoder) -> Iterator[Any]:
    """Give the facts of a reply that was cut before its end."""
    at = max(text.find("["), 0)
    while (at := text.find("{", at)) >= 0:
        try:
            found, at = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            return
        if isinstance(found, dict) and "subject" in found:
            yield found


def _rows(content: dict[str, Any], name: str) -> Sequence[Any]:
    rows = content.get(name)
    return rows if isinstance(rows, list) else ()


def _item(row: Any) -> tuple[Item | None, str]:
    try:
        return Item.model_validate(row), ""
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "fact"
        return None, f"{where}: {_plain(first['msg'])}"


def _plain(message: str) -> str:
    return message.removeprefix("Value error, ").lower()


def _by_id(session: Session) -> dict[str, Turn]:
    return {name: t for t in session.turns for name in (t.key, t.id)}


def _fact(item: Item, session: Session, turns: dict[str, Turn], extractor: str) -> Fact | None:
    cited = [turns[name] for name in item.turns if name in turns]
    if not cited:
        return None
    first = cited[0]
    return Fact(
        session=session.key,
        index=first.index,
        turns=tuple(dict.fromkeys(t.key for t in cited)),
        subject=item.subject,
        predicate=item.predicate.lower(),
        value=item.value,
        statement=item.statement or f"{item.subject} {item.predicate} {item.value}.",
        said_by=item.said_by or first.speaker,
        said_at=first.said_at,
        kind=FactKind(item.kind),
        change=Change(item.change),
        polarity=Polarity(item.polarity),
        time=_time(item.time, cited, turns),
        end_time=_time(item.end_time, cited, turns),
        instead_of=item.instead_of or None,
        by_assistant=first.role is Role.ASSISTANT,
        extractor=extractor,
    )


def dated(reply: str, facts: Sequence[Fact], session: Session) -> Iterator[tuple[Fact, Fact]]:
    """Give (fact, the same with its time) for each time that a reply finds for numbered facts."""
    turns = _by_id(session)
    content, _ = document(reply)
    for row in _rows(content, "times"):
        if not isinstance(row, dict) or not isinstance(row.get("fact"), int):
            continue
        given = row.get("time")
        if not 0 < row["fact"] <= len(facts) or not isinstance(given, dict):
            continue
        words, turn = given.get("words"), given.get("turn")
        if isinstance(words, str) and isinstance(turn, str):
            fact = facts[row["fact"] - 1]
            cited = [turns[k] for k in fact.turns]
            if time := _time(TimeOf(words=words, turn=turn), cited, turns):
                yield fact, replace(fact, time=time)


def _time(
    given: str | TimeOf | None, cited: Sequence[Turn], turns: dict[str, Turn]
) -> TimeWords | None:
    """Return time words where they stand in a cited turn; words that stand nowhere date nothing."""
    if not given:
        return None
    words = given if isinstance(given, str) else given.words
    named = turns.get(given.turn or "") if isinstance(given, TimeOf) else None
    pattern = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
    for turn in (*([named] if named else []), *cited):
        if words.strip() and (match := pattern.search(turn.text)):
            return TimeWords(match[0], turn.key, match.start())
    return None


def _unsupported(fact: Fact, turns: dict[str, Turn]) -> str:
    """Say why a fact is not borne out by its turns, "" where it is."""
    said = " ".join(turns[k].words for k in fact.turns)
    if _content(fact.value) & _content(said) or _content(fact.statement) & _content(said):
        return ""
    return "shares no word with the turns it cites"


def _content(text: str) -> set[str]:
    words = re.findall(r"[^\W_]+", text.casefold())
    return {
        w[:5] for w in words if w not in STOP and (len(w) > 2 or not w.isascii() or w.isdigit())
    }


def _aliases(content: dict[str, Any], turns: dict[str, Turn], session: Session) -> Iterator[SameAs]:
    for row in _rows(content, "aliases"):
        try:
            alias = Alias.model_validate(row)
        except ValidationError:
            continue
        cited = next((turns[t] for t in alias.turns if t in turns), None)
        if cited is None or alias.mention.casefold() == alias.name.casefold():
            continue
        mine = re.match(r"(?:my|our)\s+(.+)", alias.mention, re.IGNORECASE)
        mention = f"{cited.speaker}'s {mine[1]}" if mine else alias.mention
        owner = cited.speaker if mine else ""
        yield SameAs(mention, alias.name, owner, cited.key, session.key)
