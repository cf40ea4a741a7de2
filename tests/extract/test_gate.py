"""What earns a model call, and what is kept when it does not."""

from __future__ import annotations

import pytest

from tests.histories import history
from tkg.extract.extractor import NOT_SENT
from tkg.extract.gate import Gated
from tkg.extract.llm import ModelExtractor
from tkg.kg.errors import UsageError
from tkg.kg.llm.chat import Reply, Request

OLD = "the weather is rather nice and the tea is warm"


class Empty:
    asked = 0

    def complete(self, request: Request) -> Reply:
        self.asked += 1
        return Reply(text='{"facts": []}')


@pytest.mark.parametrize(
    ("gate", "said", "calls"),
    [
        ("none", OLD, 1),
        ("surprise", OLD, 0),
        ("multi", OLD, 0),
        ("surprise", "the tea is warm since yesterday", 1),
        ("surprise", "the tea of Beatrice is warm", 1),
        ("surprise", "my violin teacher retired", 1),
        ("multi", "my violin teacher retired", 1),
        ("multi", "quite another kettle boiled", 0),
    ],
)
def test_a_gate_opens_for_what_is_new(gate: str, said: str, calls: int) -> None:
    chat = Empty()
    gated = Gated(ModelExtractor(chat, "m"), gate, [("user", OLD)])
    found = gated.extract(history(("2024-01-05", [("user", said)]))[0])
    assert (chat.asked, found.note == NOT_SENT, found.complete) == (calls, not calls, True)


def test_what_was_new_once_is_not_new_again() -> None:
    chat = Empty()
    gated = Gated(ModelExtractor(chat, "m"), "surprise", [])
    for session in history(*[("2024-01-05", [("user", OLD)])] * 2):
        gated.extract(session)
    assert chat.asked == 1


def test_an_unknown_gate_is_a_usage_error() -> None:
    with pytest.raises(UsageError):
        Gated(ModelExtractor(Empty(), "m"), "narrow", [])
