"""The stored graph, in every order of arrival: late sessions, plans, closers, voices, erasure."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kg.graph.tellings import Telling, in_every_order, known, rows, store, tell
from tkg.kg.memory import Memory
from tkg.kg.model import Change, FactKind, Known, Polarity
from tkg.kg.store import erase


def test_an_old_session_that_arrives_last_changes_nothing() -> None:
    homes = [
        tell("2021-02-01", "lives in", "Graz"),
        tell("2022-02-01", "lives in", "Bern"),
        tell("2023-02-01", "lives in", "Graz"),
    ]
    assert known(homes, "lives in") == [
        ("Graz", "ended", "2021-02-01", "2022-02-01"),
        ("Bern", "ended", "2022-02-01", "2023-02-01"),
        ("Graz", "current", "2023-02-01", "?"),
    ]


def test_a_job_that_was_lost_ends_though_its_value_is_worded_otherwise() -> None:
    job = tell("2023-01-01", "works as", "baker")
    for words in ("baker (job lost)", "a baker, night shift (left)", "the baker"):
        lost = tell("2023-03-01", "works as", words, change=Change.END)
        assert {row[1:] for row in known([job, lost], "works as")} == {
            ("ended", "2023-01-01", "2023-03-01")
        }


def test_what_somebody_worked_at_once_is_no_job_of_now_and_closes_none() -> None:
    now = tell("2023-01-01", "works at", "Orbit")
    once = tell("2023-03-01", "worked at", "Acme", kind=FactKind.EVENT)
    assert known([once], "works at") == [("Acme", "ended", "?", "2023-03-01")]
    assert sorted(known([now, once], "works at")) == [
        ("Acme", "ended", "?", "2023-03-01"),
        ("Orbit", "current", "2023-01-01", "?"),
    ]


def test_what_holds_and_is_told_in_the_past_tense_goes_on() -> None:
    job = tell("2023-01-01", "works at", "Acme")
    told = tell("2023-03-01", "worked at", "Acme", kind=FactKind.EVENT)
    assert {row[1:] for row in known([job, told], "works at")} == {("current", "2023-01-01", "?")}


def test_what_was_owned_or_liked_once_happened_and_a_favorite_is_no_past() -> None:
    owned = tell("2023-03-01", "owned", "a boat")
    assert [row[:2] for row in known([owned], "owns")] == [("a boat", "happened")]
    color = tell("2023-03-01", "favorite color", "blue")
    assert [row[:2] for row in known([color], "favourite color")] == [("blue", "current")]


def test_a_plan_never_mentioned_again_lapses_and_never_happened() -> None:
    plan = tell("2023-03-01", "lives in", "Bern", time="in June 2023", kind=FactKind.PLAN)
    assert [row[:2] for row in known([plan], "lives in")] == [("Bern", "lapsed")]


def test_a_stay_does_not_replace_the_home() -> None:
    home = tell("2023-01-01", "lives in", "Graz")
    stay = tell("2023-03-01", "stays in", "Bern", time="until June 2023")
    assert known([home, stay], "lives in") == [("Graz", "current", "2023-01-01", "?")]
    assert known([home, stay], "stays at") == [("Bern", "ended", "2023-03-01", "2023-06-01")]


def test_what_used_to_be_is_over_since_an_unknown_time() -> None:
    told = tell("2023-03-01", "lives in", "Paris", change=Change.END)
    assert known([told], "lives in") == [("Paris", "ended", "?", "2023-03-01")]


def test_whether_something_of_unknown_beginning_held_long_before_is_unknown() -> None:
    told = tell("2023-03-01", "lives in", "Paris", change=Change.END)
    (then,) = store([told]).facts("Ines", as_of=datetime(2010, 1, 1, tzinfo=UTC))
    assert then.status == "undated"


def test_a_brothers_own_relative_outranks_another_speaker() -> None:
    own = tell("2023-01-01", "lives in", "Graz", subject="Ines's brother")
    other = tell("2023-05-01", "lives in", "Bern", subject="Ines's brother", by="Tom")
    assert known([own, other], "lives in", "Ines's brother") == [
        ("Graz", "current", "2023-01-01", "?"),
        ("Bern", "contested", "2023-05-01", "?"),
    ]


def test_a_lesser_voice_that_agrees_is_a_source() -> None:
    own = tell("2023-01-01", "lives in", "Graz")
    other = tell("2023-05-01", "lives in", "Graz", by="Tom")
    for memory in in_every_order([own, other]):
        (fact,) = memory.facts("Ines", "lives in")
        assert len(fact.sources) == 2


def test_a_name_learned_last_joins_what_was_said_of_the_sister_first() -> None:
    told = [
        tell("2023-01-01", "lives in", "Oslo", subject="Ines's sister"),
        tell("2023-03-01", "lives in", "Bergen", subject="Kate"),
        tell("2023-06-01", "likes", "tea", subject="Kate", same=("Ines's sister", "Kate")),
    ]
    assert known(told, "lives in", "Kate") == [
        ("Oslo", "ended", "2023-01-01", "2023-03-01"),
        ("Bergen", "current", "2023-03-01", "?"),
    ]


def test_an_uncorrected_value_is_what_was_known_before_the_correction() -> None:
    told = [
        tell("2023-05-01", "lives in", "Bern"),
        tell("2023-07-01", "lives in", "Graz", change=Change.CORRECTION, instead_of="Bern"),
    ]
    june, december = datetime(2023, 6, 1, tzinfo=UTC), datetime(2023, 12, 1, tzinfo=UTC)
    for memory in in_every_order(told):
        before = memory.facts("Ines", "lives in", as_of=december, known_at=june)
        assert rows(before) == [("Bern", "current", "2023-05-01", "?")]
        assert [k.fact.value for k in memory.facts("Ines", past=False)] == ["Graz"]


def test_to_hate_what_one_loved_is_one_liking_that_turned() -> None:
    told = [
        tell("2023-01-01", "loves", "Thai food"),
        tell("2023-06-01", "hates", "Thai food"),
    ]
    assert known(told, "likes") == [
        ("Thai food", "ended", "2023-01-01", "2023-06-01"),
        ("Thai food", "current", "2023-06-01", "?"),
    ]


def test_what_is_sold_is_owned_no_more_and_the_sale_happened() -> None:
    told = [
        tell("2023-01-01", "owns", "a red car"),
        tell(
            "2023-06-10", "sold", "the red car", time="on 3 June 2023", kind=FactKind.EVENT,
            change=Change.END,
        ),
    ]  # fmt: skip
    assert known(told, "owns") == [("a red car", "ended", "2023-01-01", "2023-06-03")]
    assert [row[1] for row in known(told, "sold")] == ["happened"]


def test_to_quit_ends_the_job_though_quitting_is_filed_under_another_word() -> None:
    told = [
        tell("2023-01-01", "works at", "Birch"),
        tell("2023-06-10", "quit", "Birch", kind=FactKind.EVENT),
    ]
    assert known(told, "works at") == [("Birch", "ended", "2023-01-01", "2023-06-10")]


def test_a_leaving_that_was_misdated_ends_the_job_when_it_truly_ended() -> None:
    told = [
        tell("2023-01-01", "works at", "Birch"),
        tell("2023-06-10", "left", "Birch", time="on 3 May 2023", kind=FactKind.EVENT),
        tell("2023-06-11", "left", "Birch", time="on 3 June 2023", kind=FactKind.EVENT,
             change=Change.CORRECTION),
    ]  # fmt: skip
    assert known(told, "works at") == [("Birch", "ended", "2023-01-01", "2023-06-03")]


def test_a_break_up_ends_whatever_holds_and_nothing_else() -> None:
    told = [
        tell("2023-01-01", "is dating", "Robin"),
        tell("2023-01-02", "lives in", "Graz"),
        tell("2023-06-10", "broke up", "broke up", kind=FactKind.EVENT, change=Change.END),
    ]
    assert known(told, "is dating") == [("Robin", "ended", "2023-01-01", "2023-06-10")]
    assert known(told, "lives in") == [("Graz", "current", "2023-01-02", "?")]


def test_a_sale_is_not_known_before_it_was_told() -> None:
    told = [
        tell("2023-01-01", "owns", "a red car"),
        tell("2023-06-10", "sold", "the red car", kind=FactKind.EVENT),
    ]
    may, july = datetime(2023, 5, 1, tzinfo=UTC), datetime(2023, 7, 1, tzinfo=UTC)
    for memory in in_every_order(told):
        assert [k.status for k in memory.facts("Ines", "owns", known_at=may)] == ["current"]
        assert [k.status for k in memory.facts("Ines", "owns", known_at=july)] == ["ended"]


def test_what_was_seen_in_the_morning_of_a_move_was_so_then() -> None:
    told = [
        tell("2023-05-01T09:00", "lives in", "Berlin"),
        tell("2023-05-01T20:00", "moved to", "Bonn", time="today", kind=FactKind.EVENT),
    ]
    assert known(told, "lives in") == [
        ("Berlin", "ended", "2023-05-01", "2023-05-01"),
        ("Bonn", "current", "2023-05-01", "?"),
    ]


def once(said: str, predicate: str, value: str, time: str) -> Telling:
    """Return what is told in the past tense, as the offline reader takes it."""
    return tell(said, predicate, value, time=time, kind=FactKind.EVENT)


def test_a_past_stretch_of_which_only_the_end_is_stated_ended_then_and_closes_nothing() -> None:
    homes = [tell("2022-01-01", "lives in", "Graz"), once("2023-01-01", "lived in", "Rome",
             "until 2020")]  # fmt: skip
    assert known(homes, "lives in") == [
        ("Graz", "current", "2022-01-01", "?"),
        ("Rome", "ended", "?", "2020-01-01"),
    ]
    jobs = [
        tell("2022-01-01", "works at", "Acme"),
        tell("2022-06-01", "works at", "Beta"),
        once("2023-01-01", "worked at", "Gamma", "until 2010"),
    ]
    assert known(jobs, "works at") == [
        ("Acme", "ended", "2022-01-01", "2022-06-01"),
        ("Beta", "current", "2022-06-01", "?"),
        ("Gamma", "ended", "?", "2010-01-01"),
    ]


def test_past_stretches_with_both_ends_stated_overlap_and_are_over() -> None:
    jobs = [
        once("2023-03-01", "worked at", "Acme", "from 2015 to 2018"),
        once("2023-04-01", "worked at", "Beta", "from 2017 to 2020"),
    ]
    assert known(jobs, "works at") == [
        ("Acme", "ended", "2015-01-01", "2019-01-01"),
        ("Beta", "ended", "2017-01-01", "2021-01-01"),
    ]
    married = [
        tell("2022-01-01", "is married to", "Tom"),
        once("2023-01-01", "was married to", "Paul", "from 2005 to 2010"),
    ]
    assert known(married, "is married to") == [
        ("Paul", "ended", "2005-01-01", "2011-01-01"),
        ("Tom", "current", "2022-01-01", "?"),
    ]


def test_a_past_stretch_of_what_holds_again_or_still_is_over_and_that_goes_on() -> None:
    again = [
        once("2023-03-01", "lived in", "Rome", "from 2010 to 2012"),
        tell("2023-04-01", "lives in", "Rome"),
    ]
    assert known(again, "lives in") == [
        ("Rome", "ended", "2010-01-01", "2013-01-01"),
        ("Rome", "current", "2023-04-01", "?"),
    ]
    still = [
        tell("2022-01-01", "works at", "Acme", time="since 2010"),
        once("2023-01-01", "worked at", "Beta", "from 2015 to 2016"),
    ]
    assert known(still, "works at") == [
        ("Acme", "current", "2010-01-01", "?"),
        ("Beta", "ended", "2015-01-01", "2017-01-01"),
    ]


def test_one_end_that_is_told_twice_is_of_one_stretch() -> None:
    told = [once(f"2023-0{month}-01", "lived in", "Rome", "until 2020") for month in (1, 2)]
    (first, second) = store(told).facts("Ines", "lives in"), store(told[::-1]).facts("Ines")
    assert first == second
    assert rows(first) == [("Rome", "ended", "?", "2020-01-01")]
    assert len(first[0].sources) == 2


def test_a_time_that_was_over_when_it_was_told_does_not_last() -> None:
    told = [
        tell("2024-01-01", "lives in", "Bern"),
        tell("2024-02-01", "lived in", "Rome", time="in 2010"),
    ]
    assert known(told, "lives in") == [
        ("Rome", "ended", "2010-01-01", "2011-01-01"),
        ("Bern", "current", "2024-01-01", "?"),
    ]


def test_a_past_year_is_that_year_and_the_next_one_goes_on_with_it() -> None:
    told = [
        tell("2022-01-01", "lives in", "Graz"),
        once("2023-01-01", "lived in", "Paris", "in 2012"),
        once("2023-02-01", "lived in", "Paris", "in 2013"),
        once("2023-03-01", "lived in", "Oslo", "in 2013"),
    ]
    assert known(told, "lives in") == [
        ("Paris", "ended", "2012-01-01", "2014-01-01"),
        ("Oslo", "ended", "2013-01-01", "2014-01-01"),
        ("Graz", "current", "2022-01-01", "?"),
    ]


def test_who_moved_there_in_that_year_stays_whichever_was_told_first() -> None:
    year = once("2023-01-01", "lived in", "Paris", "in 2012")
    for said in ("2022-12-01", "2023-02-01"):
        move = once(said, "moved to", "Paris", "in 2012")
        assert {row[1:] for row in known([year, move], "lives in")} == {
            ("current", "2012-01-01", "?")
        }


def test_a_correction_without_the_wrong_value_means_what_held_then() -> None:
    told = [
        tell("2024-01-01", "lives in", "Bern"),
        tell("2024-02-01", "lived in", "Rome", time="in 2010"),
        tell("2024-02-02", "lives in", "Basel", change=Change.CORRECTION),
    ]
    assert [row[:2] for row in known(told, "lives in")] == [
        ("Rome", "ended"),
        ("Basel", "current"),
        ("Bern", "retracted"),
    ]


def test_a_coarse_question_returns_what_ended_in_that_stretch() -> None:
    told = [
        tell("2023-01-01", "lives in", "Graz"),
        tell("2023-06-20", "moved to", "Bern", time="in May 2023", kind=FactKind.EVENT),
    ]
    from tkg.kg.when import period

    memory = store(told)
    now = datetime(2024, 1, 1, tzinfo=UTC)
    values = {
        when: {
            k.fact.value
            for k in memory.facts("Ines", "lives in", as_of=period(when, now), past=False)
        }
        for when in ("April 2023", "May 2023", "June 2023")
    }
    assert values == {"April 2023": {"Graz"}, "May 2023": {"Graz", "Bern"}, "June 2023": {"Bern"}}


def test_between_two_moments_all_that_held_at_some_time_is_found() -> None:
    told = [tell("2021-01-01", "lives in", "Graz"), tell("2022-01-01", "lives in", "Bern"),
            tell("2023-01-01", "lives in", "Riga")]  # fmt: skip
    first, last = datetime(2021, 6, 1, tzinfo=UTC), datetime(2022, 6, 1, tzinfo=UTC)
    found = store(told).facts_between(first, last, "Ines")
    assert sorted(k.fact.value for k in found) == ["Bern", "Graz"]


def test_what_changed_since_is_what_stands_otherwise_now() -> None:
    told = [tell("2021-01-01", "lives in", "Graz"), tell("2021-01-02", "likes", "tea"),
            tell("2023-01-01", "lives in", "Riga")]  # fmt: skip
    changed = store(told).changed_since(datetime(2022, 6, 1, tzinfo=UTC), "Ines")
    assert sorted((k.fact.value, str(k.status)) for k in changed) == [
        ("Graz", "ended"),
        ("Riga", "current"),
    ]


def test_erasing_what_closed_a_fact_opens_it_again() -> None:
    home, move = tell("2023-01-01", "lives in", "Graz"), tell("2023-05-01", "lives in", "Bern")
    memory = store([home, move])
    memory.erase(erase.plan(memory.db, sessions=[move.session.key]))
    assert rows(memory.facts("Ines")) == [("Graz", "current", "2023-01-01", "?")]


def everything(memory: Memory) -> list[Known]:
    return memory.facts()


TELLINGS = st.lists(
    st.builds(
        tell,
        st.one_of(st.none(), st.integers(1, 12).map(lambda m: f"2023-{m:02}-15")),
        st.sampled_from(("lives in", "moved to", "left", "likes", "hates", "lived in")),
        st.sampled_from(("Graz", "Bern", "Riga")),
        by=st.sampled_from(("Ines", "Tom")),
        time=st.sampled_from(("", "in May 2023", "on 3 July 2023", "in 2022")),
        kind=st.sampled_from((FactKind.STATE, FactKind.EVENT, FactKind.PLAN)),
        change=st.sampled_from(tuple(Change)),
        polarity=st.sampled_from(tuple(Polarity)),
        instead_of=st.sampled_from((None, "Bern")),
    ),
    max_size=6,
    unique_by=lambda telling: telling.session.key,
)


@settings(max_examples=15, deadline=None)
@given(TELLINGS, st.data())
def test_order_and_batching_change_nothing(told: list[Telling], data: st.DataObject) -> None:
    other = data.draw(st.permutations(told))
    lots = data.draw(st.integers(1, 6))
    assert everything(store(other, lots)) == everything(store(told, 6))


@settings(max_examples=15, deadline=None)
@given(TELLINGS.filter(bool), st.data())
def test_erasing_a_fact_is_never_having_had_it(told: list[Telling], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(told))
    memory = store(told, 6)
    memory.erase(erase.plan(memory.db, sessions=[gone.session.key]))
    assert everything(memory) == everything(store([t for t in told if t is not gone], 6))


@settings(max_examples=15, deadline=None)
@given(TELLINGS.filter(bool), st.data())
def test_erasing_one_fact_is_never_having_read_it(told: list[Telling], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(told))
    memory = store(told, 6)
    memory.erase(erase.plan(memory.db, facts=[gone.facts[0].key]))
    without = [replace(t, facts=()) if t is gone else t for t in told]
    assert everything(memory) == everything(store(without, 6))
