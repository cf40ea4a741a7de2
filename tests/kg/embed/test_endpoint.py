"""Vectors from a server: in batches, normalised, and with its faults told in a line."""

import math

import numpy as np
import pytest

from tests.fake_server import Body, Play, refuses, serving
from tkg.kg.embed import named
from tkg.kg.embed.endpoint import AT_ONCE, EndpointEmbedder
from tkg.kg.errors import ModelError
from tkg.kg.llm.embeddings import EmbeddingsServer


def vectors(*rows: list[float]) -> Play:
    data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    return Play(body={"object": "list", "model": "m", "data": data[::-1], "usage": {}})


def answering(sent: Body) -> Play:
    return vectors(*([float(len(text)), 1.0, 0.0] for text in sent["input"]))


def embedder(url: str, **options: object) -> EndpointEmbedder:
    server = EmbeddingsServer("m", url, "sk-secret-1", sleep=lambda _: None, **options)  # type: ignore[arg-type]
    return EndpointEmbedder("m", server)


def test_vectors_have_length_one_and_the_order_of_the_texts() -> None:
    with serving(answering) as server:
        made = embedder(server.url).embed(["a", "abc"])
    assert np.linalg.norm(made, axis=1) == pytest.approx(1)
    assert made[1, 0] / made[1, 1] == pytest.approx(3)
    assert server.seen[0]["model"] == "m"


def test_how_long_vectors_are_is_read_from_the_reply() -> None:
    with serving(answering) as server:
        found = embedder(server.url)
        assert found.dimensions == 0
        found.embed(["a"])
    assert found.dimensions == 3


def test_many_texts_go_in_several_requests() -> None:
    with serving(answering) as server:
        made = embedder(server.url).embed(["x"] * (AT_ONCE + 1))
    assert made.shape == (AT_ONCE + 1, 3)
    assert [len(sent["input"]) for sent in server.seen] == [AT_ONCE, 1]


def test_an_empty_text_is_not_sent_empty() -> None:
    with serving(answering) as server:
        assert embedder(server.url).embed(["", " "]).shape == (2, 3)
    assert all(text.strip() for text in server.seen[0]["input"])


def test_no_text_needs_no_request() -> None:
    with serving(answering) as server:
        assert len(embedder(server.url).embed([])) == 0
    assert server.seen == []


def test_a_server_that_is_busy_is_asked_again() -> None:
    with serving(refuses(503, "busy"), refuses(429, "slow", retry_after="1"), answering) as server:
        assert embedder(server.url).embed(["a"]).shape == (1, 3)
    assert len(server.seen) == 3


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (refuses(401, "bad key sk-secret-1"), "401"),
        (refuses(404, "no such model"), "no such model"),
        (vectors([1.0], [1.0]), "2 embeddings for 1"),
        (vectors([]), "lengths"),
        (Play(body={"error": "what?"}), "embeddings"),
    ],
)
def test_a_server_that_does_not_answer_well_is_an_error(play: Play, words: str) -> None:
    with serving(play) as server, pytest.raises(ModelError, match=words) as caught:
        embedder(server.url).embed(["a"])
    assert "sk-secret" not in str(caught.value)


def test_vectors_of_another_length_are_refused() -> None:
    with serving(vectors([1.0, 2.0]), vectors([1.0, 2.0, 3.0])) as server:
        found = embedder(server.url)
        found.embed(["a"])
        with pytest.raises(ModelError, match="lengths"):
            found.embed(["a"])


def test_a_server_out_of_reach_is_an_error() -> None:
    with pytest.raises(ModelError, match="does not answer"):
        embedder("http://127.0.0.1:1/v1", timeout=2.0).embed(["a"])


def test_it_is_configured_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named, "_loaded", {})
    with serving(answering) as server:
        monkeypatch.setenv("KG_EMBED_BASE_URL", server.url)
        found = named.embedder("openai:m")
        assert found is not None
        assert found.name == "openai:m"
        assert found.embed(["abcd"])[0, 0] == pytest.approx(4 / math.sqrt(17))


def test_a_long_text_is_cut_into_pieces_that_overlap() -> None:
    words = [f"w{n}" for n in range(2_000)]
    pieces = embedder("http://127.0.0.1:1/v1").pieces(" ".join(words))
    assert all(any(word in piece for piece in pieces) for word in words)
    assert set(pieces[0].split()) & set(pieces[1].split())
    assert max(map(len, pieces)) <= 1_500
