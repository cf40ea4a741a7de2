"""MemoryBench: made-up conversations whose truth is known, as many and as long as wanted.

Everything comes from a seed. A person tells an assistant facts and preferences over months, among
small talk and what is true of other people. Some change later, some are corrected: then what was
told first had never been true. Every probe is asked, or is about a day, within the window in which
its answer is true; some ask what was never told. Some sessions arrive late: their place in the
file is not their place in time.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

from tkg.bench.datasets.case import UNANSWERABLE, Conversation, Question
from tkg.extract.formats.format import Message, session, zoned
from tkg.kg.model import Role

NAME = "memorybench"
START = datetime(2024, 1, 8, 9, 0, tzinfo=UTC)
DAYS = 9
"""Days from one session to the next, about."""
TIMES = (1, 2, 2, 3)
"""How often a topic is told of, drawn by lot."""
OTHERS = 0.5
"""Share of topics in which somebody else has a value, too."""
CORRECTED = 0.35
"""Share of later tellings that correct what was told; the others are changes in the world."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that may change in a life.

    Attributes:
        sort: "fact" or "preference".
        told: How it is first told; `{value}` stands for the value.
        updated: How a change in the world is told.
        corrected: How a mistake is put right.
        asked: The question for the present value.
        past: The question for the value on a day.
        other_told: How somebody else's value is told.
        other_asked: The question for that.
    """

    name: str
    sort: str
    told: str
    updated: str
    corrected: str
    asked: str
    past: str
    other_told: str
    other_asked: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class World:
    """The packaged table."""

    topics: tuple[Topic, ...]
    others: tuple[str, ...]
    replies: tuple[str, ...]
    chatter: dict[str, list[str]]


@dataclass(eq=False, slots=True)
class Line:
    """Something that is said; where it stands is known when its conversation is whole."""

    text: str


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large a conversation is made."""

    sessions: int
    chatter: int
    late: float


@dataclass(frozen=True, slots=True)
class Telling:
    """A value as it was told."""

    at: datetime
    value: str
    how: str
    line: Line


@dataclass(slots=True)
class Life:
    """A conversation in the making: what is said on each date, and what is asked."""

    dice: random.Random
    world: World
    dates: list[datetime]
    said: list[list[Line]]
    probes: list[dict[str, Any]] = field(default_factory=list)

    @property
    def end(self) -> datetime:
        """When everything has been told."""
        return self.dates[-1] + timedelta(days=2)

    def say(self, place: int, text: str) -> Line:
        """Say something somewhere in a session."""
        line, lines = Line(text), self.said[place]
        lines.insert(self.dice.randrange(len(lines) + 1), line)
        return line


