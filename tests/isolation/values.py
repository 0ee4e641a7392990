"""What the parameters of addresses, bodies, forms and tools are filled with: alice's own, or others of the
same make that name nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from continuum.kernel.ids import new_id
from tests.isolation.stage import MARK, Stage, owner_rows

Filled = Mapping[str, Any]

NAMES = {
    "name": f"{MARK}-tea",
    "key": f"{MARK}-tea",
    "task_id": f"{MARK}-task",
    "taskId": f"{MARK}-task",
    "entity": "Zorblatana",
    "explain": f"{MARK}-tea",
    "query": "Which tea is the zorblattea?",
    "question": "Which tea is the zorblattea?",
    "prompt": "Which tea is the zorblattea that stands in the hall, and what are the rules for it?",
}
"""What a stranger might guess, or have been told."""
IDS = {
    "revision_id": "SELECT id FROM memories_revision WHERE workspace_id = %s AND status = 'proposed'",
    "memory_id": "SELECT id FROM memories_memory WHERE workspace_id = %s AND quarantined_at IS NOT NULL",
    "memoryId": f"SELECT id FROM memories_memory WHERE workspace_id = %s AND name = '{MARK}-tea'",
    "id": f"SELECT id FROM memories_memory WHERE workspace_id = %s AND name = '{MARK}-prefs'",
    "handoff_id": "SELECT id FROM memories_handoff WHERE workspace_id = %s AND summary LIKE 'Zorblat%%'",
    "policy_id": "SELECT id FROM memories_policy WHERE workspace_id = %s",
    "batch_id": "SELECT id FROM memories_batch WHERE workspace_id = %s",
    "import_id": f"SELECT id FROM memories_import WHERE workspace_id = %s AND filename = '{MARK}.md'",
    "transfer_id": (
        "SELECT t.id FROM memories_transfer t JOIN memories_workspace w ON w.owner_id = t.user_id"
        " WHERE w.id = %s AND t.state = 'done'"
    ),
    "golden_id": "SELECT id FROM memories_goldenquestion WHERE workspace_id = %s",
}
"""Rows of alice's default workspace, by the parameter that names one."""
OF_ROUTES = {
    "erasures/": "SELECT id FROM memories_memory WHERE workspace_id = %s AND erasure_asked_at IS NOT NULL",
    "take-back": "SELECT id FROM memories_revision WHERE workspace_id = %s AND content LIKE 'Proposal 1%%'",
}
"""Where a parameter of the same name means another row: by a part of the address."""
NUMBERS = {
    "connection_id": "SELECT id FROM oauth_connection WHERE user_id = %s",
    "token_id": "SELECT id FROM oauth_personaltoken WHERE user_id = %s AND revoked_at IS NULL",
}
"""Rows of alice's account."""
OF_THE_TEAM = {
    "invitation": "SELECT id FROM memories_workspaceinvitation WHERE workspace_id = %s",
    "member": "SELECT user_id FROM memories_membership WHERE workspace_id = %s AND role = 'reader'",
}
"""Rows of the workspace that others enter too."""
OBJECTS = {
    "memories/activity": "SELECT id FROM memories_activity WHERE workspace_id = %s",
    "memories/event": "SELECT id FROM memories_event WHERE workspace_id = %s",
    "memories/fact": "SELECT id FROM memories_fact WHERE workspace_id = %s",
    "memories/entity": "SELECT id FROM memories_entity WHERE workspace_id = %s",
    "memories/extractionbudget": "SELECT workspace_id FROM memories_extractionbudget WHERE workspace_id = %s",
    "memories/handoff": IDS["handoff_id"],
    "memories/policy": IDS["policy_id"],
    "memories/proposal": IDS["revision_id"],
    "memories/memory": IDS["memoryId"],
    "memories/workspace": "SELECT id FROM memories_workspace WHERE id = %s",
}
"""What the admin shows of her store, by the model's part of the address. Of accounts, see ACCOUNTS."""
ACCOUNTS = {
    "oauth/user": "SELECT id FROM oauth_user WHERE id = %s",
    "oauth/personaltoken": "SELECT id FROM oauth_personaltoken WHERE user_id = %s",
    "oauth/connection": "SELECT id FROM oauth_connection WHERE user_id = %s",
    "oauth/accountevent": "SELECT id FROM oauth_accountevent WHERE user_id = %s",
}
NEUTRAL: dict[str, Any] = {
    "workspace": "default",
    "app_label": "memories",
    "content_type_id": 1,
    "url": "nowhere",
    "uidb36": "1",
    "invitation_id": "0190a000-0000-7000-8000-000000000000",
    "secret": "a-secret-that-is-none",
}
"""What names no row of anybody's, and is the same for both."""
FIELDS: dict[str, Any] = {
    "accept": True,
    "action": "remember",
    "answer": "release",
    "client": "token:codex",
    "content": "Somebody else wrote this.",
    "confirm": "delete everything",
    "count": 3,
    "decision": "approve",
    "description": "what it is",
    "idempotency_key": "an-own-key",
    "idempotencyKey": "an-own-key",
    "items": [{"content": "Somebody else wrote this.", "name": "bulk"}],
    "kind": "reference",
    "last": 1,
    "mode": "review",
    "new_name": "Somebody Else",
    "purpose": "general",
    "recall": "manual",
    "status": "active",
    "scope": "user",
    "summary": "Go on.",
    "text": "Somebody else wrote this.",
    "to_version": 1,
    "from_version": 1,
    "tokens": 1,
    "trust": "agent",
    "type": "reference",
    "value": "another value",
    "within": 5,
    "write_mode": "replace",
}
"""The rest of what requests must hold. What a request needs that is not here goes into `requests.py`."""


