"""`kg alias` as a person types it, and what it costs those who only read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import ROOT, kg, parsed

SAMPLE = ROOT / "extract" / "sample" / "history.json"
READING = """
import sys
from tkg import cli
sys.argv = ["kg", *sys.argv[1:]]
try:
    cli.main()
finally:
    print(sorted(m for m in sys.modules if m == "networkx"), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "me.duckdb"
    kg("ingest", SAMPLE, "--db", path)
    return path


def sister(db: Path) -> list[str]:
    return sorted(
        f["value"] for f in parsed("facts", "Nora's sister", "--past", "--db", db)["facts"]
    )


def exported(db: Path) -> str:
    return kg("export", "--db", db).stdout


def test_list_tells_who_goes_by_which_names(db: Path) -> None:
    entities = parsed("alias", "list", "--db", db)["entities"]
    forms = [[form["form"] for form in e["forms"]] for e in entities]
    assert ["Nora's sister", "Clara"] in forms
    line = kg("alias", "list", "Clara", "--db", db).stdout
    assert line.endswith("facts\tNora's sister, Clara\n")
    assert line.count("\n") == 1


def test_split_says_what_moves_before_it_does_and_merge_takes_it_back(db: Path) -> None:
    before, facts = exported(db), sister(db)
    said = parsed("alias", "split", "Clara", "--dry-run", "--db", db)
    assert exported(db) == before
    assert sister(db) == facts
    assert parsed("alias", "split", "Clara", "--db", db) == said
    moved = [move["words"].rpartition(" | ")[2] for move in said["moves"]]
    assert sorted(sister(db) + moved) == facts
    assert "Clara and Nora's sister" in kg("alias", "list", "--db", db).stdout
    back = kg("alias", "merge", "Nora's sister", "Clara", "--db", db)
    assert "undone" in back.stdout
    assert back.stderr.startswith(f"{len(moved)} facts moved")
    assert (exported(db), sister(db)) == (before, facts)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("merge", "Clara", "Zoe"), 1, "called 'Zoe'"),
        (("split", "Nora"), 2, "the only name"),
        (("merge", "Clara", "clara"), 2, "one form already"),
        (("merge", "barks at", "Clara"), 2, "'barks at' is a relation, and 'Clara' a name"),
        (("merge", "Clara", "barks at"), 2, "'barks at' is a relation, and 'Clara' a name"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    db: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    done = kg("alias", *words, "--db", db, check=code)
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        ("facts", "Clara"),
        ("ask", "What is my sister's name?"),
        ("search", "baby"),
        ("timeline", "Clara"),
        ("alias", "list"),
    ],
)
def test_reading_loads_no_graph_library(db: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", READING, *words, "--db", str(db)], capture_output=True, text=True
    )
    assert done.stderr.splitlines()[-1] == "[]"
    assert done.stdout


def test_names_are_json_for_programs(db: Path) -> None:
    document: Any = json.loads(kg("alias", "list", "--possible", "--db", db, "--json").stdout)
    assert set(document) == {
        "entities",
        "ambiguous",
        "possible",
        "decisions",
        "predicates",
        "possible_predicates",
    }


def test_predicates_are_merged_listed_and_split_as_names_are(db: Path) -> None:
    before = exported(db)
    preview = kg("alias", "merge", "barks at", "guarded", "--dry-run", "--db", db).stdout
    assert "| barks at | every tram\tbarks at -> guarded" in preview
    assert exported(db) == before
    assert kg("alias", "merge", "barks at", "guarded", "--db", db).stdout == preview
    listed = kg("alias", "list", "guarded", "--db", db).stdout
    assert listed.startswith("predicate guard\t2 facts\tguarded, barks at\n")
    assert "decided same predicates\tbarks at and guarded" in listed
    kg("alias", "split", "barks at", "--db", db)
    assert exported(db) == before


def test_relations_of_the_table_are_not_merged(db: Path) -> None:
    refused = kg("alias", "merge", "drinks", "moved to", "--db", db, check=2)
    assert "two in the table" in refused.stderr


def test_my_sister_of_two_speakers_is_two_in_facts_and_of_then(tmp_path: Path) -> None:
    path, file = tmp_path / "me.duckdb", tmp_path / "talk.json"
    talk = [
        ("s1", "2024-01-02", [("Olga", "My sister got a dog."), ("Tom", "My sister got a cat.")]),
        ("s2", "2024-03-02", [("Tom", "My sister Kate lives in Porto."), ("Olga", "Lovely!")]),
    ]
    rows = [
        {
            "session_id": name,
            "date": date,
            "messages": [{"speaker": w, "content": t} for w, t in said],
        }
        for name, date, said in talk
    ]
    file.write_text(json.dumps(rows), encoding="utf-8")
    kg("ingest", file, "--db", path)

    def values(*words: str) -> list[str]:
        found = parsed("facts", *words, "--past", "--db", path)["facts"]
        return sorted(f["value"] for f in found)

    assert values("Olga's sister") == ["a dog"]
    assert values("Tom's sister") == values("Kate") == ["Porto", "a cat"]
    assert values("Tom's sister", "--known-at", "2024-02-01") == ["a cat"]
