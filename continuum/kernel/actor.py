"""Who acts now: the first argument of every verb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from uuid import UUID

from continuum.kernel.errors import Forbidden
from continuum.kernel.roles import EVERYTHING, LADDER, Permission, Role

__all__ = ["DASHBOARD", "DEFAULT_WORKSPACE", "EVERYTHING", "Actor", "Permission", "Role"]

DEFAULT_WORKSPACE = "default"
DASHBOARD = "dashboard"
"""The client of what a person does here, signed in: no connection has this key."""


@dataclass(frozen=True, slots=True)
class Actor:
    """One user, through one client, in the workspaces and with the permissions it was granted.

    `client` is an opaque key of the connection ("dashboard", "local", an OAuth client id); `agent` the name
    the agent goes by; `person` says that a human decides here and now (a signed-in session, not a token);
    `private` that this actor may ask for private memories; `narrowed` that it was granted some workspaces
    only; `timezone` an IANA name in which its dates are read; `via` the client's name, which the source of
    what it writes tells; `mode` whether its writes wait for a person ("review") or not ("auto"), and when
    empty as the workspace says; `roles` what its person is in a workspace that is not theirs, by the
    workspace's id: where none is told, the owner.
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
    roles: Mapping[UUID, Role] = field(default_factory=lambda: MappingProxyType({}))

    def require(self, permission: Permission) -> None:
        """Raise Forbidden, naming what is missing, unless this actor holds the permission."""
        if permission not in self.permissions:
            raise Forbidden(
                f"This connection lacks the permission {permission.value}. Its owner can grant it.",
                permission=permission.value,
            )

    def role_in(self, workspace: UUID) -> Role:
        """What the actor's person is in this workspace, which must be one of the actor's."""
        return self.roles.get(workspace, Role.OWNER)

    def holds(self, permission: Permission, workspace: UUID) -> bool:
        """Whether both the connection and its person's role there let the actor do this in the workspace."""
        return permission in self.permissions and permission in LADDER[self.role_in(workspace)]

    def holds_anywhere(self, permission: Permission) -> bool:
        """Whether there is a workspace in which the actor may do this, or could be once it has one."""
        open_to_it = self.workspaces.values()
        return permission in self.permissions and (
            not open_to_it or any(permission in LADDER[self.role_in(each)] for each in open_to_it)
        )

    def where(self, permission: Permission) -> list[UUID]:
        """The workspaces in which the actor may do this. Raises Forbidden, as `require` does."""
        self.require(permission)
        return [each for each in self.workspaces.values() if self.holds(permission, each)]

    def require_in(self, permission: Permission, workspace: UUID) -> None:
        """Raise Forbidden, naming what is missing, unless this actor may do this in the workspace."""
        self.require(permission)
        role = self.role_in(workspace)
        if permission not in LADDER[role]:
            name = next((name for name, known in self.workspaces.items() if known == workspace), "")
            raise Forbidden(
                f"You are {_a(role)} in the workspace {name}, which does not let you do this: it takes "
                f"{permission.value}. The workspace's owner can change your role.",
                permission=permission.value,
                role=role.value,
                workspace=name,
            )

    def joining(self, name: str, workspace_id: UUID) -> Actor:
        """The same actor with one more workspace, for the moment after it was created."""
        return replace(self, workspaces=MappingProxyType({**self.workspaces, name: workspace_id}))


def _a(role: Role) -> str:
    return f"{'an' if role.value[0] in 'aeio' else 'a'} {role.value}"
