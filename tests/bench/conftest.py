"""What tests of the bench share."""

import pytest

from tests.bench.bench_cases import made
from tkg.bench.datasets.case import Dataset


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """A made-up benchmark of one short conversation."""
    return made(tmp_path_factory.mktemp("made"))
