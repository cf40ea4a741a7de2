"""Reads the corpus files: a day of speaking, then one phrase and its value a line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

FOLDER = Path(__file__).parent / "corpus"
OPEN = ("since", "until", "before", "after", "through")


@dataclass(frozen=True)
class Case:
    """One line of a corpus file."""

    where: str
    text: str
    said: datetime
    value: str

    def __str__(self) -> str:
        return f"{self.where} {self.text}"


def cases(name: str) -> list[Case]:
    """Read the lines of a corpus file."""
    said = datetime(2023, 6, 14, 19, 20)
    found = []
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("said "):
            said = datetime.combine(date.fromisoformat(line[5:]), datetime.min.time())
            said = said.replace(hour=19, minute=20)
        elif line and not line.startswith("#"):
            text, _, value = line.partition(" => ")
            found.append(Case(f"{name}.txt:{number}", text, said, value))
    return found


def next_month(day: date, months: int = 1) -> date:
    """Return the first of a later month."""
    years, month = divmod(day.month - 1 + months, 12)
    return date(day.year + years, month + 1, 1)


def unit(value: str) -> tuple[datetime, datetime]:
    """Return the stretch of a day, week, weekend, month or year, written as in ISO 8601."""
    if match := re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)", value):
        start = datetime.fromisoformat(value)
        return start, start + timedelta(minutes=1)
    if match := re.fullmatch(r"(\d{4})-W(\d\d)(-WE)?", value):
        monday = date.fromisocalendar(int(match[1]), int(match[2]), 1)
        first = monday + timedelta(5) if match[3] else monday
        return midnight(first), midnight(monday + timedelta(7))
    if re.fullmatch(r"\d{4}", value):
        return midnight(date(int(value), 1, 1)), midnight(date(int(value) + 1, 1, 1))
    if re.fullmatch(r"\d{4}-\d\d", value):
        first = date.fromisoformat(f"{value}-01")
        return midnight(first), midnight(next_month(first))
    first = date.fromisoformat(value)
    return midnight(first), midnight(first + timedelta(1))


def midnight(day: date) -> datetime:
    """Return the start of a day."""
    return datetime(day.year, day.month, day.day)


def stretch(value: str) -> tuple[datetime, datetime]:
    """Return the stretch from the first unit to the last one, both included."""
    first, _, last = value.partition("/")
    return unit(first)[0], unit(last or first)[1]


def expected(value: str) -> tuple[datetime | None, datetime | None]:
    """Return the start and end that a corpus value stands for."""
    word, _, rest = value.partition(" ")
    if word not in OPEN:
        return stretch(value)
    start, end = stretch(rest)
    if word == "since":
        return start, None
    if word == "after":
        return end, None
    return None, end if word == "through" else start
