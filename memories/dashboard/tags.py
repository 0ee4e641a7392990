"""What templates can say beyond Django's own words; every template has it without loading it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template.context import Context
from django.template.defaultfilters import date
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from continuum.kernel.actor import Actor
from continuum.kernel.roles import Permission
from memories.dashboard.how_found import channel_told, reason_told
from memories.dashboard.kind_words import BASES, KINDS
from memories.dashboard.picture import plain as plain_name
from memories.dashboard.prose import LaidOut, prose
from memories.dashboard.role_words import ROLES
from memories.dashboard.secret_words import SECRET_KINDS
from memories.dashboard.which import Which, address_of
from memories.visible import visible, whole

register = template.Library()
AS_WRITTEN = "written"


@register.filter
def inert(text: Any, most: Any = None) -> SafeString:
    """Stored text as HTML that does nothing and hides nothing: markup is shown as text, what is invisible or
    turns the reading order is spelt out. With a number, at most that many characters of it.
    """
    told = "" if text is None else str(text)
    if most is None:
        return whole(told)
    cut = told[: int(most)]
    return format_html("{}{}", visible(cut), "…" if len(told) > len(cut) else "")


@register.filter
def plain(text: Any, most: Any = None) -> str:
    """Stored text where no markup can stand (a title, a label, an option): inert, and as it is spoken."""
    told = "" if text is None else str(text)
    cut = told if most is None else told[: int(most)]
    return plain_name(cut) + ("…" if len(told) > len(cut) else "")


@register.filter
def kind_told(kind: str) -> str:
    """What a kind of thing is called."""
    return str(KINDS.get(kind, kind))  # type: ignore[call-overload]


@register.filter
def secret_told(kind: str) -> str:
    """What a kind of secret is called."""
    return str(SECRET_KINDS[kind])


@register.filter
def basis_told(basis: str) -> str:
    """On what a confidence rests."""
    return str(BASES.get(basis, basis))  # type: ignore[call-overload]


@register.simple_tag(takes_context=True)
def laid_out(context: Context, text: str, workspace: str) -> LaidOut | None:
    """Stored text as the Markdown that it is; None where it is to be shown as it is written."""
    if context["request"].GET.get("as") == AS_WRITTEN:
        return None
    return prose(text, workspace=workspace)


@register.filter
def reasons_told(reasons: Sequence[str]) -> str:
    """Why a hit is where it is."""
    return ", ".join(map(reason_told, reasons))


@register.filter
def channel(name: str) -> str:
    """The place in one of the lists that a search makes."""
    return channel_told(name)


@register.filter
def as_json(value: Any) -> str:
    """A value as people edit it."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def page_of(memory: Any) -> str:
    """The address of a memory's page."""
    return address_of(memory)


@register.simple_tag
def memory_url(name: str, workspace: str, task: str | None = None) -> str:
    """The address of the memory of this name, as links in a text mean it."""
    return Which(name, workspace, task or "").address()


@register.simple_tag(takes_context=True)
def may(context: Mapping[str, Any], permission: str, workspace: Any) -> bool:
    """Whether who looks may do this in the workspace, its name or id: what they may not has no button."""
    actor: Actor = context["request"].actor
    where = actor.workspaces.get(workspace) if isinstance(workspace, str) else workspace
    return where is not None and actor.holds(Permission(permission), where)


@register.simple_tag(takes_context=True)
def role_here(context: Mapping[str, Any], workspace: str) -> Any:
    """What who looks is in a workspace of somebody else's, in words; empty in their own."""
    actor: Actor = context["request"].actor
    role = actor.roles.get(actor.workspaces[workspace]) if workspace in actor.workspaces else None
    return ROLES[role] if role else ""


@register.simple_tag
def icon(name: str) -> SafeString:
    """A picture of static/icons.svg, for the eye only."""
    address = static("icons.svg")
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', address, name)


@register.filter
def ago(moment: datetime | None) -> SafeString:
    """A time as people say it; the exact one, in the reader's zone, is its title."""
    if moment is None:
        return SafeString("")
    here = localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        here.isoformat(),
        date(here, "DATETIME_FORMAT"),
        naturaltime(moment),
    )


@register.filter
def moment(value: datetime | None) -> SafeString:
    """A time to the minute, in the reader's zone."""
    if value is None:
        return SafeString("")
    here = localtime(value)
    return format_html('<time datetime="{}">{}</time>', here.isoformat(), date(here, "DATETIME_FORMAT"))
