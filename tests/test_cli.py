"""The commands as a person types them: results on stdout, one clear line for what goes wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fake_server import refuses, says, serving
from tests.histories import MOVES, history
from tkg.cli import app
from tkg.kg.store.connection import connect

ROOT = Path(__file__).parent.parent


def kg(*words: str | Path, check: int | None = 0, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tkg.cli", *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        encoding="utf-8",
    )
    if check is not None:
        assert done.returncode == check, done.stderr
    return done


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history as a user's file."""
    rows = [
        {
            "session_id": s.id,
            "date": s.started_at and s.started_at.isoformat(),
            "messages": [{"role": t.role, "content": t.text} for t in s.turns],
        }
        for s in history(*MOVES)
    ]
    path = tmp_path_factory.mktemp("history") / "moves.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def db(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that was made by the command itself."""
    path = tmp_path_factory.mktemp("store") / "me.duckdb"
    kg("ingest", file, "--db", path)
    return path


def parsed(*words: str | Path) -> Any:
    return json.loads(kg(*words, "--json").stdout)


def test_ingest_reports_what_it_did_and_again_that_nothing_changed(file: Path, db: Path) -> None:
    before = parsed("stats", "--db", db)
    again = parsed("ingest", file, "--db", db)
    assert (again["sessions"], again["unchanged"]) == (0, 3)
    assert parsed("stats", "--db", db) == before


def test_ask_answers_when_with_the_event_and_the_sentence(db: Path) -> None:
    found = parsed("ask", "When did I move to Lisbon?", "--db", db)
    assert found["abstained"] is False
    assert found["answer"] == "April 2023"
    assert (found["event"]["start"], found["event"]["end"]) == ("2023-04-01", "2023-05-01")
    assert found["event"]["grain"] == "month"
    assert found["citations"][0]["turn_id"] == "s3:1"
    assert "moved to Lisbon" in found["citations"][0]["quote"]


def test_ask_declines_what_was_never_said(db: Path) -> None:
    found = parsed("ask", "When did I buy a boat?", "--db", db)
    assert found["abstained"] is True
    assert found["event"] is None


def test_facts_show_what_holds_and_with_past_what_held(db: Path) -> None:
    homes = ("facts", "user", "--predicate", "lives in", "--db", db)
    assert [f["value"] for f in parsed(*homes)["facts"]] == ["Lisbon"]
    both = parsed(*homes, "--past")["facts"]
    assert [(f["value"], f["status"]) for f in both] == [("Lisbon", "current"), ("Berlin", "ended")]
    assert both[1]["valid_to"] == "2023-04-01"
    assert both[1]["closed_by"] == both[0]["id"]


def test_facts_as_of_a_day_are_those_that_held_then(db: Path) -> None:
    homes = ("facts", "user", "--predicate", "lives in", "--as-of", "2023-02-01", "--db", db)
    assert [f["value"] for f in parsed(*homes)["facts"]] == ["Berlin"]


def test_facts_known_at_a_day_leave_out_what_was_told_later(db: Path) -> None:
    homes = ("facts", "user", "--predicate", "lives in", "--known-at", "2023-05-19", "--db", db)
    assert [f["value"] for f in parsed(*homes)["facts"]] == ["Berlin"]


def test_facts_between_two_times_are_those_that_held_at_some_time_of_it(db: Path) -> None:
    homes = ("facts", "user", "--predicate", "lives in", "--db", db)
    early = parsed(*homes, "--before", "2023-03-01")["facts"]
    assert [f["value"] for f in early] == ["Berlin"]
    both = parsed(*homes, "--after", "2023-03-01", "--before", "2023-06-01")
    assert sorted(f["value"] for f in both["facts"]) == ["Berlin", "Lisbon"]
    assert both["complete"] is True


def test_facts_changed_since_a_day_are_those_that_stand_otherwise_now(db: Path) -> None:
    homes = ("facts", "user", "--predicate", "lives in", "--db", db)
    changed = parsed(*homes, "--changed-since", "2023-03-01")["facts"]
    assert sorted((f["value"], f["status"]) for f in changed) == [
        ("Berlin", "ended"),
        ("Lisbon", "current"),
    ]
    assert kg(*homes, "--changed-since", "2023-07-01", check=1).stdout == ""


def test_facts_of_a_stretch_and_of_a_moment_are_two_questions(db: Path) -> None:
    kg("facts", "--after", "2023", "--as-of", "2022", "--db", db, check=2)


