"""What a caller sent is not sent back with its secrets, whatever is wrong with it."""

from __future__ import annotations

import pytest

KEY = "ghp_" + "R7uWq2ZkX9pLm4TnV8sBd3YfHc6JgA1eQw5K"
ASKED = [
    ("POST", "/memories", {"content": "x", KEY: "y"}),
    ("POST", "/memories", {"content": "x", "workspace": KEY}),
    ("POST", "/memories", {"content": "x", "kind": KEY}),
    ("POST", "/memories", {"content": "x", "supersedes": [KEY]}),
    ("GET", f"/memories/{KEY}", None),
    ("GET", f"/memories/tea?workspace={KEY}", None),
    ("GET", f"/recall?query=x&{KEY}=1", None),
    ("GET", f"/recall?query=x&cursor={KEY}", None),
    ("POST", "/proposals/decide", {"decision": KEY, "revision_ids": []}),
    ("PUT", "/policies", {"decision": KEY}),
]


@pytest.mark.parametrize(("method", "path", "body"), ASKED)
def test_no_error_of_the_api_tells_a_secret(api, method: str, path: str, body: object) -> None:
    answer = api.call(method, path, body) if body is not None else api.get(path)
    assert answer.status_code >= 400
    assert KEY[4:] not in answer.content.decode() + str(answer.headers)
