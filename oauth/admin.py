"""People and their tokens, for staff. What people remember is no concern of theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from allauth.account import admin as accounts
from allauth.account.decorators import secure_admin_login
from allauth.mfa import admin as second_factors
from allauth.socialaccount import admin as providers
from allauth.usersessions import admin as sessions
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from oauth2_provider import admin as toolkit
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from oauth.account.noting import removal_of
from oauth.models import AccountEvent, Client, Connection, Invitation, PersonalToken, User
from oauth.services import account_events
from oauth.services.staff import Told, take_away

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
    """To look at and to delete; made and changed by its people alone. What is deleted is told to its person
    among the events of their account.
    """

    def told_of(self, obj: Any) -> Iterable[Told]:
        """The people whom deleting this concerns, and what it is to them."""
        return ()

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        take_away(obj, told=list(self.told_of(obj)))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for obj in queryset:
            self.delete_model(request, obj)

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

    def told_of(self, obj: second_factors.Authenticator) -> Iterable[Told]:
        return [(obj.user_id, removal_of(obj.type), "")]


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

    def told_of(self, obj: PersonalToken) -> Iterable[Told]:
        return [(obj.user_id, account_events.TOKEN_REVOKED, f"token:{obj.pk}")] if not obj.revoked_at else []


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

    def told_of(self, obj: Client) -> Iterable[Told]:
        return [_ended(connection) for connection in obj.connections.filter(revoked_at=None)]


@admin.register(Connection)
class ConnectionAdmin(LookedAt):
    """What people granted. Deleting a connection ends it at once; revoking it is its person's to do."""

    list_display = ("client", "user", "mode", "granted_at", "last_used_at", "revoked_at")
    list_select_related = ("client", "user")

    def told_of(self, obj: Connection) -> Iterable[Told]:
        return [_ended(obj)] if obj.revoked_at is None else []


def _ended(connection: Connection) -> Told:
    return connection.user_id, account_events.REVOKED, connection.key


@admin.register(AccountEvent)
class AccountEventAdmin(LookedAt):
    """What happened to people's accounts. The database itself lets nobody change it."""

    list_display = ("at", "action", "person", "subject", "sequence")
    list_display_links = ("at", "action")
    list_filter = ("action",)
    ordering = ("-at", "-pk")
    search_fields = ("=user_id", "subject")
    search_help_text = _("A person's id, or a subject such as token:5")
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: AccountEvent | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[AccountEvent]:
        return account_events.with_names(super().get_queryset(request))

    @admin.display(description=_("Person"))
    def person(self, event: AccountEvent) -> str:
        return getattr(event, "person_name", None) or _("closed account %(id)s") % {"id": event.user_id}
