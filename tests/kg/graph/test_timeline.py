"""A timeline as people read it: since when, until when, how surely."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.kg.graph.tellings import NOW, store, tell
from tkg.kg.graph.timeline import entries, lines
from tkg.kg.model import Change, FactKind, Polarity

TOLD = (
    tell("2023-01-01", "lives in", "Graz"),
    tell("2023-05-10", "moved to", "Bern", time="in April 2023", kind=FactKind.EVENT),
    tell("2023-05-11", "plays", "chess", time="since 2019"),
    tell("2023-06-01", "works at", "Acme", change=Change.END),
    tell("2023-06-02", "eats", "meat", polarity=Polarity.NO),
    tell("2023-06-03", "visited", "Rome", kind=FactKind.EVENT),
)


def text(**limits: datetime) -> list[str]:
    """Return the lines of everything told, their gaps made one."""
    found = entries(store(TOLD).db, "Ines", now=NOW, **limits)
    return [" ".join(line.split()) for line in lines(found)]


def test_each_line_says_since_when_until_when_and_where_it_stands() -> None:
    assert text() == [
        "since 2019 Ines plays chess",
        "at the latest since 1 January 2023 - April 2023 Ines lives in Graz [ended]",
        "April 2023 Ines moved to Bern",
        "at the latest since 2 June 2023 Ines not eats meat",
        "? - over by 1 June 2023 Ines works at Acme [ended]",
        "by 3 June 2023 Ines visited Rome",
    ]


def test_a_window_leaves_out_what_was_over_before_and_what_began_later() -> None:
    window = text(after=datetime(2023, 5, 1, tzinfo=UTC), before=datetime(2023, 5, 31, tzinfo=UTC))
    assert [line.rsplit("Ines ")[-1] for line in window][:2] == ["plays chess", "moved to Bern"]
    assert not any("Graz" in line or "meat" in line for line in window)


def test_as_it_had_been_told_by_a_day() -> None:
    assert text(known_at=datetime(2023, 2, 1, tzinfo=UTC)) == [
        "at the latest since 1 January 2023 Ines lives in Graz"
    ]


def test_a_past_year_is_shown_as_that_year() -> None:
    told = tell("2023-01-01", "lived in", "Paris", time="in 2012", kind=FactKind.EVENT)
    (line,) = lines(entries(store([told]).db, "Ines", now=NOW))
    assert " ".join(line.split()) == "2012 Ines lived in Paris [ended]"
