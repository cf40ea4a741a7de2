"""Files of conversations: told apart by content, refused in one clear line."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tkg.extract.formats import history
from tkg.kg.errors import InputError, UsageError
from tkg.kg.model import Role

PLAIN = [
    {
        "session_id": "s1",
        "date": "2024-02-01",
        "messages": [
            {"role": "user", "content": "My dog Milo turned three."},
            {"role": "assistant", "content": "Happy birthday, Milo!"},
        ],
    },
    {
        "session_id": "s2",
        "date": "2024-03-02T09:30+02:00",
        "messages": [
            {"speaker": "Ines", "content": "I moved.", "date": "2024-03-02T10:00+02:00", "id": "x7"}
        ],
    },
]
LOCOMO = [
    {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_2_date_time": "9:05 am on 1 June, 2023",
            "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "Hello again."}],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {
                    "speaker": "Ana",
                    "dia_id": "D1:1",
                    "text": "Look at this!",
                    "blip_caption": "a boat on a lake",
                    "query": "boat lake",
                }
            ],
        },
    }
    for name in ("a-1", "b-2")
]
LONGMEMEVAL = [
    {
        "question_id": "q1",
        "haystack_session_ids": ["x", "x"],
        "haystack_dates": ["2023/05/30 (Tue) 23:40", "2023/06/01 (Thu) 08:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "one"}],
            [{"role": "assistant", "content": "two"}],
        ],
    }
]


def written(folder: Path, content: Any, name: str = "h.json") -> Path:
    file = folder / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def test_a_plain_history_keeps_its_ids_and_dates(tmp_path: Path) -> None:
    first, second = history.sessions(written(tmp_path, PLAIN))
    assert [t.id for t in first.turns] == ["s1:1", "s1:2"]
    assert [t.speaker for t in first.turns] == ["user", "assistant"]
    assert first.turns[0].said_at == datetime(2024, 2, 1, tzinfo=UTC)
    assert second.turns[0].id == "x7"
    assert second.turns[0].speaker == "Ines"
    assert second.turns[0].said_at == datetime(2024, 3, 2, 10, tzinfo=timezone(timedelta(hours=2)))


def test_json_lines_are_the_same_as_a_json_list(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(s) for s in PLAIN)
    assert history.sessions(written(tmp_path, lines, "h.jsonl")) == history.sessions(
        written(tmp_path, PLAIN)
    )


def test_locomo_sessions_come_in_their_numbered_order_without_the_annotators_notes(
    tmp_path: Path,
) -> None:
    first, second = history.sessions(written(tmp_path, LOCOMO), instance="a-1")
    assert [first.id, second.id] == ["session_1", "session_2"]
    assert first.turns[0].said_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert first.turns[0].words == "Look at this! [photo: a boat on a lake]"


def test_several_peoples_conversations_need_an_instance_and_the_error_lists_them(
    tmp_path: Path,
) -> None:
    with pytest.raises(UsageError) as caught:
        history.sessions(written(tmp_path, LOCOMO))
    assert "a-1, b-2" in caught.value.hint


def test_one_instance_alone_needs_no_name(tmp_path: Path) -> None:
    assert len(history.sessions(written(tmp_path, LOCOMO[:1]))) == 2


def test_longmemeval_sessions_with_one_id_are_kept_apart(tmp_path: Path) -> None:
    first, second = history.sessions(written(tmp_path, LONGMEMEVAL))
    assert [first.id, second.id] == ["x", "x#2"]
    assert first.turns[0].said_at == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    assert second.turns[0].role is Role.ASSISTANT


def test_half_an_emoji_becomes_a_replacement_character(tmp_path: Path) -> None:
    broken = '[{"session_id": "s", "messages": [{"role": "user", "content": "a\\ud83d b"}]}]'
    (only,) = history.sessions(written(tmp_path, broken))
    assert only.turns[0].text == "a\ufffd b"
    assert only.turns[0].said_at is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("[]", "is empty"),
        ("{not json", "is not JSON (line 1"),
        ('{"session_id": 1}\n{oops', "is not JSON (line 2"),
        ('{"foo": 1}', "no format known"),
        ('[{"messages": []}]', "holds no messages"),
        (
            '[{"messages": [{"role": "user", "content": "x"}], "date": "soon"}]',
            "'soon' is not a date",
        ),
        ('[{"messages": ["x"]}]', "message 1 is not an object"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        history.sessions(written(tmp_path, content))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no file .*nowhere\.json"):
        history.sessions(tmp_path / "nowhere.json")


def test_a_format_can_be_forced_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, PLAIN)
    assert len(history.sessions(file, form="plain")) == 2
    with pytest.raises(UsageError) as caught:
        history.sessions(file, form="mbox")
    assert "plain" in caught.value.hint
