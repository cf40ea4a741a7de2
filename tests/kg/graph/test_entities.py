"""Components of the alias graph: the same for any order of the evidence."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from tkg.kg.graph.entities import entities
from tkg.kg.graph.form import form
from tkg.kg.graph.mentions import named
from tkg.kg.graph.node import EVIDENCE, Edge, Node

FORMS = ("Ana", "Bo", "Kate", "Katherine", "Kat", "Room 1", "Room 2", "Ana's sister", "Ana's dog",
         "Bo's sister", "Kate's dog", "the boss")  # fmt: skip
NODES = {n.id: n for f in FORMS for n in named(form(f), "s1", datetime(2024, 1, len(f)))}
IDS = sorted(NODES)
edge = st.builds(
    Edge,
    st.sampled_from(IDS),
    st.sampled_from(IDS),
    st.sampled_from(EVIDENCE),
    st.none() | st.datetimes(datetime(2024, 1, 1), datetime(2024, 2, 1)),
    st.sampled_from(("", "s1", "s2")),
    st.sampled_from(("", "t1", "t2")),
    st.sampled_from(("ana", "bo")),
).filter(lambda e: e.one != e.other)
pair = st.tuples(st.sampled_from(IDS), st.sampled_from(IDS))


def ids(*forms: str) -> list[str]:
    return [form(f).id("s1") for f in forms]


def joined(edges: list[Edge], told: list[tuple[str, str]] | None = None) -> dict[str, str]:
    return entities(NODES.values(), edges, told or []).entity


@settings(max_examples=40, deadline=None)
@given(st.lists(edge, max_size=12), st.lists(pair, max_size=2), st.randoms(use_true_random=False))
def test_no_order_of_evidence_counts(edges, told, random) -> None:  # type: ignore[no-untyped-def]
    first = joined(edges, told)
    nodes: list[Node] = list(NODES.values())
    for things in (nodes, edges, told):
        random.shuffle(things)
    assert entities(nodes, edges, told).entity == first


@settings(max_examples=40, deadline=None)
@given(st.lists(edge, max_size=12), pair)
def test_what_was_decided_to_be_two_is_never_one(edges, two) -> None:  # type: ignore[no-untyped-def]
    found = entities(NODES.values(), edges, (), [two]).entity
    assert two[0] == two[1] or found[two[0]] != found[two[1]]


def test_an_entity_goes_by_the_id_of_the_member_said_first() -> None:
    kate, sister = ids("Kate", "Ana's sister")
    assert joined([Edge(sister, kate, "explicit", session="s1")])[sister] == kate


def test_a_person_outranks_what_was_said() -> None:
    kate, sister, ana = ids("Katherine", "Ana's sister", "Ana")
    said = Edge(sister, ana, "explicit", session="s1")
    found = joined([said, Edge(sister, kate, "person")])
    assert found[sister] == found[kate] != found[ana]


def test_what_was_told_to_be_two_is_one_only_by_decision() -> None:
    one, other = ids("Kate", "Katherine")
    said = Edge(one, other, "explicit", session="s1")
    assert len({*joined([said], [(one, other)]).values()} & {one, other}) == 2
    decided = joined([Edge(one, other, "person")], [(one, other)])
    assert decided[one] == decided[other]
