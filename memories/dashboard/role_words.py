"""Roles in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from continuum.kernel.roles import Role

ROLES: dict[Role, Any] = {
    Role.READER: _("reader"),
    Role.REVIEWER: _("reviewer"),
    Role.EDITOR: _("editor"),
    Role.OWNER: _("owner"),
}
MAY: dict[Role, Any] = {
    Role.READER: _("reads everything, changes nothing"),
    Role.REVIEWER: _("reads, and decides on what agents propose"),
    Role.EDITOR: _("reads, reviews, writes and forgets"),
    Role.OWNER: _("does everything, the settings and the members too"),
}
