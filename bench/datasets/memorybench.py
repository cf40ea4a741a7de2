"""placeholder"""
from collections.abc import Iterator
from typing import Any
from tkg.bench.datasets.case import Conversation
def detects(content: Any) -> bool: return False
def conversations(content: Any) -> Iterator[Conversation]: return iter(())
