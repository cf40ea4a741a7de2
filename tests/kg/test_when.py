"""Moments as people and programs write them."""

from __future__ import annotations

import pytest

from tkg.kg.errors import UsageError
from tkg.kg.when import moment

MOMENT = "2023-05-20T02:21:00+00:00"


@pytest.mark.parametrize(
    "text",
    [
        "2023-05-20T02:21",
        "2023-05-20T02:21Z",
        "2023-05-20 04:21+02:00",
        "2023/05/20 (Sat) 02:21",
        "20 May 2023 02:21",
        "2:21 am on 20 May, 2023",
        "May 20, 2023 at 2:21 AM",
        "Sat, 20 May 2023 02:21:00 GMT",
        "Sat May 20 02:21:00 2023",
    ],
)
def test_one_moment_in_many_writings(text: str) -> None:
    assert moment(text).timestamp() == moment(MOMENT).timestamp()


@pytest.mark.parametrize("text", ["2023-05-20", "2023/05/20", "20 May 2023", "20230520"])
def test_a_day_is_its_midnight(text: str) -> None:
    assert moment(text).isoformat() == "2023-05-20T00:00:00+00:00"


@pytest.mark.parametrize(
    "text", ["", "soon", "8 May", "May 2023", "30 Feb 2023", "2023-02-30", "20 May 2023 or so 7"]
)
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a date"):
        moment(text)
