"""Tools, resources and prompts asked over HTTP, one message at a time, as a client of any bearer would."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import httpx
from django.core.cache import cache
from django.db import connections

from mcp_gateway.toolsets import TOOLSETS
from tests.isolation.asked_by import whole
from tests.isolation.asking import Answer, likeness, traces
from tests.isolation.changes import Owned, Watch
from tests.isolation.fields import TOOLS
from tests.isolation.requests import BY_TYPE
from tests.isolation.stage import MARK, Stage
from tests.isolation.table import WORKS
from tests.isolation.values import FIELDS, hers, nobodys

OK = "ok"
MAKING = {"memory_remember", "memory_propose", "memory_handoff_create"}
"""What they make stays, so that a second call is answered otherwise anyway."""
CODE = re.compile(r"[A-Z]+_?[A-Z_]+")


def tools() -> list[tuple[str, str]]:
    """Every tool of every toolset, by the names that clients use."""
    return [(toolset, tool.called) for toolset, kept in TOOLSETS.items() for tool in kept]


def arguments(toolset: str, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """What the tool must be given, what names something, and what TOOLS says."""
    (tool,) = [tool for tool in TOOLSETS[toolset] if tool.called == name]
    extra = {
        field: values[value[1:]] if isinstance(value, str) and value.startswith("=") else value
        for field, value in {**TOOLS.get(name, {}), **TOOLS.get(f"{toolset} {name}", {})}.items()
    }
    required = tool.parameters.get("required", [])
    known = {**FIELDS, **values, **extra}
    return {
        field: _value(field, schema, known)
        for field, schema in tool.parameters.get("properties", {}).items()
        if extra.get(field, ...) is not None and (field in required or field in values or field in extra)
    }


def _value(field: str, schema: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    value = (
        known[field] if field in known else schema.get("enum", [BY_TYPE.get(schema.get("type", "string"))])[0]
    )
    return [value] if schema.get("type") == "array" and not isinstance(value, list) else value


class Speaker:
    """One bearer at the endpoint. What it changes stays; `spare` says what of alice's must not change."""

    def __init__(self, stage: Stage, url: str, bearer: str, *, spare: Owned | None = None) -> None:
        self.stage = stage
        self.real = {**hers(stage), "uri": f"memory://default/{MARK}-tea", "topic": "the zorblattea"}
        self.made_up = nobodys(self.real)
        self.watch = Watch(spare or whole(stage), connections["owner"])
        headers = {"authorization": f"Bearer {bearer}"}
        self.http = stage.opened.enter_context(httpx.Client(base_url=url, headers=headers, timeout=60))

    def say(self, method: str, params: Mapping[str, Any], *, toolset: str = "memory") -> Answer:
        cache.clear()
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}
        headers = {"accept": "application/json, text/event-stream", "continuum-toolsets": toolset}
        response = self.http.post("", json=message, headers={**headers, "continuum-agent": "codex"})
        changed = tuple(self.watch.changed())
        if changed:
            self.watch.begin()
        return Answer(response.status_code, "\n" + response.text, changed, str(params))

    def call(self, toolset: str, name: str, values: Mapping[str, Any]) -> Answer:
        asked = {"name": name, "arguments": arguments(toolset, name, values)}
        return self.say("tools/call", asked, toolset=toolset)

    def faults(self, toolset: str, name: str, *, compared: bool = False, reads: bool = False) -> list[str]:
        """As for routes (asked_by.py): what of alice's a tool shows, changes or gives away."""
        found = self.call(toolset, name, self.real)
        wrong = (
            [] if reads else [f"shows {trace!r}" for trace in sorted(traces(self.stage, found, self.real))]
        )
        wrong += [f"changes {table}" for table in found.changed]
        if compared and name not in MAKING:
            other = self.call(toolset, name, self.made_up)
            wrong += [f"shows {trace!r} unasked" for trace in sorted(traces(self.stage, other, self.made_up))]
            if likeness(found, self.real) != likeness(other, self.made_up):
                wrong.append("tells what is alice's from what is not there")
        return [f"{toolset} {name} {each}" for each in wrong]

    def works(self, toolset: str, name: str) -> str:
        """Alice's own outcome, marked where the call showed or changed something of hers."""
        found = self.call(toolset, name, self.real)
        seen = found.changed or traces(self.stage, found, self.real)
        return f"{outcome(found)}{WORKS if seen else ''}"


def outcome(answer: Answer) -> str:
    """ok, the code of a refusal, or the status where no message came back."""
    told = json.loads(answer.text) if answer.text.strip() else {}
    if "result" not in told:
        return str(told.get("error", {}).get("code", answer.status))
    if not told["result"].get("isError"):
        return OK
    found = CODE.search(str(told["result"]["content"][0]["text"]))
    return found[0] if found else "refused"
