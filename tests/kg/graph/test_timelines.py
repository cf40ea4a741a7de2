"""What holds when: worked cases, each in every order of arrival."""

from __future__ import annotations

from datetime import datetime
from itertools import count, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tkg.kg.graph.predicates import named
from tkg.kg.graph.told import OTHER, PERSON, Interval, Stand, Told
from tkg.kg.graph.validity import derive
from tkg.kg.graph.values import worded
from tkg.kg.model import Change, FactKind
from tkg.temporal.span import Grain

_numbers = count()


def day(text: str | None) -> datetime | None:
    """Return the instant "2023-05-01" or "2023-05-01T09:00"."""
    return datetime.fromisoformat(text) if text else None


def tell(
    value: str,
    said: str | None,
    *,
    start: str | None = None,
    end: str | None = None,
    grain: Grain = Grain.DAY,
    kind: FactKind = FactKind.STATE,
    change: Change = Change.NEW,
    denies: bool = False,
    deictic: bool = False,
    voice: int = PERSON,
    instead_of: str | None = None,
    starts: bool = False,
    index: int = 0,
    relation: str = "lives in",
) -> Told:
    """Return a fact of a slot; its key is its number."""
    key = f"{next(_numbers):06}"
    moment = day(said)
    return Told(
        key=key,
        value=worded(value),
        words=value,
        denies=denies,
        kind=kind,
        change=change,
        order=(moment is not None, moment or datetime.min, f"s{said}", index, 0, key),
        said=moment,
        start=day(start),
        end=day(end),
        grain=grain if start else None,
        deictic=deictic or change in (Change.UPDATE, Change.END),
        voice=voice,
        instead_of=worded(instead_of) if instead_of else None,
        starts=starts,
        relation=relation,
    )


def read(facts: list[Told], relation: str = "lives in") -> dict[str, Interval]:
    """Return the interval of each fact, by key."""
    return {i.fact: i for i in derive(facts, named(relation))}


def held(facts: list[Told], relation: str = "lives in") -> list[tuple[str, str, str]]:
    """Return (value, from, until) of what holds, the same whatever the order of arrival."""
    results = {tuple(_rows(list(order), relation)) for order in permutations(facts)}
    assert len(results) == 1, "the order of arrival changed the result"
    return list(results.pop())


def _rows(facts: list[Told], relation: str) -> list[tuple[str, str, str]]:
    words = {f.key: ("not " if f.denies else "") + f.words for f in facts}
    found = read(facts, relation).values()
    rows = {
        (words[i.lead], _short(i.begins), _short(i.ends)) for i in found if i.stand is Stand.HELD
    }
    return sorted(rows, key=lambda r: (r[1] != "?", r[1], r[2]))


def _short(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d}" if moment else "?"


def stands(facts: list[Told], relation: str = "lives in") -> list[Stand]:
    """Return where each fact stands, the same whatever the order of arrival."""
    results = {
        tuple(read(list(order), relation)[f.key].stand for f in facts)
        for order in permutations(facts)
    }
    assert len(results) == 1, "the order of arrival changed the result"
    return list(results.pop())


def test_a_return_to_an_old_home_is_a_third_interval() -> None:
    facts = [tell("Graz", "2021-01-01"), tell("Bern", "2022-01-01"), tell("Graz", "2023-01-01")]
    assert held(facts) == [
        ("Graz", "2021-01-01", "2022-01-01"),
        ("Bern", "2022-01-01", "2023-01-01"),
        ("Graz", "2023-01-01", "?"),
    ]


def test_two_values_of_one_moment_are_told_in_the_order_of_the_turns() -> None:
    facts = [tell("Graz", "2022-01-01", index=1), tell("Bern", "2022-01-01", index=4)]
    assert held(facts) == [("Graz", "2022-01-01", "2022-01-01"), ("Bern", "2022-01-01", "?")]


def test_a_move_today_follows_a_sighting_of_the_morning() -> None:
    facts = [
        tell("Graz", "2022-01-01T09:00"),
        tell("Bern", "2022-01-01T20:00", start="2022-01-01", deictic=True),
    ]
    assert held(facts) == [("Graz", "2022-01-01", "2022-01-01"), ("Bern", "2022-01-01", "?")]


def test_a_move_told_late_overrides_sightings_after_its_date() -> None:
    facts = [
        tell("Graz", "2023-01-05"),
        tell("Graz", "2023-06-01"),
        tell("Bern", "2023-06-20", start="2023-05-01", grain=Grain.MONTH, deictic=True),
    ]
    assert held(facts) == [("Graz", "2023-01-05", "2023-05-01"), ("Bern", "2023-05-01", "?")]


