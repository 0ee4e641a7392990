from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from memories.engines.base import EmbeddingUnavailable
from memories.engines.openai_http.transport import Limits
from tests.memories.engines.openai_http.embedding_server import Reply, good, status

TEXT = "the secret plan"


@pytest.mark.parametrize("code", [429, 500, 502, 503, 529])
def test_passing_trouble_is_tried_again(server, client, code):
    server.script = [status(code), status(code)]
    assert client().embed([TEXT]).shape == (1, 8)
    assert len(server.requests) == 3


@pytest.mark.parametrize("code", [429, 500])
def test_lasting_trouble_is_given_up_after_so_many_tries(server, client, code):
    server.script = [status(code)] * 9
    with pytest.raises(EmbeddingUnavailable, match=rf"answered {code}, in 3 tries") as caught:
        client().embed([TEXT])
    assert len(server.requests) == 3
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("code", [301, 400, 401, 403, 404, 413, 422])
def test_a_refusal_is_not_tried_again_and_its_words_are_not_repeated(server, client, code):
    server.script = [status(code)]
    with pytest.raises(
        EmbeddingUnavailable, match=f"127.0.0.1:{server.server_port}/v1 answered {code}"
    ) as caught:
        client(api_key="sesame").embed([TEXT])
    assert len(server.requests) == 1
    assert not {"secret", "sesame"} & set(str(caught.value).split())


def test_it_waits_as_long_as_it_is_asked_to(server, client):
    server.script = [status(429, Retry_After="1")]
    started = time.monotonic()
    client(limits=Limits(first_wait=0.0, longest_wait=5.0)).embed([TEXT])
    assert 1.0 <= time.monotonic() - started < 4.0


@pytest.mark.parametrize("asked", ["3600", "date", "soon", "-5", ""])
def test_no_wait_is_longer_than_the_longest(server, client, asked):
    an_hour_on = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    server.script = [status(429, Retry_After=an_hour_on if asked == "date" else asked)]
    started = time.monotonic()
    assert client().embed([TEXT]).shape == (1, 8)
    assert time.monotonic() - started < 5


def test_a_wait_that_would_outlast_the_whole_is_not_begun(server, client):
    server.script = [status(429, Retry_After="9")]
    started = time.monotonic()
    with pytest.raises(EmbeddingUnavailable, match="answered 429, in 1 tries"):
        client(limits=Limits(whole=2.0, longest_wait=60.0)).embed([TEXT])
    assert time.monotonic() - started < 2


def test_a_silent_server_is_given_up(server, client):
    server.script = [lambda request: Reply(pause=2.0)] * 2
    with pytest.raises(EmbeddingUnavailable, match=r"could not be reached \(ReadTimeout\), in 2 tries"):
        client(limits=Limits(one_try=0.3, tries=2, first_wait=0.01)).embed([TEXT])


def test_a_server_that_sends_drop_by_drop_gets_no_longer_than_a_silent_one(server, client):
    server.script = [lambda request: Reply(b" " * 200, pause=0.05, drop_by_drop=True)]
    started = time.monotonic()
    with pytest.raises(EmbeddingUnavailable, match=r"took longer than 0\.4 s"):
        client(limits=Limits(one_try=0.4, tries=1)).embed([TEXT])
    assert time.monotonic() - started < 4


def test_an_endless_answer_is_cut_off(server, client):
    server.script = [lambda request: Reply(b" " * 100_000)]
    with pytest.raises(EmbeddingUnavailable, match="sent more than 5000 bytes"):
        client(limits=Limits(answer_bytes=5000)).embed([TEXT])


@pytest.mark.parametrize("body", [b"", b"<html>oops</html>", b'{"data": [', b"\xff\xfe", b"[" * 100_000])
def test_an_answer_that_is_not_json_is_refused(server, client, body):
    server.script = [lambda request: Reply(body)]
    with pytest.raises(EmbeddingUnavailable, match="not JSON"):
        client().embed([TEXT])


def test_a_broken_compression_is_refused(server, client):
    server.script = [lambda request: Reply(b"not gzip", headers={"Content-Encoding": "gzip"})]
    with pytest.raises(EmbeddingUnavailable, match="cannot be read"):
        client().embed([TEXT])


def test_a_connection_that_breaks_is_tried_again(server, client):
    server.script = [lambda request: Reply(b"{", hangs_up=True), good]
    assert client().embed([TEXT]).shape == (1, 8)
    assert len(server.requests) == 2


def test_nobody_there_is_unavailable(server, client):
    model = client()
    server.shutdown()
    server.server_close()
    with pytest.raises(EmbeddingUnavailable, match="could not be reached"):
        model.embed([TEXT])


def test_the_key_goes_into_its_header_and_nowhere_without_one(server, client):
    client(api_key="sesame").embed([TEXT])
    client().embed([TEXT])
    assert server.requests[0].headers["Authorization"] == "Bearer sesame"
    assert "Authorization" not in server.requests[1].headers
    assert server.requests[0].path == "/v1/embeddings"
