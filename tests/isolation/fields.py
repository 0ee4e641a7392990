"""What single routes need to do their work, by pattern, or by method and pattern: without it they would
refuse before they look.

A text that begins with "=" is that parameter of tests/isolation/values.py; None leaves a parameter out.
"""

from __future__ import annotations

from typing import Any

ASKED = "Which tea is the zorblattea?"
EXTRA: dict[str, dict[str, Any]] = {
    # --- The API
    "POST api/v1/memories": {"content": "Somebody else wrote this.", "task_id": None, "supersedes": None},
    "api/v1/memories/<str:name>": {"task_id": None},
    "api/v1/memories/<str:name>/archive": {"task_id": None},
    "api/v1/memories/<str:name>/restore": {"task_id": None},
    "api/v1/memories/<str:name>/recall-tier": {"task_id": None},
    "api/v1/memories/<str:name>/revert": {"task_id": None, "to_version": 1},
    "api/v1/memories/<str:name>/history": {"task_id": None},
    "api/v1/facts": {"task_id": None},
    "POST api/v1/golden": {"task_id": None},
    "POST api/v1/imports": {"text": "- Somebody else wrote this.", "file": None},
    "PUT api/v1/policies": {"decision": "store", "action": "remember"},
    "POST api/v1/workspaces": {"name": "another"},
    "PATCH api/v1/workspaces/<str:workspace>": {"mode": "review", "name": None},
    "api/v1/memories/<str:name>/diff": {
        "task_id": None,
        "from_revision": None,
        "to_revision": None,
        "to_version": 2,
    },
    "api/v1/memories/<str:name>/append": {"task_id": None},
    "api/v1/recall": {"explain": None},
    "api/v1/undo": {"client": "token:codex", "last": 1},
    "api/v1/retention": {"events": 0},
    "api/v1/guide": {"expected_number": None},
    "api/v1/extraction-budget": {"micros": None},
    "api/v1/purge": {"confirm": "purge"},
    "api/v1/proposals/<uuid:revision_id>/approve-edited": {"value": None, "content": "In other words."},
    "DELETE api/v1/workspaces/<str:workspace>": {"workspace": "team"},
    "api/v1/quarantine/<uuid:memory_id>": {"answer": "forget"},
    "POST api/v1/entities/merge": {"name": "=entity", "into": "=into"},
    "POST api/v1/entities/split": {"name": "=entity", "new_name": "Somebody Else", "memories": "=speaking"},
    "PATCH api/v1/entities/<str:name>": {"new_name": "Somebody Else"},
    "api/v1/batches/<uuid:batch_id>/decide": {"decision": "approve"},
    "POST api/v1/handoffs": {"memories": None},
    "api/v1/export": {"kind": "json"},
    "api/recall": {"q": "=query"},
    "v1/context-pack": {"query": "=query"},
    "v1/query": {"query": "=query"},
    "POST v1/handoffs": {"taskId": "=task_id", "summary": "Go on.", "idempotencyKey": "an-own-key"},
    "hook/context": {"prompt": "=prompt"},
    "hook/session": {"transcript": "User: I always drink tea.", "session_id": "s-1"},
    # --- Pages
    "memories": {"q": "=query", "private": "1"},
    "memory/revert": {"to_number": "1"},
    "memory/edit": {"expected_version": "2"},
    "memory/tier": {"tier": "manual"},
    "memory/forget": {"again": "=name", "sure": "1"},
    "graph": {"around": "=entity"},
    "graph/thing": {"name": "=entity"},
    "graph/merge": {"name": "=entity", "into": "=into"},
    "graph/split": {"name": "=entity", "memories": "=speaking", "new_name": "Somebody Else"},
    "graph/rename": {"name": "=entity", "new_name": "Somebody Else"},
    "handoffs/<uuid:handoff_id>/settle": {"wanted": "decline"},
    "imports/<uuid:import_id>/decide": {"wanted": "discard"},
    "guide/edit": {"expected_number": "2"},
    "guide/back": {"to": "1"},
    "guide/changes": {"to": "1"},
    "backups/purge": {"confirm": "purge"},
    "settings/delete": {"workspace": "team", "again": "team"},
    "settings/change": {"name": "default", "mode": "review"},
    "settings/make": {"name": "another"},
    "settings/retention/keep": {"events": "0"},
    "settings/secrets/guard": {"github_token": "off"},
    "settings/policies/decide": {"policy": "=policy_id", "wanted": "delete"},
    "settings/exclusions/lift": {"exclusion": "1"},
    "settings/golden/unpin": {"golden": "=golden_id"},
    "settings/quarantine/<uuid:memory_id>/decide": {"answer": "forget"},
    "connections/<int:connection_id>/narrow": {
        "workspaces": "default",
        "permissions": "memory:read",
        "toolsets": "memory",
    },
    "tokens": {"name": "another", "permissions": "memory:read"},
    # --- The admin
    "admin/memories/memory/quarantine/<uuid:memory_id>/decide/": {"answer": "forget"},
}