@pytest.mark.parametrize(
    "words",
    [
        ("facts", "--known-at", ""),
        ("facts", "--as-of", ""),
        ("timeline", "user", "--known-at", ""),
        ("facts", "--after", "2022-06-20", "--before", "2022-06-10"),
        ("timeline", "user", "--after", "2022-06-20", "--before", "2022-06-10"),
        ("search", "Lisbon", "--after", "2022-06-20", "--before", "2022-06-10"),
    ],
)
def test_no_time_and_a_stretch_that_ends_before_it_begins_are_refused(
    db: Path, words: tuple[str, ...]
) -> None:
    assert kg(*words, "--db", db, check=2).stderr.startswith("kg: ")


def test_a_timeline_as_it_had_been_told_or_as_the_world_stood_then(db: Path) -> None:
    def homes(*words: str) -> list[tuple[str, str]]:
        found = parsed("timeline", "user", *words, "--db", db)["facts"]
        return [(f["value"], f["status"]) for f in found if f["predicate"].startswith("live")]

    assert homes("--known-at", "2023-05-19") == [("Berlin", "current")]
    assert homes("--as-of", "2023-02-01") == [("Berlin", "current")]


def test_search_gives_turns_best_first(db: Path) -> None:
    turns = parsed("search", "Lisbon", "--db", db)["turns"]
    assert turns[0]["turn_id"] == "s3:1"
    assert set(turns[0]) == {"turn_id", "session_id", "said_at", "speaker", "text", "score"}
    late = parsed("search", "Lisbon", "--before", "2023-05-01", "--db", db)["turns"]
    assert "s3:1" not in [t["turn_id"] for t in late]


def test_what_is_only_the_value_of_facts_is_shown_by_them(db: Path) -> None:
    for command in ("facts", "timeline"):
        told = kg(command, "lisbon", "--db", db)
        assert "moved to" in told.stdout
        assert "no fact is about 'lisbon'; these name it" in told.stderr
    assert "Lisbon" in kg("summary", "lisbon", "--db", db).stdout
    kg("facts", "the", "--db", db, check=1)


def test_a_history_is_read_from_a_pipe(file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tkg.cli", "ingest", "-", "--db", str(tmp_path / "a.duckdb")]
    done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=True)
    assert done.stdout.startswith(b"3 sessions, 3 turns")


