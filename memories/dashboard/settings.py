"""Settings: what a workspace is called and does, how long things are kept, and what is kept out of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from continuum.kernel.actor import DEFAULT_WORKSPACE, Permission
from continuum.kernel.errors import ValidationFailed
from memories import access
from memories.dashboard.asking import open_to
from memories.dashboard.clients import Clients
from memories.dashboard.leading import address
from memories.dashboard.pages import action, page, told
from memories.dashboard.typed import NOBODYS, as_id, as_number
from memories.models import Policy, Trust
from memories.secrets.kinds import Policy as SecretPolicy
from memories.services.lifting import lift_exclusion, lift_text, list_exclusions
from memories.services.policies import delete_policy, list_policies, set_policy
from memories.services.policy import Action
from memories.services.retention import Kept, get_retention, set_retention
from memories.services.secret_policies import list_secret_policies, set_secret_policies
from memories.services.workspaces import (
    change_workspace,
    create_workspace,
    delete_workspace,
    list_places,
    owned_workspaces,
)
from oauth.middleware import ActorRequest

RETAINED = {
    Kept.SUPERSEDED: gettext_lazy("Versions that were replaced"),
    Kept.REJECTED: gettext_lazy("Rejected proposals"),
    Kept.EVENTS: gettext_lazy("Events"),
    Kept.ACTIVITY: gettext_lazy("Activity"),
    Kept.ANSWERS: gettext_lazy("Answers to repeated requests"),
    Kept.HANDOFFS: gettext_lazy("Settled handoffs"),
}
DECISIONS = {
    Policy.Decision.STORE: gettext_lazy("store it"),
    Policy.Decision.PROPOSE: gettext_lazy("propose it"),
    Policy.Decision.REFUSE: gettext_lazy("refuse it"),
}
ACTIONS = {
    Action.REMEMBER: gettext_lazy("remembers"),
    Action.APPEND: gettext_lazy("appends to"),
    Action.SUPERSEDE: gettext_lazy("replaces"),
    Action.ARCHIVE: gettext_lazy("archives"),
    Action.RESTORE: gettext_lazy("restores"),
    Action.FORGET: gettext_lazy("forgets"),
    Action.SET_RECALL: gettext_lazy("changes the recall tier of"),
    Action.HANDOFF: gettext_lazy("hands over"),
}
TRUSTS = {
    Trust.OWNER: gettext_lazy("your own words"),
    Trust.AGENT: gettext_lazy("an agent's words"),
    Trust.TOOL_OUTPUT: gettext_lazy("the output of a tool"),
    Trust.DOCUMENT: gettext_lazy("a document"),
    Trust.WEB: gettext_lazy("the web"),
    Trust.IMPORT: gettext_lazy("an import"),
}
SECRETS = {
    SecretPolicy.REFUSE: gettext_lazy("refuse the text"),
    SecretPolicy.REDACT: gettext_lazy("take it out"),
    SecretPolicy.WARN: gettext_lazy("keep it and say so"),
    SecretPolicy.OFF: gettext_lazy("do not look for it"),
}


def workspace_of(request: ActorRequest) -> str:
    return request.POST.get("workspace") or request.GET.get("workspace") or DEFAULT_WORKSPACE


def here(name: str, workspace: str) -> str:
    return address(name, workspace="" if workspace == DEFAULT_WORKSPACE else workspace)


def shown(request: ActorRequest, template: str, tab: str, **context: Any) -> HttpResponse:
    """A page of the settings: its tab, and the workspace that it is about; its owner's. Raises Forbidden."""
    workspace = workspace_of(request)
    access.workspace_id(request.actor, workspace, Permission.ADMIN)
    at = "" if workspace == DEFAULT_WORKSPACE else f"?{urlencode({'workspace': workspace})}"
    about = {
        "tab": tab,
        "workspace": workspace,
        "at": at,
        "at_own": at,
        "workspaces": open_to(request, Permission.ADMIN),
    }
    return render(request, f"dashboard/{template}.html", {**about, **context})


# --- Workspaces ---------------------------------------------------------------------------------------------


@page
def workspaces(request: ActorRequest) -> HttpResponse:
    memories = {owned.id: owned for owned in owned_workspaces(request.actor)}
    rows = [(place, memories.get(place.id)) for place in list_places(request.actor)]
    return shown(request, "settings", "workspaces", rows=rows)


@action
def make(request: ActorRequest) -> HttpResponse:
    def made() -> str:
        row = create_workspace(
            request.actor, name=request.POST.get("name", ""), mode=request.POST.get("mode") or None
        )
        return _("The workspace %(name)s is there. Agents use it by its name.") % {"name": row.name}

    return told(request, made, onward=address("settings"))