def world() -> World:
    """Return the packaged table of topics and small talk."""
    text = files("tkg.bench.datasets").joinpath("memorybench.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    topics = (Topic(**{**t, "values": tuple(t["values"])}) for t in table["topic"])
    others, replies = tuple(table["others"]), tuple(table["replies"])
    return World(tuple(topics), others, replies, table["chatter"])


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
        chatter: Things said in a session that tell nothing.
        late: Share of sessions that stand in the file after later ones.
    """
    known, sizes = world(), Sizes(sessions, chatter, late)
    made = [
        _conversation(random.Random(f"{seed}/{n}"), f"mb-{n + 1}", known, sizes)
        for n in range(conversations)
    ]
    return {"memorybench": 2, "seed": seed, "conversations": made}


def _conversation(dice: random.Random, name: str, known: World, sizes: Sizes) -> dict[str, Any]:
    days = sorted(dice.sample(range(sizes.sessions * DAYS), sizes.sessions))
    dates = [START + timedelta(days=day, hours=dice.randrange(10)) for day in days]
    said = [[Line(_chatter(dice, known)) for _ in range(sizes.chatter)] for _ in dates]
    life = Life(dice, known, dates, said)
    chosen = dice.sample(known.topics, max(2, len(known.topics) * 3 // 4))
    for topic in known.topics:
        if topic in chosen:
            _ask_of(life, topic, _tell(life, topic))
        trap = _tell_of_another(life, topic) if dice.random() < OTHERS else ""
        if topic not in chosen:
            _probe(life, topic.asked, "", UNANSWERABLE, life.end, trap=trap)
    return _written(life, name, sizes.late)


def _chatter(dice: random.Random, known: World) -> str:
    words = {name: dice.choice(known.chatter[name]) for name in ("thing", "place", "state")}
    return dice.choice(known.chatter["forms"]).format(**words)


def _tell(life: Life, topic: Topic) -> list[Telling]:
    """Tell a topic's values in order of time."""
    dice = life.dice
    times = min(dice.choice(TIMES), len(topic.values), len(life.dates))
    places = sorted(dice.sample(range(len(life.dates)), times))
    values = dice.sample(topic.values, times)
    found: list[Telling] = []
    for place, value in zip(places, values, strict=True):
        how = "first" if not found else "correction" if dice.random() < CORRECTED else "update"
        form = {"first": topic.told, "update": topic.updated, "correction": topic.corrected}[how]
        line = life.say(place, form.format(value=value, old=found[-1].value if found else ""))
        found.append(Telling(life.dates[place], value, how, line))
    return found


def _ask_of(life: Life, topic: Topic, told: list[Telling]) -> None:
    """Ask for each value while it is the last one told, and for past ones at the end."""
    ends = [t.at for t in told[1:]] + [life.end]
    for number, (this, until) in enumerate(zip(told, ends, strict=True)):
        asked = this.at + (until - this.at) / 2
        _probe(
            life, topic.asked, this.value, f"{topic.sort}, {this.how}", asked,
            lines=[this.line], before=told[:number],
        )  # fmt: skip
    for number, this in enumerate(told[:-1]):
        follower = told[number + 1]
        day = this.at + (follower.at - this.at) / 3
        # Of a value that was corrected no day is asked: whoever asks later knows better.
        if follower.how == "update" and this.at.date() < day.date() < follower.at.date():
            text = topic.past.format(date=f"{day.day} {day:%B %Y}")
            later = [t for t in told if t is not this]
            _probe(
                life, text, this.value, f"{topic.sort}, past", life.end,
                lines=[this.line], before=later,
            )  # fmt: skip


def _tell_of_another(life: Life, topic: Topic) -> str:
    """Tell of somebody else's value and ask for it: a distractor for whoever asks of the person."""
    who, value = life.dice.choice(life.world.others), life.dice.choice(topic.values)
    line = life.say(
        life.dice.randrange(len(life.dates)), topic.other_told.format(who=who, value=value)
    )
    asked = topic.other_asked.format(who=who)
    _probe(life, asked, value, "somebody else", life.end, lines=[line])
    return value


def _probe(
    life: Life,
    text: str,
    gold: str,
    kind: str,
    asked: datetime,
    *,
    lines: list[Line] | None = None,
    before: list[Telling] | None = None,
    trap: str = "",
) -> None:
    life.probes.append({
        "question": text, "answer": gold, "kind": kind, "asked_at": asked.isoformat(),
        "turns": lines or [], "stale": [t.value for t in before or ()],
        "stale_turns": [t.line for t in before or ()], "trap": trap,
    })  # fmt: skip


def _written(life: Life, name: str, late: float) -> dict[str, Any]:
    """Return the conversation with every line in its place."""
    rows, place = [], {}
    for number, (date, lines) in enumerate(zip(life.dates, life.said, strict=True), start=1):
        messages = []
        for line in lines:
            messages.append({"role": "user", "content": line.text})
            place[id(line)] = f"s{number}:{len(messages)}"
            messages.append({"role": "assistant", "content": life.dice.choice(life.world.replies)})
        rows.append({"session_id": f"s{number}", "date": date.isoformat(), "messages": messages})
    probes = [
        {
            **probe,
            **{key: [place[id(line)] for line in probe[key]] for key in ("turns", "stale_turns")},
        }
        for probe in life.probes
    ]
    return {"id": name, "sessions": _delayed(life.dice, rows, late), "questions": probes}


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
        asked = [_question(name, n, q) for n, q in enumerate(row["questions"])]
        yield Conversation(name, sessions, tuple(asked))


def _question(conversation: str, number: int, row: dict[str, Any]) -> Question:
    """Return a probe. It is asked in its window: what is told later must not be known yet."""
    gold = str(row["answer"])
    return Question(
        id=f"{conversation}/{number}", conversation=conversation, text=str(row["question"]),
        gold=gold, parts=(gold,), kind=str(row["kind"]), answerable=bool(gold),
        asked_at=_date(row["asked_at"]), turns=frozenset(row["turns"]),
        sessions=frozenset(turn.rsplit(":", 1)[0] for turn in row["turns"]),
        trap=str(row["trap"]), stale=tuple(row["stale"]),
        stale_turns=frozenset(row["stale_turns"]), as_told=True,
    )  # fmt: skip


def _message(row: dict[str, str]) -> Message:
    role = Role(row["role"])
    return Message(str(role), row["content"], role)


def _date(text: str) -> datetime:
    found = zoned(datetime.fromisoformat(text))
    assert found is not None
    return found
