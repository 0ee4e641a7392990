"""What one may do: the permissions of connections, the roles of people in workspaces, and what a role lets
one do.

What a connection may do in a workspace is what both say: its own permissions, and the role that its person
has there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Permission(StrEnum):
    """What a connection may be granted; OAuth calls these strings scopes."""

    READ = "memory:read"
    WRITE = "memory:write"
    FORGET = "memory:forget"
    REVIEW = "memory:review"
    WEB = "web"
    ADMIN = "admin"


EVERYTHING = frozenset(Permission)


class Role(StrEnum):
    """What a person is in a workspace. One is its owner; the others were invited."""

    OWNER = "owner"
    EDITOR = "editor"
    REVIEWER = "reviewer"
    READER = "reader"


_READING = frozenset({Permission.READ, Permission.WEB})
_REVIEWING = _READING | {Permission.REVIEW}
_EDITING = _REVIEWING | {Permission.WRITE, Permission.FORGET}

LADDER: Mapping[Role, frozenset[Permission]] = MappingProxyType(
    {
        Role.READER: _READING,
        Role.REVIEWER: _REVIEWING,
        Role.EDITOR: _EDITING,
        Role.OWNER: EVERYTHING,
    }
)
"""From the least to the most: each may do what the one before it may, and more."""

INVITABLE = (Role.READER, Role.REVIEWER, Role.EDITOR)
"""Whom one invites somebody as. Ownership is handed over, never handed out."""
