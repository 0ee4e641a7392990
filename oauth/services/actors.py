"""Who is asking: a bearer or a signed-in person becomes the Actor that every verb takes.

An OAuth access token joins here: it is another kind of bearer, told by its prefix, narrowed by its grant.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from uuid import UUID

from django.conf import settings

from continuum.kernel.actor import EVERYTHING, Actor, Permission
from continuum.kernel.errors import Forbidden, Unauthorized
from memories.services.workspaces import open_workspaces
from oauth.models import PersonalToken, User
from oauth.services.tokens import find_token, note_use

MAX_AGENT = 100
DASHBOARD = "dashboard"


def actor_for_bearer(bearer: str, *, agent: str = "") -> Actor:
    """The actor behind a bearer, acting through the named agent.

    Raises Unauthorized in the same words whatever is wrong with the bearer, Forbidden for an agent that this
    installation does not let in.
    """
    token = find_token(bearer)
    if token is None:
        raise Unauthorized("This token is unknown, expired or revoked.")
    name = allowed_agent(agent)
    note_use(token)
    return Actor(
        user_id=token.user_id,
        client=f"token:{token.pk}",
        agent=name,
        workspaces=_narrowed(token),
        permissions=frozenset(known for known in Permission if known in token.permissions),
        timezone=token.user.timezone,
        private=settings.ALLOW_PRIVATE,
        narrowed=bool(token.workspaces),
    )


def actor_for_user(user: User, *, client: str = DASHBOARD) -> Actor:
    """The actor for a person who is here now, with all that is theirs. Raises Unauthorized: a closed
    account.
    """
    if not user.is_active:
        raise Unauthorized("This account is closed.")
    return Actor(
        user_id=user.pk,
        client=client,
        workspaces=open_workspaces(user.pk),
        permissions=EVERYTHING,
        timezone=user.timezone,
        person=True,
        private=True,
    )


def allowed_agent(agent: str) -> str:
    """The agent's name, cleaned. Raises Forbidden where CONTINUUM_ALLOWED_AGENTS names others only."""
    name = agent_name(agent)
    if settings.ALLOWED_AGENTS and name not in settings.ALLOWED_AGENTS:
        raise Forbidden("This agent is not on the list of agents that this installation lets in.", agent=name)
    return name


def agent_name(agent: str) -> str:
    """What an agent calls itself, in at most MAX_AGENT printable characters; empty when nothing is left."""
    printable = "".join(letter if letter.isprintable() else " " for letter in agent)
    return " ".join(printable.split())[:MAX_AGENT].rstrip()


def _narrowed(token: PersonalToken) -> Mapping[str, UUID]:
    everywhere = open_workspaces(token.user_id)
    return MappingProxyType(
        {
            name: known
            for name, known in everywhere.items()
            if not token.workspaces or known in token.workspaces
        }
    )