def hers(stage: Stage) -> dict[str, Any]:
    """Every parameter that names something, naming something of alice's."""
    found: dict[str, Any] = {**NEUTRAL, **NAMES}
    found |= {name: str(_first(select, stage.default)) for name, select in IDS.items()}
    found |= {name: _first(select, stage.alice.pk) for name, select in NUMBERS.items()}
    found |= {_object(model): str(_first(select, stage.default)) for model, select in OBJECTS.items()}
    found |= {_object(model): _first(select, stage.alice.pk) for model, select in ACCOUNTS.items()}
    found |= {route: str(_first(select, stage.default)) for route, select in OF_ROUTES.items()}
    found |= {name: str(_first(select, stage.workspaces["team"])) for name, select in OF_THE_TEAM.items()}
    found |= {"pk": 1, "user_id": stage.alice.pk, "email": stage.alice.email}
    found |= {"into": "Zorblatcorp", "tag": f"{MARK}-tag"}
    return _with_kin(found)


def nobodys(real: Filled) -> dict[str, Any]:
    """The same parameters, of the same make, naming nothing."""
    found = {
        name: value.replace("orblat", "arplut") for name, value in real.items() if isinstance(value, str)
    }
    numbers = {
        name: 900_000 + place
        for place, name in enumerate([*NUMBERS, *map(_object, ACCOUNTS), "pk", "user_id"])
    }
    ids = {name: str(new_id()) for name in [*IDS, *OF_ROUTES, *map(_object, OBJECTS)]}
    ids |= {name: str(900_000) for name in ids if real[name].isdigit()}
    ids |= {"invitation": str(new_id()), "member": "900009"}
    return _with_kin({**real, **found, **ids, **numbers, **NEUTRAL})


def _object(model: str) -> str:
    return f"object_id of {model}"


def _with_kin(found: dict[str, Any]) -> dict[str, Any]:
    """What requests spell otherwise, or name in lists."""
    return {
        **found,
        "memories": [found["name"]],
        "names": [found["name"]],
        "supersedes": [found["name"]],
        "third": found["name"].replace("-tea", "-rule"),
        "other": found["name"].replace("-tea", "-link"),
        "speaking": [found["name"].replace("-tea", "-ana")],
        "revision_ids": [found["revision_id"]],
        "ids": [found["revision_id"]],
        "object_id": found["user_id"],
    }


def _first(select: str, of: Any) -> Any:
    rows = owner_rows(f"{select} ORDER BY 1 LIMIT 1", [of])
    assert rows, f"Alice has nothing to name: {select}. Give her some in tests/isolation/stage.py."
    return rows[0][0]
