"""What a client can be granted, in the words of the consent page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import Permission

PERMISSIONS: Final[Mapping[Permission, Promise]] = MappingProxyType(
    {
        Permission.READ: _("Recall what is remembered"),
        Permission.WRITE: _("Remember, and change what is remembered"),
        Permission.FORGET: _("Forget for good"),
        Permission.REVIEW: _("Approve proposals, its own too"),
        Permission.WEB: _("Read the live web through this server"),
    }
)
"""The permissions that some tool of the MCP endpoint asks for. OAuth calls them scopes."""

USUAL: Final = frozenset({Permission.READ, Permission.WRITE, Permission.FORGET})
"""Ticked beforehand, where the client asks for them."""

TOOLSETS: Final[Mapping[str, Promise]] = MappingProxyType(
    {
        "memory": _("The usual tools: remember, recall, list, forget"),
        "advanced": _("Propose, write many at once, archive, restore, go back to an earlier version"),
        "web": _("Read the live web: pages, pictures, searches, quotes"),
        "continuum": _("The tools of Continuum 0, under their old names"),
        "opencontinuity": _("The tools of OpenContinuity, under their old names"),
        "frank": _("The tools of frank-memory, under their old names"),
    }
)
"""The gateway's toolsets (mcp_gateway/toolsets.py; a test keeps the two alike)."""

USUAL_TOOLSETS: Final = frozenset({"memory"})

COMPATIBILITY: Final = ("continuum", "opencontinuity", "frank")
"""Toolsets of earlier systems, which have names in common with ours and with each other, so that a client has
either ours or one of these alone.
"""


def clash(toolsets: Iterable[str]) -> str:
    """What is wrong with having all of these at once, in a sentence for people; empty where nothing is."""
    chosen = list(dict.fromkeys(toolsets))
    theirs = [name for name in chosen if name in COMPATIBILITY]
    if not theirs or len(chosen) == 1:
        return ""
    return gettext(
        "The tools of %(one)s take the place of all others, since they share names with them: choose either "
        "%(one)s alone or none of %(all)s."
    ) % {"one": theirs[0], "all": ", ".join(COMPATIBILITY)}


def scopes() -> list[str]:
    """Every scope there is, in the order in which it is told everywhere."""
    return [permission.value for permission in PERMISSIONS]


def known_scopes(asked: Iterable[str]) -> list[str]:
    """Those of the scopes asked for that exist, in our order; all of them where none does.

    Clients ask for scopes of other servers, of OpenID, or with blanks too many: never a reason to refuse.
    """
    wanted = set(asked)
    return [scope for scope in scopes() if scope in wanted] or scopes()
