"""Exports of chat services, whole and damaged."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tkg.extract.formats.history import sessions
from tkg.kg.errors import InputError
from tkg.kg.model import Role


def node(key: str, parent: str | None, role: str, text: str, **more: Any) -> dict[str, Any]:
    message = {"author": {"role": role}, "content": {"parts": [text]}, **more}
    return {"id": key, "parent": parent, "children": [], "message": message}


def tree(*nodes: dict[str, Any], **head: Any) -> dict[str, Any]:
    return {"title": None, "mapping": {n["id"]: n for n in nodes}, **head}


TALK = tree(
    node("a", None, "user", "I paint boats.", create_time=1684599000.0),
    node("b", "a", "assistant", "Lovely!"),
    node("side", "a", "assistant", "An answer that was thrown away."),
    node("c", "b", "user", "Mostly blue ones."),
    current_node="c",
)


def written(path: Path, content: Any) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_the_branch_that_counts_is_walked_by_parents(tmp_path: Path) -> None:
    found = sessions(written(tmp_path / "conversations.json", [TALK]))
    assert [t.text for t in found[0].turns] == ["I paint boats.", "Lovely!", "Mostly blue ones."]


@pytest.mark.parametrize(
    ("head", "year"),
    [({"create_time": 1577880000}, 2020), ({"update_time": 1609502400}, 2021), ({}, 2023)],
    ids=["created", "updated", "first message"],
)
def test_the_date_falls_back(tmp_path: Path, head: dict[str, Any], year: int) -> None:
    content = [{**TALK, "create_time": None, **head}, {"title": "Empty", "mapping": {}}]
    found = sessions(written(tmp_path / "conversations.json", content))
    assert [s.started_at and s.started_at.year for s in found if s.turns] == [year]
    assert len(found) == 2, "the empty one is given too, so that it can be counted"


def test_numbered_files_in_a_folder_or_a_zip_are_one_history(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    for number in range(2):
        content = [{**TALK, "id": f"t{number}"}]
        written(folder / f"conversations-00{number}.json", content)
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"export/{path.name}")
    by_folder = sessions(folder)
    assert [s.id for s in by_folder] == ["t0", "t1"]
    assert [s.hash for s in sessions(tmp_path / "export.zip")] == [s.hash for s in by_folder]


def test_an_empty_folder_is_said_to_be_empty(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no JSON files"):
        sessions(tmp_path)


def test_messages_of_claude_come_with_or_without_parts(tmp_path: Path) -> None:
    rows = [
        {"sender": "human", "text": "whole", "content": [{"type": "text", "text": "parts"}]},
        {"sender": "assistant", "text": "whole", "content": None},
    ]
    content = [{"uuid": "1", "chat_messages": rows}, {"uuid": "2", "name": "none"}]
    content[0]["created_at"] = "2024-01-15T10:00:00Z"
    found = sessions(written(tmp_path / "c.json", content))
    assert [[(t.text, t.role) for t in s.turns] for s in found] == [
        [("parts", Role.USER), ("whole", Role.ASSISTANT)],
        [],
    ]


def test_a_day_of_prompts_is_a_session_and_its_last_draft_counts(tmp_path: Path) -> None:
    row = {"header": "Gemini Apps", "time": "2025-02-01T09:00:00Z"}
    drafts = [{"html": "<p>First</p>"}, {"html": "<p>Fish &amp; chips</p>"}]
    content = [
        {**row, "title": "Gave feedback: Good response"},
        {**row, "title": "Prompted What to eat?", "safeHtmlItem": drafts},
    ]
    found = sessions(written(tmp_path / "a.json", content))
    assert [[t.text for t in s.turns] for s in found] == [["What to eat?", "Fish & chips"]]


def test_people_of_slack_are_named_and_joins_left_out(tmp_path: Path) -> None:
    (tmp_path / "boats").mkdir()
    written(tmp_path / "users.json", [{"id": "U1", "real_name": "Ann Lee"}])
    rows = [
        {"type": "message", "user": "U1", "text": "joined", "subtype": "channel_join", "ts": "1"},
        {"type": "message", "user": "U1", "text": "hi <@U1> &amp; all", "ts": "1700000000.1"},
    ]
    written(tmp_path / "boats" / "2023-11-14.json", rows)
    turn = sessions(tmp_path)[0].turns[0]
    assert (turn.speaker, turn.text) == ("Ann Lee", "hi Ann Lee & all")


@pytest.mark.parametrize(
    "content",
    [
        [
            {"sessionId": "s", "message": {"role": "user", "content": "Hi"}},
            {"sessionId": "s", "message": {"role": "assistant", "content": [{"text": "Ho"}]}},
        ],
        [
            {"type": "session_meta", "payload": {"id": "s"}},
            {"payload": {"type": "message", "role": "user", "content": [{"text": "Hi"}]}},
            {"payload": {"type": "message", "role": "assistant", "content": [{"text": "Ho"}]}},
        ],
        {
            "sessionId": "s",
            "messages": [{"type": "user", "content": ["Hi"]}, {"type": "gemini", "content": "Ho"}],
        },
        {
            "conversations": [
                {
                    "responses": [
                        {"sender": "human", "message": "Hi"},
                        {"sender": "ASSISTANT", "message": "Ho"},
                    ]
                }
            ]
        },
    ],
    ids=["claude-code", "codex", "gemini-cli", "grok"],
)
def test_agents_keep_their_histories_too(tmp_path: Path, content: Any) -> None:
    turns = sessions(written(tmp_path / "h.json", content))[0].turns
    assert [(t.text, t.role) for t in turns] == [("Hi", Role.USER), ("Ho", Role.ASSISTANT)]