@action
def change(request: ActorRequest) -> HttpResponse:
    """Its name, its mode, or both."""
    workspace, name = workspace_of(request), request.POST.get("name", "")

    def changed() -> str:
        change_workspace(
            request.actor,
            workspace=workspace,
            name=name if name and name != workspace else None,
            mode=request.POST.get("mode") or None,
        )
        return _("Changed. It counts from the next write on.")

    return told(request, changed, onward=address("settings"))


@action
def delete(request: ActorRequest) -> HttpResponse:
    """Erase it, if its name was typed once more."""
    workspace = workspace_of(request)

    def deleted() -> str:
        if request.POST.get("again", "") != workspace:
            raise ValidationFailed(_("Nothing was deleted: type the workspace's name to confirm."))
        delete_workspace(request.actor, workspace=workspace)
        return _("The workspace is gone with everything that was in it.")

    return told(request, deleted, onward=address("settings"))


# --- Policies -----------------------------------------------------------------------------------------------


@page
def policies(request: ActorRequest) -> HttpResponse:
    clients = Clients(request)
    rows = [
        (
            row,
            clients.who(row.client) if row.client else "",
            TRUSTS.get(Trust(row.trust)) if row.trust else "",
            ACTIONS.get(Action(row.action)) if row.action else "",
            DECISIONS[Policy.Decision(row.decision)],
        )
        for row in list_policies(request.actor, workspace=workspace_of(request))
    ]
    return shown(
        request,
        "policies",
        "policies",
        rows=rows,
        clients=clients.choices(),
        trusts=TRUSTS.items(),
        actions=ACTIONS.items(),
        decisions=DECISIONS.items(),
    )


@action
def decide_policy(request: ActorRequest) -> HttpResponse:
    """A row laid down or, with its id, taken back."""
    workspace, row = workspace_of(request), request.POST.get("policy", "")
    fields = {name: request.POST.get(name, "") for name in ("client", "kind", "trust", "action", "decision")}

    def decided() -> str:
        if row:
            delete_policy(request.actor, policy_id=as_id(row) or NOBODYS)
            return _("Taken back. It counts from the next write on.")
        set_policy(request.actor, workspace=workspace, **fields)
        return _("Laid down. It counts from the next write on.")

    return told(request, decided, onward=here("settings-policies", workspace))


# --- Retention, secrets -------------------------------------------------------------------------------------


@page
def retention(request: ActorRequest) -> HttpResponse:
    days = get_retention(request.actor, workspace=workspace_of(request))
    rows = [(kept.value, label, days[kept]) for kept, label in RETAINED.items()]
    return shown(request, "retention", "retention", rows=rows)


@action
def keep(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)
    typed = {kept.value: request.POST[kept.value] for kept in Kept if kept.value in request.POST}

    def kept_so_long() -> str:
        days = {name: as_number(value.strip()) if value.strip() else None for name, value in typed.items()}
        for name, value in typed.items():
            if value.strip() and days[name] is None:
                raise ValidationFailed(_("Give a number of days, or 0 for ever."), field=name)
        set_retention(request.actor, days=days, workspace=workspace)
        return _("Kept so long from now on. The nightly clean-up goes by it.")

    return told(request, kept_so_long, onward=here("settings-retention", workspace))


@page
def secrets(request: ActorRequest) -> HttpResponse:
    rows = list_secret_policies(request.actor, workspace=workspace_of(request))
    return shown(request, "secrets", "secrets", rows=rows, choices=SECRETS.items())


@action
def guard(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)
    wanted = {
        name.removeprefix("kind-"): value
        for name, value in request.POST.items()
        if name.startswith("kind-") and isinstance(value, str)
    }

    def guarded() -> str:
        set_secret_policies(request.actor, policies=wanted, workspace=workspace)
        return _("It counts from the next write on.")

    return told(request, guarded, onward=here("settings-secrets", workspace))


# --- Exclusions ---------------------------------------------------------------------------------------------


@page
def exclusions(request: ActorRequest) -> HttpResponse:
    workspace = workspace_of(request)
    before = as_number(request.GET.get("before", ""))
    found = list_exclusions(request.actor, workspace=workspace, before=before)
    older = address("settings-exclusions", workspace=workspace, before=found.next_before)
    return shown(
        request,
        "exclusions",
        "exclusions",
        found=found,
        older=older if found.next_before else "",
        before=before,
    )


@action
def lift(request: ActorRequest) -> HttpResponse:
    """Let one in again: by its number, or by its words."""
    workspace, number = workspace_of(request), as_number(request.POST.get("exclusion", ""))

    def lifted() -> str:
        if number is not None:
            lift_exclusion(request.actor, exclusion_id=number)
        else:
            lift_text(request.actor, text=request.POST.get("text", ""), workspace=workspace)
        return _("It may be remembered again.")

    return told(request, lifted, onward=here("settings-exclusions", workspace))
