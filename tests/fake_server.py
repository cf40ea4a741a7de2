"""A model's server on loopback that plays what it is told to, faults included."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Play:
    """One HTTP answer.

    Attributes:
        events: Sent one by one instead of the body, as a stream.
        drip: Seconds between two of them.
    """

    status: int = 200
    body: Body = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    hang: float = 0.0
    events: tuple[Body, ...] = ()
    drip: float = 0.0


Script = Callable[[Body], Play]


def says(text: str, finish: str = "stop", refusal: str | None = None) -> Play:
    """Answer with words."""
    message = {"role": "assistant", "content": text, "refusal": refusal}
    return Play(
        body={
            "id": "r",
            "object": "chat.completion",
            "created": 0,
            "model": "fake",
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }
    )


def calls(*made: tuple[str, str], text: str = "") -> Play:
    """Answer with calls of tools: (name, arguments as they are written)."""
    play = says(text, finish="tool_calls")
    play.body["choices"][0]["message"]["tool_calls"] = [
        {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(made)
    ]
    return play


def streams(*deltas: Body, drip: float = 0.0) -> Play:
    """Answer piece by piece; the usage comes last, without a choice."""
    chunk = {"id": "r", "object": "chat.completion.chunk", "created": 0, "model": "fake"}
    events = [
        {**chunk, "choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in deltas
    ]
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return Play(events=(*events, {**chunk, "choices": [], "usage": usage}), drip=drip)


def refuses(status: int, message: str, param: str | None = None, **headers: str) -> Play:
    """Answer with an error, as such servers write it."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Play(status, {"error": {"message": message, "param": param, "code": "x"}}, named)


@dataclass
class Server:
    """Where it is, and what it was sent."""

    url: str
    seen: list[Body] = field(default_factory=list)


@contextmanager
def serving(*plays: Play | Script) -> Iterator[Server]:
    """Serve the plays in turn, the last one for ever."""
    waiting = list(plays)
    hung = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.seen.append(sent)
            play = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            play = play(sent) if callable(play) else play
            if play.hang:
                hung.wait(play.hang)
            # A client that has given up closes the connection: that is what is tested.
            with suppress(BrokenPipeError, ConnectionResetError):
                self.stream(play) if play.events else self.answer(play)

        def answer(self, play: Play) -> None:
            data = json.dumps(play.body).encode()
            self.send_response(play.status)
            for name, value in play.headers.items():
                self.send_header(name, value)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def stream(self, play: Play) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            for event in (*play.events, None):
                said = json.dumps(event) if event else "[DONE]"
                self.wfile.write(f"data: {said}\n\n".encode())
                self.wfile.flush()
                hung.wait(play.drip)

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server = Server(f"http://127.0.0.1:{http.server_address[1]}/v1")
    thread = threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        hung.set()
        http.shutdown()
        http.server_close()
        thread.join()
