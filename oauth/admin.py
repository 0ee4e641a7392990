"""People and their tokens, for staff. What people remember is no concern of theirs."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from oauth.models import PersonalToken, User


@admin.register(User)
class PersonAdmin(UserAdmin):
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Dates"), {"fields": ("timezone",)}))


@admin.register(PersonalToken)
class PersonalTokenAdmin(admin.ModelAdmin):
    """To look at, and to delete, which revokes at once. Tokens are made by their people."""

    list_display = ("name", "user", "created_at", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("user",)
    exclude: ClassVar = ["digest"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PersonalToken | None = None) -> bool:
        return False
