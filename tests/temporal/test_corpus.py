"""Every phrase of the corpus means what its line says."""

from __future__ import annotations

import pytest

from tests.temporal.corpus import Case, cases, expected
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Kind

DATED = ("ago", "weekday", "month", "dates", "nth", "holiday", "range", "open", "chat")


@pytest.mark.parametrize("name", DATED)
def test_dated_phrases_resolve_to_their_stretch(name: str) -> None:
    wrong = [line for case in cases(name) if (line := fault(case))]
    assert not wrong, "\n".join(wrong)


def fault(case: Case) -> str:
    """Return what is wrong with the reading of a case, empty where nothing is."""
    spans = resolve(case.text, case.said)
    dated = [s for s in spans if s.start is not None or s.end is not None]
    if case.value == "unanchored":
        return "" if not dated else f"{case}: got {dated}"
    got = [(s.start, s.end) for s in dated]
    want = [expected(one) for one in case.value.split(" ; ")]
    return "" if got == want else f"{case}: got {got}, not {want}"


def test_sets_and_durations_carry_their_rule_or_length() -> None:
    wrong = []
    for case in cases("repeat"):
        spans = resolve(case.text, case.said)
        if case.value.startswith("R "):
            got = [s.rrule for s in spans if s.kind is Kind.SET]
            want = case.value[2:]
        else:
            got = [s.timex for s in spans if s.kind is Kind.DURATION]
            want = case.value
        if got != [want]:
            wrong.append(f"{case}: got {got}, not {want}")
    assert not wrong, "\n".join(wrong)


def test_turns_without_a_time_give_none() -> None:
    lines = cases("not_times")
    wrong = [f"{c}: {[s.expr for s in found]}" for c in lines if (found := resolve(c.text, c.said))]
    assert not wrong, "\n".join(wrong)


def test_the_corpora_are_large_enough() -> None:
    phrases = sum(len(cases(name)) for name in (*DATED, "repeat"))
    assert phrases >= 1000
    assert len(cases("not_times")) >= 300


def test_every_word_of_an_expression_stands_at_its_offset() -> None:
    for name in (*DATED, "repeat"):
        for case in cases(name):
            for span in resolve(case.text, case.said):
                assert case.text[span.offset : span.until] == span.expr
