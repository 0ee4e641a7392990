"""`python -m tests.deployment.people`: makes alice, prints her password and a bearer."""

from __future__ import annotations

import json
import secrets

import django

django.setup()

from continuum.kernel.actor import EVERYTHING, Actor, Permission  # noqa: E402
from memories.models import Mode  # noqa: E402
from memories.services.workspaces import ensure_default_workspace  # noqa: E402
from oauth.models import User  # noqa: E402
from oauth.services.tokens import issue_token  # noqa: E402


def main() -> None:
    password = secrets.token_urlsafe(16)
    alice = User.objects.create_user("alice", email="alice@example.com", password=password)
    owner = Actor(user_id=alice.pk, client="sign-in", permissions=EVERYTHING, person=True)
    ensure_default_workspace(owner, mode=Mode.AUTO)
    bearer = issue_token(alice, name="agent", permissions=list(Permission))
    print(json.dumps({"name": "alice", "password": password, "bearer": bearer}))


if __name__ == "__main__":
    main()
