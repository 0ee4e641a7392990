"""`python -m bench.load.people 10 5`: makes ten people with five agents each, prints their bearers."""

from __future__ import annotations

import json
import sys

import django

django.setup()

from continuum.kernel.actor import EVERYTHING, Actor, Permission  # noqa: E402
from memories.models import Mode  # noqa: E402
from memories.services.workspaces import ensure_default_workspace  # noqa: E402
from oauth.models import User  # noqa: E402
from oauth.services.tokens import issue_token  # noqa: E402

GRANTED = (Permission.READ, Permission.WRITE)


def agents_of(name: str, count: int) -> list[dict[str, str]]:
    """A new person whose agents' writes need no approval, and a bearer for each of so many agents."""
    person = User.objects.create_user(name, email=f"{name}@example.com")
    owner = Actor(user_id=person.pk, client="sign-in", permissions=EVERYTHING, person=True)
    ensure_default_workspace(owner, mode=Mode.AUTO)
    names = [f"{name}-agent-{number}" for number in range(count)]
    return [
        {"person": name, "agent": agent, "bearer": issue_token(person, name=agent, permissions=GRANTED)}
        for agent in names
    ]


def main() -> None:
    people, each = map(int, sys.argv[1:])
    print(json.dumps([agent for n in range(people) for agent in agents_of(f"person{n}", each)]))


if __name__ == "__main__":
    main()
