"""MemoryBench: made-up conversations whose truth is known, as many and as long as wanted.

Everything comes from a seed. A person tells an assistant facts and preferences over months; some
are corrected later, among small talk. Every probe is asked within the window in which its answer
is true; some ask what was never told. Some sessions arrive late: their place in the file is not
their place in time.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

from tkg.bench.datasets.case import UNANSWERABLE, Conversation, Question
from tkg.extract.formats.format import Message, session, zoned
from tkg.kg.model import Role

NAME = "memorybench"
START = datetime(2024, 1, 8, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that may change in a life.

    Attributes:
        told: How it is first told; `{value}` stands for the value.
        changed: How a change is told.
        asked: The question for the present value.
    """

    name: str
    told: str
    changed: str
    asked: str
    values: tuple[str, ...]


def topics() -> tuple[tuple[Topic, ...], tuple[str, ...]]:
    """Return the topics of the packaged table, and its small talk."""
    table = tomllib.loads(
        files("tkg.bench.datasets").joinpath("memorybench.toml").read_text(encoding="utf-8")
    )
    found = (Topic(**{**t, "values": tuple(t["values"])}) for t in table["topic"])
    return tuple(found), tuple(table["chatter"])


def make(
    seed: int = 0,
    conversations: int = 30,
    sessions: int = 12,
    chatter: int = 6,
    late: float = 0.1,
) -> dict[str, Any]:
    """Return a benchmark file's content.

    Args:
        seed: The same seed and sizes give the same file.
        conversations: How many separate people.
        sessions: Sessions of each.
        chatter: Turns of small talk in a session.
        late: Share of sessions that stand in the file after later ones.
    """
    known, talk = topics()
    made = [
        _conversation(
            random.Random(f"{seed}/{n}"), f"mb-{n + 1}", known, talk, sessions, chatter, late
        )
        for n in range(conversations)
    ]
    return {"memorybench": 1, "seed": seed, "conversations": made}


def _conversation(
    dice: random.Random,
    name: str,
    known: tuple[Topic, ...],
    talk: tuple[str, ...],
    sessions: int,
    chatter: int,
    late: float,
) -> dict[str, Any]:
    days = sorted(dice.sample(range(sessions * 9), sessions))
    dates = [START + timedelta(days=day, hours=dice.randrange(10)) for day in days]
    chosen = dice.sample(known, max(2, len(known) * 3 // 4))
    absent = [topic for topic in known if topic not in chosen]
    said: list[list[str]] = [dice.choices(talk, k=chatter) for _ in dates]
    probes = [p for topic in chosen for p in _life(dice, topic, dates, said)]
    end = dates[-1] + timedelta(days=1)
    probes += [_probe(topic, topic.asked, "", UNANSWERABLE, end, None, ()) for topic in absent]
    rows = [
        {"session_id": f"s{n + 1}", "date": date.isoformat(), "messages": _messages(lines)}
        for n, (date, lines) in enumerate(zip(dates, said, strict=True))
    ]
    return {"id": name, "sessions": _delayed(dice, rows, late), "questions": probes}


def _life(
    dice: random.Random, topic: Topic, dates: list[datetime], said: list[list[str]]
) -> list[dict[str, Any]]:
    """Tell a topic's values in order, and return a probe for the window of each."""
    times = min(dice.choice((1, 2, 2, 3)), len(topic.values), len(dates))
    places = sorted(dice.sample(range(len(dates)), times))
    values = dice.sample(topic.values, times)
    probes = []
    for number, (place, value) in enumerate(zip(places, values, strict=True)):
        form = topic.told if number == 0 else topic.changed
        lines = said[place]
        lines.insert(dice.randrange(len(lines) + 1), form.format(value=value))
        until = dates[places[number + 1]] if number + 1 < times else dates[-1] + timedelta(days=2)
        asked = dates[place] + (until - dates[place]) / 2
        kind = "update" if number else "first"
        session_id = f"s{place + 1}"
        probes.append(_probe(topic, topic.asked, value, kind, asked, session_id, values[:number]))
    return probes


def _probe(
    topic: Topic, text: str, gold: str, kind: str, asked: datetime, where: str | None,
    stale: list[str] | tuple[str, ...],
) -> dict[str, Any]:  # fmt: skip
    return {
        "topic": topic.name, "question": text, "answer": gold, "kind": kind,
        "asked_at": asked.isoformat(), "session": where, "stale": list(stale),
    }  # fmt: skip


def _messages(lines: list[str]) -> list[dict[str, str]]:
    """Put a short reply of the assistant after each thing that was said."""
    found = []
    for line in lines:
        found.append({"role": "user", "content": line})
        found.append({"role": "assistant", "content": "Thanks for telling me."})
    return found


def _delayed(dice: random.Random, rows: list[Any], share: float) -> list[Any]:
    """Move a share of the sessions to the end of the file."""
    late = set(dice.sample(range(len(rows)), int(share * len(rows))))
    return [r for n, r in enumerate(rows) if n not in late] + [rows[n] for n in sorted(late)]


def detects(content: Any) -> bool:
    """Say whether this is a file of `make`."""
    return isinstance(content, dict) and "memorybench" in content


def conversations(content: Any) -> Iterator[Conversation]:
    """Give every conversation with its questions."""
    for row in content["conversations"]:
        name = str(row["id"])
        sessions = tuple(
            session(NAME, name, s["session_id"], _date(s["date"]), map(_message, s["messages"]))
            for s in row["sessions"]
        )
        asked = [_question(name, n, q, row) for n, q in enumerate(row["questions"])]
        # A probe is asked in its window: of what is told later the store may know nothing yet.
        yield Conversation(name, sessions, tuple(asked))


def _question(conversation: str, number: int, row: dict[str, Any], whole: Any) -> Question:
    gold = str(row["answer"])
    held = {
        f"{s['session_id']}:{n}"
        for s in whole["sessions"]
        if s["session_id"] == row["session"]
        for n, m in enumerate(s["messages"], start=1)
        if m["role"] == "user" and gold and gold in m["content"]
    }
    return Question(
        id=f"{conversation}/{number}", conversation=conversation, text=str(row["question"]),
        gold=gold, parts=(gold,), kind=str(row["kind"]), answerable=bool(gold),
        asked_at=_date(row["asked_at"]), turns=frozenset(held),
        sessions=frozenset({row["session"]} if row["session"] else ()),
        stale=tuple(row["stale"]), as_told=True,
    )  # fmt: skip


def _message(row: dict[str, str]) -> Message:
    role = Role(row["role"])
    return Message(str(role), row["content"], role)


def _date(text: str) -> datetime:
    found = zoned(datetime.fromisoformat(text))
    assert found is not None
    return found
