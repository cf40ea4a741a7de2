"""What a model's server does wrong: nothing is lost without a word."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.fake_server import Body, Play, refuses, says, serving
from tests.histories import NOW, history
from tkg.extract.contract import parse
from tkg.extract.formats.history import sessions as history_of
from tkg.extract.gate import Gated
from tkg.extract.llm import ModelExtractor
from tkg.extract.report import Report
from tkg.extract.session import ingest_sessions
from tkg.kg.llm.openai import OpenAIChat
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Session

SHARED = Path(__file__).parents[3] / "shared" / "data"
LOCOMO = SHARED / "locomo" / "locomo5.json"
RECORDED = SHARED / "extractions" / "conv-30.jsonl"
ROSE = {"subject": "user", "predicate": "planted", "value": "a rose", "turns": ["s1:1"]}
TEA = {**ROSE, "predicate": "likes", "value": "tea"}
BOTH = json.dumps({"facts": [ROSE, TEA]})
SAID = ("2024-01-05T10:00", [("user", "I planted a rose. I like tea.")])


def one() -> Session:
    return history(SAID)[0]


def chat(url: str, **kept: float) -> OpenAIChat:
    return OpenAIChat(url, "k", sleep=lambda _: None, **kept)  # type: ignore[arg-type]


def read(*plays: Play, session: Session | None = None) -> tuple[Extraction, list[Body]]:
    with serving(*plays) as server:
        whole = ModelExtractor(chat(server.url), "m", chunk=1_000_000)
        found = whole.extract(session or one())
    return found, server.seen


def values(found: Extraction) -> list[str]:
    return [f.value for f in found.facts]


@pytest.mark.parametrize(
    "text",
    [
        BOTH,
        f"```json\n{BOTH}\n```",
        f"<think>Is {{this}} all?</think>{BOTH}",
        f"Here you are:\n{BOTH}\nAnything else?",
    ],
)
def test_what_a_model_writes_around_its_facts_costs_none(text: str) -> None:
    found, _ = read(says(text))
    assert (values(found), found.complete) == (["a rose", "tea"], True)


def test_a_cut_reply_keeps_its_whole_facts_and_names_the_session() -> None:
    found, seen = read(says(BOTH[:-20], finish="length"))
    assert values(found) == ["a rose"]
    assert (found.complete, "was cut" in found.note, found.calls) == (False, True, len(seen))


def test_a_busy_server_is_asked_again() -> None:
    found, seen = read(refuses(429, "slow down", retry_after="1"), says(BOTH))
    assert (values(found), len(seen)) == (["a rose", "tea"], 2)


@pytest.mark.parametrize("refused", ["temperature", "response_format"])
def test_a_parameter_that_a_server_refuses_is_left_out(refused: str) -> None:
    found, seen = read(refuses(400, f"Unsupported parameter: {refused}", refused), says(BOTH))
    assert values(found) == ["a rose", "tea"]
    assert [refused in body for body in seen] == [True, False]


def test_a_refusal_is_the_cause_why_a_session_was_not_read() -> None:
    found, _ = read(says("", refusal="I can not help with that."))
    assert (found.complete, "I can not help with that." in found.note) == (False, True)


def test_five_thousand_repeats_are_one_fact() -> None:
    found, _ = read(says(json.dumps({"facts": [ROSE] * 5000})))
    assert values(found) == ["a rose"]
    assert {r.reason for r in found.rejected} == {"told twice in one reply"}
    assert len(found.rejected) == 4999


def test_wrong_types_are_rejected_one_by_one_and_counted() -> None:
    wrong = [
        {**ROSE, "value": None},
        {**ROSE, "subject": ["user"]},
        {**ROSE, "kind": "song"},
        "I planted a rose",
        7,
    ]
    found, _ = read(says(json.dumps({"facts": [*wrong, TEA]})))
    assert (values(found), len(found.rejected)) == (["tea"], 5)


def test_a_fact_that_its_turn_does_not_bear_out_is_rejected_with_that_reason() -> None:
    made_up = {**ROSE, "value": "a castle", "statement": "Somebody owns a castle."}
    found, _ = read(says(json.dumps({"facts": [made_up, TEA]})))
    assert [r.reason for r in found.rejected] == ["shares no word with the turns it cites"]


def test_a_server_that_hangs_leaves_the_session_to_the_next_run() -> None:
    with serving(Play(hang=30)) as server:
        slow = chat(server.url, timeout=0.05, retries=1)
        report = ingested(ModelExtractor(slow, "m"))
    assert "does not answer" in report.failed["s1"]


def test_nobody_at_the_address_is_found_out_once() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    asked: list[float] = []
    away = OpenAIChat(url, "k", sleep=asked.append, retries=2)
    report = ingested(ModelExtractor(away, "m", workers=1), sessions=4)
    assert (len(report.failed), "does not answer" in report.unread) == (4, True)
    assert len(asked) == 2


def test_only_a_run_that_read_nothing_says_so() -> None:
    assert not ingested(ModelExtractor(Silent(), "m")).unread
    assert not Report().unread


def test_a_dry_run_asks_no_model_and_says_what_it_would_take() -> None:
    with serving(says(BOTH)) as server:
        report = ingested(ModelExtractor(chat(server.url), "m"), dry_run=True, sessions=3)
        gated = Gated(ModelExtractor(chat(server.url), "m"), "surprise", [])
        behind = ingested(gated, dry_run=True, sessions=3)
    assert (server.seen, report.calls, report.tokens_in) == ([], 3, 0)
    assert "would make 3 model calls, 100% of the characters sent" in report.lines()
    assert (behind.calls, behind.skipped_calls) == (1, 2)


def test_the_size_of_a_request_does_not_grow_with_the_store() -> None:
    with serving(says('{"facts": []}')) as server:
        ingested(ModelExtractor(chat(server.url), "m", workers=1), sessions=40)
    sizes = [len(json.dumps(body)) for body in server.seen]
    assert max(sizes) - min(sizes) < 20


def test_a_recording_through_the_server_gives_what_reading_the_file_gives() -> None:
    found, _ = read(says(f"```json\n{BOTH}\n```"))
    assert list(found.facts) == parse({"facts": [ROSE, TEA]}, one(), "m").facts


@pytest.mark.skipif(not RECORDED.exists(), reason="the recorded extractions are not here")
def test_whole_recordings_come_through_the_real_path_as_they_stand_in_the_file() -> None:
    rows = map(json.loads, RECORDED.read_text(encoding="utf-8").splitlines())
    replies = {row["session"]: row["reply"] for row in rows}
    for session in history_of(LOCOMO, instance="conv-30"):
        through, _ = read(says(json.dumps(replies[session.id])), session=session)
        straight = parse(replies[session.id], session, "m")
        assert list(through.facts) == straight.facts
        assert list(through.rejected) == straight.rejected


class Silent:
    """A chat that has nothing to tell."""

    def complete(self, request: object) -> object:
        from tkg.kg.llm.chat import Reply

        return Reply(text='{"facts": []}')


def ingested(
    extractor: ModelExtractor | Gated, *, dry_run: bool = False, sessions: int = 1
) -> Report:
    # The same words each time: what a request holds besides them is what could grow.
    said = history(*[SAID] * sessions)
    with Memory(":memory:", clock=lambda: NOW, embedder=None) as memory:
        return ingest_sessions(memory, said, extractor, dry_run=dry_run)
