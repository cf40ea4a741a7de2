"""Our resolver and Duckling, side by side in one run: same turns, same clock.

Duckling comes from `pyduckling-native-phihos`, which is no dependency of this package:
install it (Python 3.11: 0.3.0, Python 3.13: 0.4.0) where the comparison is wanted.

    python -m tkg.bench.times_peer TURNS.jsonl

Each line of TURNS.jsonl is {"text": ..., "ref": when it was said, "start": ..., "end": ...}.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from tkg.temporal import civil
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Grain

Stretch: TypeAlias = tuple[datetime | None, datetime | None]
Reader: TypeAlias = Callable[[str, datetime], list[Stretch]]
ZONES = "/usr/share/zoneinfo"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn with the stretch it tells, both None where it tells none."""

    text: str
    said: datetime
    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Score:
    """How one reader did.

    Attributes:
        right: Turns whose stretch is among those found, or that rightly gave none.
        asked: Turns.
        milliseconds: Mean time a turn.
    """

    right: int
    asked: int
    milliseconds: float


def turns(path: Path) -> Iterator[Turn]:
    """Read a file of turns."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Turn(
                row["text"], moment(row["ref"]), moment(row.get("start")), moment(row.get("end"))
            )


def moment(written: str | None) -> Any:
    """Read an ISO moment, None where there is none."""
    return datetime.fromisoformat(written) if written else None


def ours(text: str, said: datetime) -> list[Stretch]:
    """Read a turn with this package."""
    return [(span.start, span.end) for span in resolve(text, said)]


def duckling() -> Reader | None:
    """Return Duckling's reader, None where its package is not installed."""
    try:
        engine: Any = importlib.import_module("duckling")
    except ModuleNotFoundError:
        return None
    zones = engine.load_time_zones(ZONES)
    language = engine.default_locale_lang(engine.parse_lang("EN"))
    locale = engine.parse_locale("EN_US", language)
    kinds = engine.parse_dimensions(["time"])

    def read(text: str, said: datetime) -> list[Stretch]:
        seconds = int(said.replace(tzinfo=UTC).timestamp())
        context = engine.Context(engine.parse_ref_time(zones, "UTC", seconds), locale)
        return [stretch(match["value"]) for match in engine.parse(text, context, kinds)]

    return read


def stretch(value: dict[str, Any]) -> Stretch:
    """Turn one of Duckling's values into its half-open stretch."""
    if value["type"] == "value":
        start = datetime.fromisoformat(value["value"][:19])
        grain = value["grain"]
        known = grain in set(Grain)
        end = civil.add(start, 1, Grain(grain)) if known else start + timedelta(days=1)
        return start, end
    return edge(value.get("from")), edge(value.get("to"))


def edge(value: dict[str, Any] | None) -> datetime | None:
    """Read one end of an interval, None where it is open."""
    return datetime.fromisoformat(value["value"][:19]) if value else None


def score(reader: Reader, asked: Iterable[Turn]) -> Score:
    """Read every turn and count what is right."""
    right = count = 0
    began = time.perf_counter()
    for turn in asked:
        found = reader(turn.text, turn.said)
        dated = [one for one in found if one != (None, None)]
        wanted = (turn.start, turn.end)
        right += wanted in dated if wanted != (None, None) else not dated
        count += 1
    spent = (time.perf_counter() - began) * 1000
    return Score(right, count, spent / max(count, 1))


def main() -> None:
    """Print one line a reader."""
    parser = argparse.ArgumentParser(description="Score our resolver beside Duckling.")
    parser.add_argument("file", type=Path)
    asked = list(turns(parser.parse_args().file))
    readers: dict[str, Reader] = {"ours": ours}
    peer = duckling()
    if peer is None:
        print("duckling: pyduckling-native-phihos is not installed", file=sys.stderr)
    else:
        readers["duckling"] = peer
    for name, reader in readers.items():
        got = score(reader, asked)
        share = got.right / max(got.asked, 1)
        print(f"{name}\t{got.right}/{got.asked}\t{share:.3f}\t{got.milliseconds:.2f} ms a turn")


if __name__ == "__main__":
    main()