def test_a_reader_that_has_seen_enough_ends_the_command_quietly(db: Path) -> None:
    command = [sys.executable, "-m", "tkg.cli", "export", "--db", str(db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_the_sample_of_the_readme_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    place = tmp_path / "history.json"
    kg("demo", "--save", place)
    assert place.read_bytes() == (ROOT / "extract" / "sample" / "history.json").read_bytes()


def test_date_reads_times_as_they_were_meant() -> None:
    spans = parsed("date", "We met two weeks ago.", "--said-at", "2023-05-25")["spans"]
    assert [(s["expr"], s["grain"]) for s in spans] == [("two weeks ago", "week")]


def test_summary_is_the_facts_offline_and_the_models_sentences_where_one_is_configured(
    db: Path,
) -> None:
    found = parsed("summary", "user", "--db", db)
    assert found["reader"] == "offline"
    assert "Lisbon" in found["text"]
    assert "Berlin" not in found["text"]
    with serving(says("The user moved to Lisbon.")) as server:
        model = {"KG_MODEL": "m", "KG_BASE_URL": server.url, "KG_API_KEY": "k"}
        asked = kg("summary", "user", "--db", db, **model)
        alone = kg("summary", "user", "--reader", "offline", "--db", db, **model)
    assert asked.stdout == "The user moved to Lisbon.\n"
    assert alone.stdout.strip() == found["text"]
    assert len(server.seen) == 1
    assert "nothing is known" in kg("summary", "Zoe", "--db", db, check=1).stderr


def test_timeline_and_why_name_what_closed_a_fact(db: Path) -> None:
    entries = parsed("timeline", "user", "--db", db)["facts"]
    berlin = next(f for f in entries if f["value"] == "Berlin")
    why = kg("why", berlin["id"], "--db", db).stdout
    assert "s1:1" in why
    assert "closed  by rule 6" in why


def test_export_and_import_make_the_same_store(db: Path, tmp_path: Path) -> None:
    saved = tmp_path / "memory.jsonl"
    text = kg("export", "--db", db).stdout
    saved.write_text(text, encoding="utf-8")
    kg("import", saved, "--db", tmp_path / "copy.duckdb")
    assert kg("export", "--db", tmp_path / "copy.duckdb").stdout == text


def test_a_damaged_line_of_an_export_is_named_and_the_rest_is_stored(
    db: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "memory.jsonl"
    lines = kg("export", "--db", db).stdout.splitlines()
    saved.write_text("\n".join([lines[0], lines[1][:50], lines[2]]), encoding="utf-8")
    done = kg("import", saved, "--db", tmp_path / "copy.duckdb", check=65)
    assert "Line 2 is not a record" in done.stderr
    assert "2 sessions" in done.stdout


def test_forget_erases_a_session_and_what_it_had_closed_opens_again(
    file: Path, tmp_path: Path
) -> None:
    db = tmp_path / "me.duckdb"
    kg("ingest", file, "--db", db)
    kg("forget", "--session", "s3", "--db", db, "--dry-run")
    assert parsed("stats", "--db", db)["sessions"] == 3
    kg("forget", "--session", "s3", "--db", db, "--yes")
    homes = parsed("facts", "user", "--predicate", "lives in", "--db", db)["facts"]
    assert [f["value"] for f in homes] == ["Berlin"]
    assert kg("search", "Lisbon", "--db", db, check=None).stdout.find("Lisbon") == -1
    kg("doctor", "--db", db)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("ask", "x?", "--db", "nowhere.duckdb"), 1, "There is no store at"),
        (("facts", "--db", "nowhere.duckdb"), 1, "no store at"),
        (("redate", "--db", "nowhere.duckdb"), 1, "no store at"),
        (("reindex", "--db", "nowhere.duckdb"), 1, "no store at"),
        (("forget", "--all", "--yes", "--db", "nowhere.duckdb"), 1, "no store at"),
        (("ingest", "{broken}", "--db", "nowhere.duckdb"), 65, "is not JSON"),
        (("ingest", "nowhere.json", "--db", "{db}"), 65, "no file nowhere.json"),
        (("ingest", "{broken}", "--db", "{db}"), 65, "is not JSON"),
        (("ingest", "{file}", "--format", "mbox", "--db", "{db}"), 2, "no format 'mbox'"),
        (("ask", "x?", "--now", "soon", "--db", "{db}"), 2, "'soon' is not a date"),
        (("date", "yesterday", "--said-at", "30 Feb 2023"), 2, "is not a date"),
        (("facts", "Nobody", "--db", "{db}"), 1, "nothing is known of 'Nobody'"),
        (("why", "0000", "--db", "{db}"), 1, "no fact 0000"),
        (("forget", "--db", "{db}", "--yes"), 2, "Name a fact"),
        (("search", "Lisbon", "--db", "{folder}"), 2, "is a folder, not a store"),
        (("search", "Lisbon", "--db", "{broken}"), 1, "is not a store"),
        (("import", "{file}", "--db", "nowhere.duckdb"), 65, "kg ingest"),
        (("ingest", "{saved}", "--db", "nowhere.duckdb"), 65, "kg import"),
        (
            ("date", "on 30 February 2023", "--said-at", "2024-01-01"),
            1,
            "'30 February 2023' is no date",
        ),
        (("facts", "--as-of", "31 April 2023", "--db", "{db}"), 2, "is not a time"),
        (("demo", "--save", "{folder}/no/h.json"), 2, "cannot be written"),
        (("ingest", "{file}", "--db", "{file}/me.duckdb"), 1, "cannot be made"),
        (("ingest", "{file}", "--gate", "none", "--extractor", "x", "--db", "{db}"), 2, "'x'"),
        (("ingest", "{file}", "--gate", "iron", "--db", "{db}"), 2, "no gate 'iron'"),
        (("summary", "user", "--reader", "x", "--db", "{db}"), 2, "no reader 'x'"),
        (("alias", "list", "Nobody", "--db", "{db}"), 1, "called 'Nobody'"),
        (("search", "Lisbon", "--reranker", "nowhere", "--db", "{db}"), 2, "'nowhere'"),
        (("reindex", "--embedder", "nowhere", "--db", "{db}"), 2, "'nowhere'"),
        (("search", "xyzzy qwfpgj", "--db", "{db}"), 1, "nothing found"),
    ],
)
def test_what_goes_wrong_is_one_clear_line(
    db: Path, file: Path, tmp_path: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{nope", encoding="utf-8")
    saved = tmp_path / "saved.jsonl"
    saved.write_text('{"session": {"key": "a"}, "extractor": "offline"}', encoding="utf-8")
    places = {"db": db, "file": file, "broken": broken, "folder": tmp_path, "saved": saved}
    done = kg(*(w.format(**places) for w in words), check=code)
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2, "what happened, and what to do about it"
    assert done.stdout == ""
    assert not Path("nowhere.duckdb").exists()


def test_an_interrupted_ingest_says_that_the_rest_is_kept(file: Path, tmp_path: Path) -> None:
    code = (
        "import signal, sys; from tkg import cli; from tkg.extract import session\n"
        "def stop(*_, **__): signal.raise_signal(signal.SIGINT)\n"
        "session.ingest_sessions = stop; cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "ingest", str(file), "--db", str(tmp_path / "me.duckdb")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 130
    assert "the next run goes on from there" in done.stderr


def test_a_question_that_is_not_utf8_is_read_as_far_as_it_is(db: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tkg.cli", "search", b"\xed\xa0\x80 Lisbon", "--db", str(db)],
        capture_output=True,
    )
    assert done.returncode == 0
    assert b"s3:1" in done.stdout


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("книга", None),
        ("北京", None),
        ("🎉", None),
        ("", 1),
        ("the of and", 1),
        ("Lisbon " * 1500, 0),
    ],
)
def test_any_question_is_searched_for(db: Path, question: str, code: int | None) -> None:
    done = kg("search", question, "--db", db, check=code)
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("question", ["Did I move to Oslo?", "When did Zoe move?"])
def test_what_names_somebody_or_some_place_never_mentioned_is_declined(
    db: Path, question: str
) -> None:
    assert parsed("ask", question, "--db", db)["abstained"] is True


def test_a_store_that_another_process_holds_says_who(file: Path, tmp_path: Path) -> None:
    db = tmp_path / "me.duckdb"
    with connect(db):
        done = kg("ask", "x?", "--db", db, check=75)
    assert f"is in use by process {os.getpid()}" in done.stderr


def test_a_console_without_unicode_gets_other_characters(db: Path) -> None:
    kg("search", "Lisbon", "--db", db, PYTHONIOENCODING="ascii")
    kg("--help", PYTHONIOENCODING="cp1252")


def test_the_demo_answers_seven_questions_and_declines_the_one_about_nothing_said() -> None:
    text = kg("demo").stdout
    blocks = dict(b.strip().split("\n", 1) for b in text.split("\n? ")[1:])
    declined = [q for q, a in blocks.items() if a.startswith("I do not know")]
    assert len(blocks) == 8
    assert declined == ["When did I buy a car?"]
    assert blocks["When was Biscuit born?"].startswith("May 2021")
    assert blocks["What is my sister's name?"].startswith("Clara")
    assert blocks["Where did I work in June 2022?"].startswith("Studio Lumen")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("redate", "--dry-run", "--db", "{db}"), ""),
        (("reindex", "--db", "{db}"), ""),
        (("doctor", "--db", "{db}"), "ok"),
        (("search", "Lisbon", "--speaker", "USER", "--db", "{db}"), "s3:1"),
        (("search", "Lisbon", "--role", "user", "--session", "s3", "--db", "{db}"), "s3:1"),
        (("search", "Lisbon", "--explain", "--db", "{db}"), "window"),
        (("facts", "user", "--as-of", "June 2023", "--db", "{db}"), "Lisbon"),
        (("version",), "0.1.0"),
        (("bench", "--help"), "capture"),
    ],
)
def test_the_other_commands_of_the_readme_run(db: Path, words: tuple[str, ...], shown: str) -> None:
    assert shown in kg(*(w.format(db=db) for w in words)).stdout


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    names = {c.name or c.callback.__name__ for c in app.registered_commands if c.callback}
    assert {n for n in names if f"kg {n}" not in text} == set()


def test_a_model_that_reads_nothing_is_said_in_a_line_with_exit_code_69(
    file: Path, tmp_path: Path
) -> None:
    with serving(refuses(401, "no such key")) as server:
        told = kg(
            "ingest", file, "--extractor", "llm", "--db", tmp_path / "a.duckdb", check=69,
            KG_MODEL="m", KG_BASE_URL=server.url, KG_API_KEY="wrong",
        )  # fmt: skip
    assert "kg: The model read none of the sessions" in told.stderr
    assert "3 sessions, 3 turns" in told.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_device_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tkg.cli", "date", "yesterday", "--said-at", "2024-03-05"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 74
    assert done.stderr.splitlines() == ["kg: the output could not be written: the device is full"]
