"""Who acts now: the first argument of every verb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from continuum.kernel.errors import Forbidden

DEFAULT_WORKSPACE = "default"
DASHBOARD = "dashboard"
"""The client of what a person does here, signed in: no connection has this key."""


class Permission(StrEnum):
    """What a connection may be granted; OAuth calls these strings scopes."""

    READ = "memory:read"
    WRITE = "memory:write"
    FORGET = "memory:forget"
    REVIEW = "memory:review"
    WEB = "web"
    ADMIN = "admin"


EVERYTHING = frozenset(Permission)


@dataclass(frozen=True, slots=True)
class Actor:
    """One user, through one client, in the workspaces and with the permissions it was granted.

    `client` is an opaque key of the connection ("dashboard", "local", an OAuth client id); `agent` the name
    the agent goes by; `person` says that a human decides here and now (a signed-in session, not a token);
    `private` that this actor may ask for private memories; `narrowed` that it was granted some workspaces
    only; `timezone` an IANA name in which its dates are read; `via` the client's name, which the source of
    what it writes tells; `mode` whether its writes wait for a person ("review") or not ("auto"), and when
    empty as the workspace says.
    """

    user_id: int
    client: str
    agent: str = ""
    workspaces: Mapping[str, UUID] = field(default_factory=lambda: MappingProxyType({}))
    permissions: frozenset[Permission] = frozenset()
    timezone: str = "UTC"
    person: bool = False
    private: bool = False
    narrowed: bool = False
    via: str = ""
    mode: str = ""

    def require(self, permission: Permission) -> None:
        """Raise Forbidden, naming what is missing, unless this actor holds the permission."""
        if permission not in self.permissions:
            raise Forbidden(
                f"This connection lacks the permission {permission.value}. Its owner can grant it.",
                permission=permission.value,
            )

    def joining(self, name: str, workspace_id: UUID) -> Actor:
        """The same actor with one more workspace, for the moment after it was created."""
        return replace(self, workspaces=MappingProxyType({**self.workspaces, name: workspace_id}))
