"""Whatever is sent, the answer is a documented refusal and never an error of ours."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.memories.api.conftest import problem

DEEP = b'{"value": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
NESTED = '{"value": ' + '{"a":' * 70 + "1" + "}" * 71
BAD_BODIES = [
    b"", b"[]", b'"text"', b"null", b"17", b"{", b"\xff\xfe", b"{} {}", DEEP, NESTED.encode(),
    b'{"content": NaN}', b'{"value": 1e999}', b'{"value": -Infinity}', b'{"value": ' + b"9" * 5000 + b"}",
    b'{"content": "nul \\u0000"}', b'{"content": "half \\ud800"}', b'{"value": {"a": "\\u0000"}}',
    b'{"value": {"\\ud800": 1}}', b'{"value": {"\\u0000": 1}}', b'{"content": ""}', b'{"content": " \\n"}',
    b'{"content": 1}', b'{"content": ["x"]}', b'{"content": {}}', b'{"content": true}', b'{"content": null}',
    b'{"content": "x", "value": 1}', b'{"content": "x", "name": "a/b"}',
    b'{"content": "x", "name": 5}',
    b'{"content": "x", "tags": "a,b"}', b'{"content": "x", "tags": [["a"]]}',
    b'{"content": "x", "tags": [null]}',
    b'{"content": "x", "confidence": true, "basis": "agent_inferred"}',
    b'{"content": "x", "confidence": 1e300, "basis": "agent_inferred"}',
    b'{"content": "x", "confidence": 0.5}', b'{"content": "x", "expected_version": 1.5}',
    b'{"content": "x", "expected_version": -1}', b'{"content": "x", "expires_at": "soon"}',
    b'{"content": "x", "expires_at": "2030-01-01T00:00:00"}',
    b'{"content": "x", "expires_at": "0001-01-01T00:00:00+14:00"}',
    b'{"content": "x", "write_mode": "prepend"}', b'{"content": "x", "recall": "loudly"}',
    b'{"content": "x", "scope": "task"}', b'{"content": "x", "scope": "galaxy"}',
    b'{"content": "x", "kind": "\\ud800"}',
    b'{"content": "x", "clear": ["content"]}', b'{"content": "x", "source": "\\u0000"}',
    b'{"content": "x", "idempotency_key": "\\u0000"}', b'{"content": "x", "trust": "blind"}',
]  # fmt: skip
BAD_QUERIES = [
    "limit=0", "limit=101", "limit=-1", "limit=x", "limit=1.5", "limit=" + "9" * 400, "limit=" + "9" * 5000,
    "cursor=x", "cursor=" + "A" * 5000, "statuses=gone", "tiers=x", "scopes=x", "trust=x",
    "since=yesterdayish", "since=2026-13-01", "until=" + "9" * 50, "limt=5", "private=perhaps", "names=%00",
    "task_id=%00", "kinds=%00", "query=%20", "query=" + "x" * 10_001,
]  # fmt: skip


@pytest.mark.parametrize("body", BAD_BODIES, ids=lambda body: body[:40].decode("latin-1"))
def test_a_body_that_makes_no_sense_is_refused(api, body: bytes) -> None:
    problem(api.post("/memories", body), 400, "VALIDATION_ERROR")


@pytest.mark.parametrize("query", BAD_QUERIES, ids=lambda query: query[:40])
def test_a_query_that_makes_no_sense_is_refused(api, query: str) -> None:
    problem(api.get(f"/recall?{query}"), 400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    "query", ["'; DROP TABLE--", "a & | ! ( ) : * <-> \\", '"', "the of and", "\x00", "🙂", "%_"]
)
def test_any_text_is_a_question(api, query: str) -> None:
    api.post("/memories", {"content": "Something to find."})
    body = {"query": query}
    answer = api.post("/recall", body)
    assert answer.status_code in {200, 400}
    if answer.status_code == 400:
        assert problem(answer, 400, "VALIDATION_ERROR")["field"] == "query"


@pytest.mark.parametrize("name", ["nothing", "\x00", "x" * 5000, "..", "%2F", "\ufffd", "'"])
@pytest.mark.parametrize("path", ["", "/history"])
def test_a_name_that_nobody_has_is_not_found(api, name: str, path: str) -> None:
    answer = api.get(f"/memories/{quote(name, safe='')}{path}")
    assert answer.status_code in {400, 404}
    problem(
        answer, answer.status_code, {400: "VALIDATION_ERROR", 404: "MEMORY_NOT_FOUND"}[answer.status_code]
    )


@pytest.mark.parametrize(
    "path", ["/nowhere", "/memories/a/b/c", "/proposals/not-a-uuid/approve", "/", "/memories/"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_address_that_is_none_is_told_in_json(api, method: str, path: str) -> None:
    problem(api.call(method, path), 404, "MEMORY_NOT_FOUND")


def test_a_method_that_is_none_is_told(api) -> None:
    answer = api.call("PUT", "/memories", {})
    problem(answer, 405, "VALIDATION_ERROR")
    assert answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_form_is_no_json(api) -> None:
    answer = api.client.post(
        "/api/v1/memories", {"content": "x"}, headers={"Authorization": f"Bearer {api.bearer}"}
    )
    problem(answer, 415, "VALIDATION_ERROR")


def test_unknown_fields_are_named_not_dropped(api) -> None:
    told = problem(api.post("/memories", {"content": "x", "contnet": "y"}), 400, "VALIDATION_ERROR")
    assert told["errors"] == {"contnet": ["There is no such field."]} and told["field"] == "contnet"


def test_a_query_beside_a_body_is_refused(api) -> None:
    api.post("/memories", {"content": "x", "name": "x"})
    told = problem(api.post("/memories/x/archive?workspace=team"), 400, "VALIDATION_ERROR")
    assert told["field"] == "workspace"
    assert api.get("/memories/x").status_code == 200


def test_a_megabyte_fits_and_a_byte_more_does_not(api) -> None:
    whole = "x" * 99 + "\n"
    text = whole * 10485 + "y" * 76
    assert len(text) == 1024 * 1024
    assert api.post("/memories", {"content": text, "name": "big"}).status_code == 201
    problem(api.post("/memories", {"content": text + "z"}), 400, "VALIDATION_ERROR")


def test_a_body_beyond_all_measure_is_not_read(api, settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
    problem(api.post("/memories", {"content": "x" * 10_000}), 413, "VALIDATION_ERROR")


def test_text_is_never_in_a_refusal(api) -> None:
    secret = "the launch code is 8231"
    for body in ({"content": secret, "scope": "task"}, {"content": secret + "\x00"}, {"content": [secret]}):
        assert "8231" not in api.post("/memories", body).text