def test_a_coarse_move_comes_after_a_fine_one_told_earlier_in_that_year() -> None:
    facts = [
        tell("Graz", "2023-06-10", start="2023-03-03"),
        tell("Bern", "2024-02-01", start="2023-01-01", grain=Grain.YEAR),
    ]
    rows = held(facts)
    assert rows[0][:2] == ("Graz", "2023-03-03")
    assert "2023-03-03" < rows[0][2] < "2024-01-01"
    assert rows[1][0] == "Bern"


def test_a_corrected_date_takes_the_place_of_the_wrong_one() -> None:
    facts = [
        tell("Bern", "2023-08-01", start="2023-05-01", grain=Grain.MONTH),
        tell("Bern", "2023-08-02", start="2023-06-01", grain=Grain.MONTH, change=Change.CORRECTION),
    ]
    assert held(facts) == [("Bern", "2023-06-01", "?")]
    assert stands(facts)[0] is Stand.RETRACTED


def test_a_corrected_place_keeps_the_date_and_takes_back_all_of_the_run() -> None:
    facts = [
        tell("Bern", "2023-05-20", start="2023-05-01", grain=Grain.MONTH),
        tell("Bern", "2023-06-15"),
        tell("Graz", "2023-07-01", change=Change.CORRECTION, instead_of="Bern"),
    ]
    assert held(facts) == [("Graz", "2023-05-01", "?")]
    assert stands(facts)[:2] == [Stand.RETRACTED, Stand.RETRACTED]


def test_the_last_of_two_corrections_counts() -> None:
    month = Grain.MONTH
    facts = [
        tell("Bern", "2023-08-01", start="2023-05-01", grain=month),
        tell("Bern", "2023-08-05"),
        tell("Bern", "2023-08-10", start="2023-06-01", grain=month, change=Change.CORRECTION),
        tell("Bern", "2023-08-15"),
        tell("Bern", "2023-08-20", start="2023-04-01", grain=month, change=Change.CORRECTION),
    ]
    assert held(facts) == [("Bern", "2023-04-01", "?")]


def test_an_end_without_a_beginning_has_an_unknown_start() -> None:
    facts = [tell("Birch Ltd", "2023-03-01", change=Change.END)]
    assert held(facts, "works at") == [("Birch Ltd", "?", "2023-03-01")]


def test_an_end_told_late_overrides_a_sighting_after_it() -> None:
    facts = [
        tell("Birch Ltd", "2023-06-10"),
        tell("Birch", "2023-07-01", start="2023-05-01", grain=Grain.MONTH, change=Change.END),
    ]
    assert {row[2] for row in held(facts, "works at")} == {"2023-05-01"}
    assert all(i.ends == day("2023-05-01") for i in read(facts, "works at").values())


def test_a_remark_in_brackets_does_not_hide_what_ended() -> None:
    facts = [
        tell("baker", "2023-01-01"),
        tell("baker (job lost)", "2023-02-01", change=Change.END),
    ]
    assert held(facts, "works as") == [("baker", "2023-01-01", "2023-02-01")]


def test_a_plan_that_came_true_dates_the_state() -> None:
    facts = [
        tell("Bern", "2023-03-10", start="2023-06-01", grain=Grain.MONTH, kind=FactKind.PLAN),
        tell("Bern", "2023-06-15"),
    ]
    assert held(facts) == [("Bern", "2023-06-01", "?")]


def test_a_plan_closes_nothing() -> None:
    facts = [
        tell("Graz", "2023-01-01"),
        tell("Bern", "2023-03-10", start="2023-06-01", grain=Grain.MONTH, kind=FactKind.PLAN),
    ]
    assert held(facts) == [("Graz", "2023-01-01", "?")]
    assert stands(facts)[1] is Stand.PLAN


def test_a_plan_that_is_called_off_is_cancelled() -> None:
    facts = [
        tell("Bern", "2023-03-10", start="2023-06-01", kind=FactKind.PLAN),
        tell("Bern", "2023-04-10", kind=FactKind.PLAN, denies=True),
    ]
    assert stands(facts)[0] is Stand.CANCELLED


