"""Addresses that several pages lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from memories.dashboard.which import Which


def address(page: str, **asked: Any) -> str:
    """The page with what is asked of it; what is empty is left out."""
    given = {key: value for key, value in asked.items() if value not in {None, "", False}}
    return f"{reverse(page)}?{urlencode(given)}" if given else reverse(page)


def memory_page(name: str, workspace: str, *, task_id: str | None = None, private: bool = False) -> str:
    """The page of a memory."""
    return Which(name, workspace, task_id or "", private=private).address()


def older(page: str, asked: Mapping[str, str], cursor: str | None) -> str:
    """The page that follows in a list; empty after the last."""
    return address(page, **{**asked, "cursor": cursor}) if cursor else ""
