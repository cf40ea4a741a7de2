"""Every miss has one stage, decided by rules."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.bench.test_metrics import question
from tkg.answer.answer import Answer, decline
from tkg.bench.datasets.case import Question
from tkg.bench.misses import Seen, Stage, stage
from tkg.kg.model import Fact, Known, Status
from tkg.temporal.resolve import resolve

SAID = datetime(2023, 3, 10, tzinfo=UTC)
FACT = Fact("s", 0, ("t",), "Ann", "adopted", "a grey dog", "Ann adopted a grey dog.", "Ann", SAID)
HELD = Known("f", FACT, "ann", "slot", "adopted", Status.CURRENT, sources=("D1:1",))
ASKED = replace(
    question("single-hop", "grey dog", turns=frozenset({"D1:1"})), text="What did Ann adopt?"
)
FOUND = Seen((HELD,), ("D1:1",), 1.0, frozenset({"Ann", "Bob", "Cid"}))
SAYS = Answer("a cat")
ENDED = replace(FOUND, facts=(replace(HELD, status=Status.ENDED),))
OTHERS = replace(FOUND, facts=(replace(HELD, fact=replace(FACT, said_by="Cid")),))
OF_BOB = replace(ASKED, text="What did Bob adopt?")
YESTERDAY = resolve("I adopted a dog yesterday", SAID)[0]
WHEN = replace(
    question("temporal", "7 March 2023", turns=frozenset({"D1:1"})), text="When did Ann adopt?"
)


@pytest.mark.parametrize(
    ("asked", "answer", "seen", "expected"),
    [
        (replace(ASKED, disputed=True), SAYS, FOUND, Stage.DISPUTED),
        (question("unanswerable", ""), SAYS, FOUND, Stage.ANSWERED_WRONG),
        (ASKED, SAYS, replace(FOUND, captured=0.0), Stage.NEVER_EXTRACTED),
        (ASKED, SAYS, ENDED, Stage.WRONGLY_CLOSED),
        (replace(ASKED, text="What did Ann own in May 2020?"), SAYS, ENDED, Stage.ANSWERED_WRONG),
        (replace(ASKED, text="What did Zoe adopt?"), SAYS, OTHERS, Stage.ANSWERED_WRONG),
        (replace(ASKED, text="What do I own, and in March?"), SAYS, FOUND, Stage.ANSWERED_WRONG),
        (OF_BOB, SAYS, OTHERS, Stage.WRONG_ENTITY),
        (ASKED, SAYS, replace(FOUND, retrieved=("D9:9",)), Stage.NOT_RETRIEVED),
        (ASKED, SAYS, FOUND, Stage.ANSWERED_WRONG),
        (ASKED, decline("no"), FOUND, Stage.WRONGLY_DECLINED),
        (WHEN, SAYS, replace(FOUND, facts=(replace(HELD, event=YESTERDAY),)), Stage.WRONG_DATE),
    ],
    ids=lambda x: str(x) if isinstance(x, Stage) else "",
)  # fmt: skip
def test_a_miss_is_staged(asked: Question, answer: Answer, seen: Seen, expected: Stage) -> None:
    assert stage(asked, answer, seen) is expected