def test_stated_stretches_may_overlap() -> None:
    facts = [
        tell("Birch Ltd", "2022-01-01", start="2015-01-01", end="2018-01-01", grain=Grain.YEAR),
        tell(
            "Cedar", "2022-01-01", start="2017-01-01", end="2020-01-01", grain=Grain.YEAR, index=1
        ),
    ]
    assert held(facts, "works at") == [
        ("Birch Ltd", "2015-01-01", "2018-01-01"),
        ("Cedar", "2017-01-01", "2020-01-01"),
    ]


def test_a_stated_stretch_that_was_over_leaves_what_was_told_to_hold_since() -> None:
    facts = [
        tell("Cedar", "2022-01-01", start="2010-01-01", grain=Grain.YEAR),
        tell("Birch", "2023-01-01", start="2015-01-01", end="2017-01-01", grain=Grain.YEAR),
    ]
    assert held(facts, "works at") == [
        ("Cedar", "2010-01-01", "?"),
        ("Birch", "2015-01-01", "2017-01-01"),
    ]


def test_an_undated_home_stays_beside_a_dated_one() -> None:
    facts = [tell("Graz", None), tell("Bern", "2023-01-01")]
    assert held(facts) == [("Bern", "2023-01-01", "?")]
    assert stands(facts)[0] is Stand.UNDATED


def test_the_person_concerned_outranks_another_speaker() -> None:
    facts = [tell("Graz", "2023-01-01"), tell("Bern", "2023-05-01", voice=OTHER)]
    assert held(facts) == [("Graz", "2023-01-01", "?")]
    assert stands(facts)[1] is Stand.CONTESTED


def test_a_liking_that_ends_and_comes_back_is_yes_no_yes() -> None:
    facts = [
        tell("opera", "2023-01-01"),
        tell("opera", "2023-02-01", denies=True, change=Change.END),
        tell("opera", "2023-03-01"),
    ]
    assert held(facts, "likes") == [
        ("opera", "2023-01-01", "2023-02-01"),
        ("not opera", "2023-02-01", "2023-03-01"),
        ("opera", "2023-03-01", "?"),
    ]


def test_to_deny_one_home_leaves_another_open() -> None:
    facts = [tell("Graz", "2023-01-01"), tell("Bern", "2023-02-01", denies=True)]
    assert ("Graz", "2023-01-01", "?") in held(facts)


def test_two_runs_in_the_same_words_a_year_apart_are_two_events() -> None:
    facts = [
        tell("the city marathon", "2022-05-02", start="2022-05-01", kind=FactKind.EVENT),
        tell("the city marathon", "2023-05-02", start="2023-05-01", kind=FactKind.EVENT),
    ]
    found = read(facts, "ran")
    assert {i.lead for i in found.values()} == {f.key for f in facts}
    assert stands(facts, "ran") == [Stand.EVENT, Stand.EVENT]


def test_two_birthdays_are_a_conflict_and_never_an_end() -> None:
    facts = [tell("3 May", "2023-01-01"), tell("4 May", "2023-02-01")]
    assert stands(facts, "born on") == [Stand.HELD, Stand.CONTESTED]
    assert all(i.ends is None for i in read(facts, "born on").values())


def test_fuller_words_of_one_value_close_nothing() -> None:
    words = ("transgender", "trans", "transgender (transitioning)", "trans woman")
    facts = [tell(w, f"2023-0{n + 1}-01") for n, w in enumerate(words)]
    assert [row[1:] for row in held(facts, "gender")] == [("2023-01-01", "?")]


def test_what_was_never_so_is_taken_back() -> None:
    facts = [tell("nuts", "2023-01-01"), tell("nuts", "2023-02-01", change=Change.NEVER)]
    assert held(facts, "is allergic to") == []


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_order_gives_one_timeline(data: st.DataObject) -> None:
    facts = data.draw(st.lists(st.builds(_any, *_PARTS), max_size=9))
    other = data.draw(st.permutations(facts))
    assert read(list(other)) == read(facts)


def _any(value: str, said: int | None, start: int | None, change: Change, denies: bool) -> Told:
    told = f"2023-{said:02}-15" if said else None
    begins = f"2023-{start:02}-01" if start else None
    return tell(value, told, start=begins, grain=Grain.MONTH, change=change, denies=denies)


_PARTS = (
    st.sampled_from(("Graz", "Bern", "Riga")),
    st.one_of(st.none(), st.integers(1, 12)),
    st.one_of(st.none(), st.integers(1, 12)),
    st.sampled_from(tuple(Change)),
    st.booleans(),
)
