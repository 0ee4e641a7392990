"""Who is asking: a bearer or a signed-in person becomes the Actor that every verb takes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.conf import settings

from continuum.kernel.actor import DASHBOARD, EVERYTHING, Actor
from continuum.kernel.errors import Forbidden, Unauthorized
from continuum.kernel.watching import note_client
from memories.services.workspaces import ways_in
from oauth.models import User
from oauth.services.standings import Standing, find_standing

MAX_AGENT = 100
_NO_GOOD = "This token is unknown, expired or revoked."


@dataclass(frozen=True, slots=True)
class Admitted:
    """Who a bearer let in, and which toolsets were granted with it: None where the connection chooses."""

    actor: Actor
    toolsets: frozenset[str] | None = None


def admit(bearer: str, *, agent: str = "", audience: str = "") -> Admitted:
    """Who is behind a bearer that is shown to this audience, acting through the named agent.

    A personal token is good everywhere, an OAuth token only for the resource it was given for. Raises
    Unauthorized in the same words whatever is wrong with the bearer, Forbidden for an agent that this
    installation does not let in.
    """
    standing = require_standing(bearer)
    if standing.resource and standing.resource != audience:
        raise Unauthorized(_NO_GOOD)
    note_client(standing.actor.client)
    name = allowed_agent(agent or standing.actor.via)
    return Admitted(
        actor=replace(standing.actor, agent=name, private=settings.ALLOW_PRIVATE),
        toolsets=standing.toolsets,
    )


def require_standing(bearer: str) -> Standing:
    """What a bearer stands for, whatever it is shown to. Raises Unauthorized where it is nothing."""
    standing = find_standing(bearer)
    if standing is None:
        raise Unauthorized(_NO_GOOD)
    return standing


def actor_for_bearer(bearer: str, *, agent: str = "") -> Actor:
    """The actor behind a bearer where OAuth tokens are no good. Raises what `admit` raises."""
    return admit(bearer, agent=agent).actor


def actor_for_user(user: User, *, client: str = DASHBOARD, zone: str = "") -> Actor:
    """The actor for a person who is here now, with all that is theirs, reading dates in the zone, or in the
    account's. Raises Unauthorized: a closed account.
    """
    if not user.is_active:
        raise Unauthorized("This account is closed.")
    note_client(client)
    ways = ways_in(user.pk)
    return Actor(
        user_id=user.pk,
        client=client,
        workspaces=ways.workspaces,
        roles=ways.roles,
        permissions=EVERYTHING,
        timezone=zone or user.timezone,
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
