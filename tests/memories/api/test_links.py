"""Links, through the API."""

from __future__ import annotations

from tests.memories.api.conftest import problem


def test_one_memory_tells_its_links_both_ways(api) -> None:
    api.post("/memories", {"content": "Ask [[ana]] and [[budget|money]].", "name": "plan"})
    api.post("/memories", {"content": "Ana leads.", "name": "ana"})
    plan, ana = api.get("/memories/plan").json(), api.get("/memories/ana").json()
    assert (plan["links"], plan["broken_links"]) == (["ana", "budget"], ["budget"])
    assert ana["backlinks"] == ["plan"]
    assert api.get("/memories/ana?as_of=2100-01-01").json()["backlinks"] == []


def test_broken_links_are_listed(api) -> None:
    api.post("/memories", {"content": "Ask [[ana]].", "name": "plan"})
    assert api.get("/links/broken").json() == {
        "links": [{"memory": "plan", "workspace": "default", "name": "ana"}]
    }
    problem(api.get("/links/broken?limit=0"), 400, "VALIDATION_ERROR")
