"""A tool is a function; what a model gets wrong comes back as a sentence."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from tkg.tools import TOOLS
from tkg.tools.date_calculator import date_calculator
from tkg.tools.tool import tool

CLOCK = SimpleNamespace(clock=lambda: datetime(2026, 7, 17, tzinfo=UTC))


class Echo(BaseModel):
    subject: list[str]
    limit: int
    after: str | None


def echo(memory: object, subject: list[str], limit: int = 3, after: str | None = None) -> Echo:
    """Say what was asked.

    Args:
        memory: Unused.
        subject: Names.
        limit: How many.
        after: A time.
    """
    return Echo(subject=subject, limit=limit, after=after)


def undescribed(memory: object, subject: str) -> Echo:
    """Say nothing of its parameter.

    Args:
        memory: Unused.
    """
    return Echo(subject=[subject], limit=0, after=None)


def test_the_docstring_is_the_description_and_the_signature_the_schema() -> None:
    schema = tool(echo).schema()
    assert schema["description"] == "Say what was asked."
    assert set(schema["parameters"]["properties"]) == {"subject", "limit", "after"}
    assert schema["parameters"]["required"] == ["subject"]


def test_a_schema_says_nothing_twice() -> None:
    assert tool(echo).schema()["parameters"]["properties"]["after"] == {
        "type": "string",
        "description": "A time.",
    }
    assert '"title"' not in json.dumps([t.schema() for t in TOOLS])


def test_a_parameter_without_a_description_is_refused() -> None:
    with pytest.raises(TypeError, match="subject"):
        tool(undescribed)


@pytest.mark.parametrize(
    "arguments",
    [
        {"subject": ["Ines", "Bruno"], "limit": 10},
        {"subject": '["Ines", "Bruno"]', "limit": "10", "after": ""},
        {"subjects": '["Ines", "Bruno"]', "limit": "10", "after": None},
        '{"subject": ["Ines", "Bruno"], "limit": 10}',
    ],
)
def test_arguments_are_taken_as_models_send_them(arguments: dict[str, Any] | str) -> None:
    result = json.loads(tool(echo).call(CLOCK, arguments))
    assert result == {"subject": ["Ines", "Bruno"], "limit": 10}


def test_broken_arguments_come_back_as_a_sentence() -> None:
    assert tool(echo).call(CLOCK, "{subject: Ines").startswith("Error: ")
    assert "limit" in tool(echo).call(CLOCK, {"subject": ["Ines"], "limit": "many"})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"subject": ["Ines"], "lmit": 3}, "There is no argument 'lmit'; perhaps 'limit'."),
        ({"subject": ["Ines"], "colour": ""}, "There is no argument 'colour'. Arguments: subject"),
        ({"subject": ["Ines"], "entity": ["Bo"]}, "'subject' is given twice, once as 'entity'."),
        ({"limit": 3}, "'subject' is missing. Arguments: subject (needed), limit, after."),
    ],
)
def test_no_argument_is_left_out_in_silence(arguments: dict[str, Any], said: str) -> None:
    assert tool(echo).call(CLOCK, arguments).startswith(f"Error: {said}")


def test_a_schema_allows_no_other_argument() -> None:
    assert all(t.schema()["parameters"]["additionalProperties"] is False for t in TOOLS)


def test_every_tool_has_a_schema_that_json_can_hold() -> None:
    names = [json.loads(json.dumps(t.schema()))["name"] for t in TOOLS]
    assert names == ["list_facts", "search_history", "date_calculator", "open_source", "timeline"]


def calculated(**arguments: Any) -> str:
    return tool(date_calculator).call(CLOCK, arguments)


def test_a_day_is_no_days_from_itself() -> None:
    found = json.loads(calculated(operation="difference", start="2023-05-08", end="2023-05-08"))
    assert found["days"] == "0 days"


def test_a_date_that_does_not_exist_is_named() -> None:
    found = calculated(operation="difference", start="30 Feb 2023", end="2023-03-01")
    assert found.startswith("Error: '30 Feb 2023' is not a date")


def test_months_give_a_range_and_say_why() -> None:
    found = json.loads(calculated(operation="difference", start="2023-08", end="2024-01"))
    assert found["days"].startswith("between ")
    assert "month" in found["note"]


def test_a_weekday_is_told() -> None:
    assert json.loads(calculated(operation="weekday", start="7 May 2023"))["result"] == "Sunday"


def test_units_are_added() -> None:
    found = calculated(operation="add", start="2026-07-17", count="3", unit="weeks")
    assert json.loads(found)["result"] == "7 August 2026"


def test_a_leap_day_is_no_year_before_the_day_after_its_last() -> None:
    """As dateutil counts: 11 months and 30 days, 365 days."""
    leap = {"operation": "difference", "start": "2024-02-29", "unit": "years"}
    found = json.loads(calculated(**leap, end="2025-02-28"))
    assert (found["result"], found["days"]) == ("0 years", "365 days")
    assert json.loads(calculated(**leap, end="2025-03-01"))["result"] == "1 year"


@pytest.mark.parametrize("date", ["30 Feb 2023", "2023-02-30", "31 June 2023", "2023-13-01"])
def test_no_impossible_date_is_reckoned_with(date: str) -> None:
    assert calculated(operation="weekday", start=date).startswith(f"Error: '{date}' is not a date")


def test_a_difference_says_which_came_first() -> None:
    found = json.loads(calculated(operation="difference", start="2023-06-01", end="2023-05-01"))
    assert (found["days"], found["note"]) == ("31 days", "1 May 2023 comes before 1 June 2023")


def test_what_leaves_the_calendar_is_said() -> None:
    found = calculated(operation="add", start="2024-01-31", count=10**6, unit="years")
    assert "leaves the calendar" in found


def test_two_times_are_compared_in_words() -> None:
    found = json.loads(calculated(operation="compare", start="May 2023", end="8 May 2023"))
    assert found["result"] == "May 2023 contains 8 May 2023"


def test_arguments_that_are_no_object_get_a_sentence_with_the_names() -> None:
    found = tool(echo).call(CLOCK, "{subject: Ines")
    names = "subject (needed), limit, after"
    assert found == f"Error: The arguments are not a JSON object. Arguments: {names}."


def test_a_tool_is_described_as_chat_apis_take_it() -> None:
    described = tool(echo).openai()
    assert described["type"] == "function"
    assert described["function"]["parameters"]["type"] == "object"
