"""The sheet for judges lists every relation that has held more than one value."""

from __future__ import annotations

from tests.kg.graph.tellings import store, tell
from tkg.bench.closures import several


def test_values_one_after_another_come_before_values_side_by_side() -> None:
    held = store(
        [
            tell("2024-01-01", "likes", "trains"),
            tell("2024-01-02", "likes", "boats"),
            tell("2024-01-03", "lives in", "Porto"),
            tell("2024-02-03", "lives in", "Faro"),
            tell("2024-02-04", "speaks", "Dutch"),
        ]
    )
    first, second = several(held)
    assert first.startswith("- Ines | lives in: Faro (current")
    assert "Porto (ended" in first
    assert second.startswith("- Ines | likes: ")
    assert "boats" in second
