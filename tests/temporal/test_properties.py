"""What holds for any text and any day: no crash, no order reversed, no dependence on the clock."""

from __future__ import annotations

import os
import time
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.temporal.corpus import cases
from tkg.temporal import civil
from tkg.temporal.render import render, words
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Grain, Kind

TEXT = """
    last next this every other the of in on at since until before after from to between and
    ago week weeks month months year years day days weekend Friday Monday May March June 3 3rd 12
    2020 1999 9999 first second third early mid late end beginning morning night noon 5pm 10:30
    Christmas Easter yesterday tomorrow today now a few couple three half about 8/5/23 31 29 30
    February 99999999 century decade quarter Q3 summer Ramadan Diwali 2024-02-30 00:00 - , . '
    I was when ten later thousand twenty twice daily
"""
WORDS = TEXT.split()
PHRASES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
MOMENTS = st.datetimes(min_value=datetime.min, max_value=datetime.max)


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(st.text(max_size=60), PHRASES), said=MOMENTS)
def test_any_text_on_any_day_gives_sound_spans(text: str, said: datetime) -> None:
    spans = resolve(text, said)
    assert spans == resolve(text, said)
    for span in spans:
        assert text[span.offset : span.until] == span.expr
        if span.start is not None and span.end is not None:
            assert span.start < span.end
        render(span)
    ends = [span.until for span in spans]
    assert all(end <= span.offset for end, span in zip(ends, spans[1:], strict=False))


@settings(max_examples=60, deadline=None)
@given(text=PHRASES)
def test_without_a_day_of_speaking_nothing_relative_is_dated(text: str) -> None:
    for span in resolve(text, None):
        assert not (span.deictic and (span.start or span.end))


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this platform cannot switch its time zone")
def test_the_time_zone_of_the_machine_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = cases("ago") + cases("weekday")
    answers = []
    for zone in ("UTC", "Pacific/Kiritimati", "America/St_Johns"):
        monkeypatch.setitem(os.environ, "TZ", zone)
        time.tzset()
        answers.append([resolve(case.text, case.said) for case in lines])
    monkeypatch.undo()
    time.tzset()
    assert answers[0] == answers[1] == answers[2]


def test_an_aware_moment_counts_in_its_own_civil_time() -> None:
    late = datetime(2023, 3, 26, 0, 30, tzinfo=timezone(timedelta(hours=14)))
    (span,) = resolve("yesterday", late)
    assert span.start == datetime(2023, 3, 25)


def test_clock_changes_do_not_stretch_a_night() -> None:
    (span,) = resolve("last night", datetime(2023, 3, 26, 9))
    assert span.start is not None
    assert span.end is not None
    assert span.end - span.start == timedelta(hours=12)


GRAINS = [grain for grain in Grain if grain is not Grain.PART_OF_DAY]
YEARS = st.datetimes(min_value=datetime(1000, 1, 1), max_value=datetime(2150, 12, 31))


@settings(max_examples=400, deadline=None)
@given(moment=YEARS, grain=st.sampled_from(GRAINS))
def test_a_rendered_unit_resolves_to_itself(moment: datetime, grain: Grain) -> None:
    start, end = civil.unit(moment.replace(microsecond=0), grain)
    assume(not (grain is Grain.DECADE and start.year % 100 == 0))  # "the 1900s": a century
    text = words(start, end, grain)
    (span,) = resolve(text, None)
    assert (span.start, span.end, span.grain) == (start, end, grain), text


@settings(max_examples=200, deadline=None)
@given(
    moment=YEARS,
    grain=st.sampled_from([Grain.DAY, Grain.WEEK, Grain.MONTH, Grain.YEAR]),
    kind=st.sampled_from([Kind.SINCE, Kind.UNTIL, Kind.BEFORE, Kind.AFTER]),
)
def test_a_rendered_open_stretch_resolves_to_itself(
    moment: datetime, grain: Grain, kind: Kind
) -> None:
    first, last = civil.unit(moment, grain)
    start = {Kind.SINCE: first, Kind.AFTER: last}.get(kind)
    end = first if start is None else None
    (span,) = resolve(words(start, end, grain, kind), None)
    assert (span.start, span.end, span.kind) == (start, end, kind)


@settings(max_examples=150, deadline=None)
@given(moment=YEARS, days=st.integers(min_value=2, max_value=400))
def test_a_rendered_run_of_days_resolves_to_itself(moment: datetime, days: int) -> None:
    start = civil.midnight(moment)
    end = start + timedelta(days)
    (span,) = resolve(words(start, end, Grain.DAY, Kind.RANGE), None)
    assert (span.start, span.end) == (start, end)
