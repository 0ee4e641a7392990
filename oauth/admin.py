"""People and their tokens, for staff. What people remember is no concern of theirs."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from oauth2_provider import admin as toolkit
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from oauth.models import Client, Connection, PersonalToken, User

admin.site.unregister(Group)
# The toolkit shows its tables, ours in the place of one of them, with everything in them.
admin.site.unregister(
    [
        toolkit.application_model,
        toolkit.access_token_model,
        toolkit.grant_model,
        toolkit.id_token_model,
        toolkit.refresh_token_model,
    ]
)


@admin.register(Group)
class PeopleGroupAdmin(GroupAdmin, ModelAdmin):
    """Django's groups, in the theme of the rest."""


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Dates"), {"fields": ("timezone",)}))


@admin.register(PersonalToken)
class PersonalTokenAdmin(ModelAdmin):
    """To look at, and to delete, which revokes at once. Tokens are made by their people."""

    list_display = ("name", "user", "created_at", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("user",)
    exclude: ClassVar = ["digest"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PersonalToken | None = None) -> bool:
        return False


@admin.register(Client)
class ClientAdmin(ModelAdmin):
    """Which applications are known. Deleting one ends its connections at once."""

    list_display = ("label", "client_id", "registration_source", "created")
    fields = (
        "name",
        "client_id",
        "client_uri",
        "client_type",
        "redirect_uris",
        "registration_source",
        "created",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Client | None = None) -> bool:
        return False


@admin.register(Connection)
class ConnectionAdmin(ModelAdmin):
    """What people granted. Deleting a connection ends it at once; revoking it is its person's to do."""

    list_display = ("client", "user", "mode", "granted_at", "last_used_at", "revoked_at")
    list_select_related = ("client", "user")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Connection | None = None) -> bool:
        return False
