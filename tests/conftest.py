"""Fixtures, and one promise: no test reaches the network."""

from __future__ import annotations

import socket
from typing import Any

import pytest

_connect = socket.socket.connect
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that leaves this machine; a fake server on loopback is allowed."""

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] not in LOOPBACK:
            raise RuntimeError(f"A test tried to reach {address}. Use a fake server or a cassette.")
        _connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
