"""Who is who: names learned early or late, in any order of sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kg.graph.named import (
    Read,
    Told,
    fill,
    fill_at_once,
    forms,
    graph,
    in_every_order,
    session,
    values,
)
from tkg.kg.graph.alias_list import aliases
from tkg.kg.graph.rebuild import update
from tkg.kg.memory import Memory
from tkg.kg.model import Polarity
from tkg.kg.store import erase


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None) as made:
        yield made


def says(subject: str, value: str, teller: str = "Ana") -> Told:
    return (teller, subject, "talks about", value)


# -- learned late --------------------------------------------------------------------------------


def test_a_name_learned_late_is_given_to_what_was_said_before(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, ("Ana", "Ana's sister", "has pet", "a terrier")),
        session(9, ("Ana", "Kate", "has pet", "a beagle"), same=[("Ana", "my sister", "Kate")]),
        session(5, says("Bo", "nothing")),
    )
    assert values(found, "Kate") == values(found, "Ana's sister") == ["a beagle", "a terrier"]
    assert values(found, "Bo") == ["nothing"]


def test_the_kin_of_two_who_turn_out_to_be_two_are_two(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(
            1, says("Kate's sister", "tea"), same=[("Ana", "Bo", "Katherine")], speakers="Kate"
        ),
        session(2, says("Bo's sister", "milk", "Bo")),
    )
    assert values(found, "Bo's sister") == ["milk"]
    assert values(found, "Kate's sister") == ["tea"]


def test_what_a_sister_owns_is_hers_under_her_name_too(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Ana's sister's dog", "cats")),
        session(2, says("Kate's dog", "bones")),
        session(3, same=[("Ana", "my sister", "Kate")]),
    )
    assert values(found, "Kate's dog") == ["bones", "cats"]


def test_a_session_that_is_erased_unteaches_what_it_taught(memory: Memory) -> None:
    before = [session(1, says("Ana's sister", "Faro")), session(2, says("Kate", "Oslo"))]
    taught = session(9, same=[("Ana", "my sister", "Kate")])
    fill(memory, before)
    never = graph(memory)
    fill(memory, [*before, taught])
    assert values(memory, "Kate") == ["Faro", "Oslo"]
    memory.erase(erase.plan_sessions(memory.db, [taught[0].key]))
    assert graph(memory) == never
    assert values(memory, "Kate") == ["Oslo"]


def test_a_name_that_nothing_says_any_more_leaves_nothing_behind(memory: Memory) -> None:
    fill(memory, [session(1, says("Ana", "Faro")), session(2, says("Kate's dog", "Oslo"))])
    memory.erase(erase.plan_sessions(memory.db, [session(2)[0].key]))
    assert {row[2] for row in graph(memory)["node"]} == {"ana"}


def test_an_edited_session_teaches_only_what_it_says_now(memory: Memory) -> None:
    fill(memory, [session(1, says("Ana's sister", "Faro"), says("Kate", "Oslo"))])
    memory.add(*session(2, says("Ana", "a"), same=[("Ana", "my sister", "Kate")]))
    assert values(memory, "Kate") == ["Faro", "Oslo"]
    memory.add(*session(2, says("Ana", "a")))
    assert values(memory, "Kate") == ["Oslo"]


def test_an_id_of_old_leads_to_what_it_has_become(memory: Memory) -> None:
    fill(memory, [session(5, says("Kate", "Oslo"))])
    old = memory.resolve_name("Kate")
    assert old is not None
    memory.add(*session(1, says("Ana's sister", "Faro")))
    memory.add(*session(9, same=[("Ana", "my sister", "Kate")]))
    assert memory.resolve_name("Kate") != old
    assert memory.resolve_name(old) == memory.resolve_name("Kate")


# -- scope ---------------------------------------------------------------------------------------


def test_the_sister_of_one_is_not_the_sister_of_another(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("my sister", "Faro", "Ana"), says("mom", "tea", "Ana")),
        session(2, says("my sister", "Oslo", "Bo"), says("Mum", "rain", "Bo")),
    )
    assert values(found, "Ana's sister") == ["Faro"]
    assert values(found, "Bo's sister") == ["Oslo"]
    assert values(found, "Ana's mother") == values(found, "Ana's mommy") == ["tea"]
    assert values(found, "Bo's mother") == ["rain"]


def test_two_sisters_are_joined_to_neither_name(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Ana's sister", "Faro"), says("Kate", "Oslo"), says("Ines", "Rome")),
        session(2, same=[("Ana", "my sister", "Kate")]),
        session(3, same=[("Ana", "my sister", "Ines")]),
    )
    assert [values(found, n) for n in ("Ana's sister", "Kate", "Ines")] == [
        ["Faro"],
        ["Oslo"],
        ["Rome"],
    ]


def test_two_names_of_one_sister_do_not_make_two_of_her(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Ana's sister", "Faro")),
        session(2, same=[("Ana", "my sister", "Kate")]),
        session(3, same=[("Ana", "my sister", "Katherine"), ("Ana", "Kate", "Katherine")]),
    )
    assert forms(found, "Kate") == {"Ana's sister", "Kate", "Katherine"}


def test_a_name_that_kin_of_two_people_have_means_each_ones_own(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Ana's sister", "Faro"), says("Kate", "tea", "Ana")),
        session(2, says("Bo's wife", "Oslo", "Bo"), says("Kate", "rain", "Bo")),
        session(3, same=[("Ana", "my sister", "Kate"), ("Bo", "my wife", "Kate")]),
    )
    assert values(found, "Ana's sister") == ["Faro", "tea"]
    assert values(found, "Bo's wife") == ["Oslo", "rain"]
    assert values(found, "Kate") == ["Faro", "Oslo", "rain", "tea"]


def test_one_teller_means_one_person_by_a_name(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Ana's sister", "Faro"), says("Bo's wife", "Oslo")),
        session(2, same=[("Ana", "my sister", "Kate"), ("Ana", "Bo's wife", "Kate")]),
    )
    assert values(found, "Kate") == ["Faro", "Oslo"]


def test_a_phrase_means_something_in_its_session_only(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("the store", "shoes"), same=[("Ana", "the store", "Gina's store")]),
        session(2, says("the store", "bread")),
        session(3, says("Gina's store", "hats")),
    )
    assert values(found, "Gina's store") == ["hats", "shoes"]
    assert values(found, "the store") == ["bread", "hats", "shoes"]


@pytest.mark.parametrize("word", ["buddy", "him", "the boss", "your friend", "a guy"])
def test_what_anybody_may_be_called_is_nobodys_name(memory: Memory, word: str) -> None:
    found = in_every_order(
        memory,
        session(1, says("Jon", "Faro"), same=[("Gina", word, "Jon")]),
        session(2, says(word, "Oslo", "Gina")),
    )
    assert values(found, "Jon") == ["Faro"]


def test_what_somebody_has_is_named_for_its_session_but_kin_for_all(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("my place", "rent"), same=[("Ana", "my place", "The Red Lion")]),
        session(2, says("my place", "noise"), says("my dog", "bones")),
        session(3, same=[("Ana", "my dog", "Rex")]),
    )
    assert values(found, "The Red Lion") == ["rent"]
    assert values(found, "Rex") == ["bones"]


def test_decoration_does_not_make_another_one(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Wren \U0001f56f", "tea")),
        session(2, says("wren", "rain")),
        session(3, says("Wren.", "wind"), says("\u201cWREN\u201d", "sun")),
    )
    assert values(found, "Wren") == ["rain", "sun", "tea", "wind"]


# -- never one -----------------------------------------------------------------------------------


def test_numbers_keep_things_apart_whatever_is_said(memory: Memory) -> None:
    things = ("Room 101", "Room 102", "UA123", "UA124", "Tax return 2023", "Tax return 2024")
    pairs = zip(things[::2], things[1::2], strict=True)
    found = in_every_order(
        memory,
        session(1, *(says(thing, thing) for thing in things)),
        session(2, same=[("Ana", one, other) for one, other in pairs]),
    )
    assert [values(found, thing) for thing in things] == [[thing] for thing in things]


def test_likeness_joins_nobody(memory: Memory) -> None:
    pairs = (("Iran", "Tigran"), ("Dr John Richardson", "Dr Jane Richardson"), ("DGIA", "DGIB"))
    names = [name for pair in pairs for name in pair]
    found = in_every_order(
        memory,
        session(1, *(says(n, n) for n in names[::2])),
        session(2, *(says(n, n) for n in names[1::2])),
    )
    assert [values(found, n) for n in names] == [[n] for n in names]


def test_one_name_in_two_sessions_is_one(memory: Memory) -> None:
    found = in_every_order(
        memory, session(1, says("DGIA", "the budget")), session(2, says("DGIA", "a director"))
    )
    assert values(found, "dgia") == ["a director", "the budget"]


def test_people_who_talk_to_each_other_are_two(memory: Memory) -> None:
    alone = [session(1, says("Deb", "Faro", "Deb")), session(2, says("Deborah", "Oslo", "Deborah"))]
    assert forms(in_every_order(memory, *alone), "Deb") == {"Deb", "Deborah"}
    found = in_every_order(memory, *alone, session(3, speakers="Deb Deborah"))
    assert forms(found, "Deb") == {"Deb"}
    memory.erase(erase.plan_sessions(memory.db, [session(3)[0].key]))
    assert forms(memory, "Deb") == {"Deb", "Deborah"}


def test_two_that_are_told_to_be_two_stay_two(memory: Memory) -> None:
    told = [
        session(1, says("Kate", "Faro"), says("Katherine", "Oslo")),
        session(2, same=[("Ana", "Kate", "Katherine", "different")]),
    ]
    assert forms(in_every_order(memory, *told), "Kate") == {"Kate"}
    assert forms(fill(memory, told[:1]), "Kate") == {"Kate", "Katherine"}


def test_nobody_is_their_own_shop(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Mario", "Faro"), says("Mario's", "pizza"), says("Mario's shop", "oil")),
        session(2, same=[("Ana", "Mario's shop", "Mario"), ("Ana", "Mario's dog", "Mario")]),
    )
    assert [values(found, n) for n in ("Mario", "Mario's")] == [["Faro"], ["pizza"]]
    assert forms(found, "Mario") == {"Mario"}


def test_a_dog_is_not_the_son_of_that_name(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Ana's dog", "bones"), same=[("Ana", "my dog", "Max")]),
        session(2, says("Ana's son", "school"), same=[("Ana", "my son", "Max")]),
    )
    assert values(found, "Ana's son") == ["school"]
    assert values(found, "Ana's dog") == ["bones"]


def test_one_short_form_is_not_two_people(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Deb", "Faro"), same=[("Ana", "Deb", "Deborah")]),
        session(2, says("Melissa", "Oslo"), same=[("Ana", "Deb", "Melissa")]),
    )
    assert forms(found, "Deb") == {"Deb", "Deborah"}
    assert forms(found, "Melissa") == {"Melissa"}


# -- nicknames -----------------------------------------------------------------------------------


def test_a_short_form_is_the_only_one_it_can_be(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Tim", "Faro"), says("Tim Lowe", "Rome")),
        session(2, says("Timothy", "Oslo")),
        session(3, says("Timothy Lowe", "Bern")),
    )
    assert values(found, "Timothy") == ["Faro", "Oslo"]
    assert values(found, "Tim Lowe") == ["Bern", "Rome"]


def test_a_short_form_of_two_is_neither(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Chris", "Faro")),
        session(2, says("Christopher", "Oslo")),
        session(3, says("Christine", "Rome")),
    )
    assert forms(found, "Chris") == {"Chris"}


def test_two_short_forms_of_one_name_are_two_people(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Liz", "Faro"), says("Beth", "Rome")),
        session(2, says("Elizabeth", "x")),
    )
    assert forms(found, "Elizabeth") == {"Elizabeth"}


def test_a_word_that_is_no_name_is_short_for_nobody(memory: Memory) -> None:
    found = in_every_order(memory, session(1, says("cat", "x")), session(2, says("Catherine", "y")))
    assert forms(found, "Catherine") == {"Catherine"}


def test_kin_of_two_people_are_not_one_for_a_short_name(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("Kate", "a"), same=[("Ana", "my sister", "Kate")]),
        session(2, says("Katherine", "b"), same=[("Bo", "my wife", "Katherine")]),
    )
    assert forms(found, "Kate") == {"Kate", "Ana's sister"}
    assert forms(found, "Katherine") == {"Katherine", "Bo's wife"}


# -- kin -----------------------------------------------------------------------------------------


def test_my_sister_is_the_tellers_own(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("my sister", "a dog", "Olga"), speakers="Olga Tom"),
        session(2, says("my sister", "Porto", "Tom"), same=[("Tom", "my sister", "Kate")]),
    )
    assert values(found, "Olga's sister") == ["a dog"]
    assert values(found, "Kate") == values(found, "Tom's sister") == ["Porto"]


@pytest.mark.parametrize(
    "fact",
    [
        ("Ana", "Ana", "has sister", "Kate"),
        ("Ana", "Ana", "has a sister", "Kate"),
        ("Bo", "Kate", "is sister of", "Ana"),
        ("Ana", "Kate", "is", "Ana's sister"),
        ("Ana", "my sister", "is", "Kate"),
        ("Bo", "Ana's sister", "is named", "Kate"),
        ("Bo", "Ana's sister Kate", "lives in", "Rome"),
    ],
)
def test_a_fact_tells_who_a_sister_is(memory: Memory, fact: Told) -> None:
    found = in_every_order(memory, session(1, says("my sister", "a dog")), session(2, fact))
    assert "a dog" in values(found, "Kate")
    memory.erase(erase.plan_sessions(memory.db, [session(2)[0].key]))
    assert memory.resolve_name("Kate") is None


@pytest.mark.parametrize(
    "fact",
    [
        ("Ana", "Ana", "has sister", "a nurse"),
        ("Ana", "Ana", "has sister", "Kate and Ines"),
        ("Ana", "Ana", "has friend", "Kate"),
        ("Ana", "Ana", "visits sister", "Kate"),
        ("Ana", "Kate", "is", "tall"),
    ],
)
def test_other_facts_tell_nothing_of_who_is_who(memory: Memory, fact: Told) -> None:
    found = in_every_order(memory, session(1, says("my sister", "a dog")), session(2, fact))
    assert values(found, "Ana's sister") == ["a dog"]
    assert "a dog" not in values(found, "Kate")


@pytest.mark.parametrize("second", ["has sister", "has older sister"])
def test_of_two_sisters_neither_is_my_sister(memory: Memory, second: str) -> None:
    found = in_every_order(
        memory,
        session(1, says("my sister", "a dog")),
        session(2, ("Ana", "Ana", "has sister", "Kate")),
        session(3, ("Ana", "Ana", second, "Ines"), says("my younger sister", "tea")),
    )
    assert values(found, "Ana's sister") == ["a dog"]
    assert not {"a dog", "tea"} & {*values(found, "Kate"), *values(found, "Ines")}


def test_another_sister_makes_my_sister_doubtful_until_she_is_erased(memory: Memory) -> None:
    named = [
        session(1, says("my sister", "a dog")),
        session(2, ("Ana", "Ana", "has sister", "Kate")),
    ]
    other = session(3, says("my other sister", "tea"))
    found = in_every_order(memory, *named, other)
    assert values(found, "Kate") == []
    found.erase(erase.plan_sessions(found.db, [other[0].key]))
    assert values(found, "Kate") == ["a dog"]


def test_a_wife_of_old_is_the_same_woman(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, says("my wife Ann", "a car")),
        session(2, says("my ex-wife Ann", "Oslo")),
        session(3, says("my ex-wife Ruth", "Bern", "Bo")),
    )
    assert values(found, "Ann") == values(found, "Ana's ex-wife") == ["Oslo", "a car"]
    assert values(found, "Ruth") == values(found, "Bo's ex-wife") == ["Bern"]


# -- any order, any batching -----------------------------------------------------------------------

PEOPLE = ("Ana", "Bo", "Kate", "Katherine", "Kathy", "Max")
FORMS = (
    *PEOPLE,
    "my sister",
    "my dog",
    "my other sister",
    "Ana's sister",
    "Bo's sister Max",
    "Kate's dog",
    "Bo's wife",
    "the boss",
    "buddy",
)
plain = st.tuples(st.sampled_from(PEOPLE[:3]), st.sampled_from(FORMS)).map(
    lambda pair: (pair[0], pair[1], "talks about", pair[1])
)
kin = st.tuples(st.sampled_from(PEOPLE[:3]), st.sampled_from(PEOPLE)).map(
    lambda pair: (pair[0], pair[0], "has sister", pair[1])
)
facts = st.one_of(plain, plain, kin)
same = st.tuples(
    st.sampled_from(PEOPLE[:3]),
    st.sampled_from(FORMS),
    st.sampled_from(FORMS),
    st.sampled_from(("explicit", "explicit", "nickname", "different")),
)
days = st.lists(
    st.tuples(st.lists(facts, max_size=3), st.lists(same, max_size=3)), min_size=2, max_size=4
)


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(days, st.randoms(use_true_random=False), st.data())
def test_no_order_and_no_batching_counts(memory: Memory, days, random, data) -> None:  # type: ignore[no-untyped-def]
    read: list[Read] = [session(n, *told, same=shown) for n, (told, shown) in enumerate(days)]
    first = graph(fill(memory, read))
    shuffled = list(read)
    random.shuffle(shuffled)
    assert graph(fill(memory, shuffled)) == first
    cut = random.randint(0, len(read))
    assert graph(fill_at_once(memory, shuffled[:cut], shuffled[cut:])) == first
    with memory.transaction() as db:
        update(db, [said.key for said, _ in read])  # read back, not at hand
    assert graph(memory) == first
    again = data.draw(st.sampled_from(read))
    memory.add(*again)
    assert graph(memory) == first
    extra = session(99, says("Ana", "x"), same=data.draw(st.lists(same, max_size=3)))
    memory.add(*extra)
    memory.erase(erase.plan_sessions(memory.db, [extra[0].key]))
    assert graph(memory) == first


# -- denied --------------------------------------------------------------------------------------


def no(read: Read) -> Read:
    """Return a session whose facts are denied."""
    said, extraction = read
    denied = tuple(replace(fact, polarity=Polarity.NO) for fact in extraction.facts)
    return said, replace(extraction, facts=denied)


def test_a_kinship_that_is_denied_gives_no_name_and_the_right_one_does(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, ("Ana", "Tom", "is", "Ana's brother")),
        no(session(2, ("Ana", "Tom", "is", "Ana's brother"))),
        session(3, ("Ana", "Tom", "is", "Ana's cousin")),
        session(4, says("Ana's brother", "golf"), says("Ana's cousin", "chess")),
    )
    assert forms(found, "Tom") == {"Tom", "Ana's cousin"}
    assert values(found, "Ana's brother") == ["golf"]
    assert not [d for d in aliases(found.db).ambiguous if d.form == "Ana's brother"]


def test_a_denial_that_is_taken_back_gives_the_name_again(memory: Memory) -> None:
    found = in_every_order(
        memory,
        session(1, ("Ana", "Ana", "has brother", "Tom")),
        no(session(2, ("Ana", "Ana", "has brother", "Tom"))),
        session(3, ("Ana", "Tom", "is", "Ana's brother")),
    )
    assert forms(found, "Tom") == {"Tom", "Ana's brother"}
