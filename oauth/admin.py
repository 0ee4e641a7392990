"""People and their tokens, for staff. What people remember is no concern of theirs."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import admin as accounts
from allauth.account.decorators import secure_admin_login
from allauth.mfa import admin as second_factors
from allauth.socialaccount import admin as providers
from allauth.usersessions import admin as sessions
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from oauth2_provider import admin as toolkit
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from oauth.models import Client, Connection, Invitation, PersonalToken, User

# One way in for everybody, with its second steps and its limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.unregister(Group)
# What people sign in by is theirs; of their second steps staff sees that they are there.
admin.site.unregister(
    [
        accounts.EmailAddress,
        second_factors.Authenticator,
        providers.SocialAccount,
        providers.SocialApp,
        providers.SocialToken,
        sessions.UserSession,
    ]
)
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

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Its person or `manage.py close_account` closes an account, and erases what is theirs too."""
        return False


class LookedAt(ModelAdmin):
    """To look at and to delete; made and changed by its people alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(second_factors.Authenticator)
class SecondStepAdmin(LookedAt):
    """Deleting one helps who lost it. What is in it nobody sees."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    exclude: ClassVar = ["data"]


@admin.register(Invitation)
class InvitationAdmin(LookedAt):
    """Who was invited, and who came. Made by `manage.py invite`; deleting one takes it back."""

    list_display = ("note", "user", "created_at", "expires_at", "used_at")
    list_select_related = ("user",)
    exclude: ClassVar = ["digest"]


@admin.register(PersonalToken)
class PersonalTokenAdmin(LookedAt):
    """To look at, and to delete, which revokes at once. Tokens are made by their people."""

    list_display = ("name", "user", "created_at", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("user",)
    exclude: ClassVar = ["digest"]


@admin.register(Client)
class ClientAdmin(LookedAt):
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


@admin.register(Connection)
class ConnectionAdmin(LookedAt):
    """What people granted. Deleting a connection ends it at once; revoking it is its person's to do."""

    list_display = ("client", "user", "mode", "granted_at", "last_used_at", "revoked_at")
    list_select_related = ("client", "user")
