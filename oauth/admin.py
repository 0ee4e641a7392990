"""People and their tokens, for staff. What people remember is no concern of theirs."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from oauth.models import PersonalToken, User

admin.site.unregister(Group)


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
