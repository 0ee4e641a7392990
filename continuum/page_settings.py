"""What pages are made with: languages, the middleware and context behind every page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
TEMPLATE_OPTIONS: dict[str, Any] = {
    "context_processors": [
        "django.template.context_processors.request",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
        "memories.dashboard.navigation.frame",
    ],
    "builtins": ["memories.dashboard.tags"],
}


def pages(base: Path) -> dict[str, Any]:
    """The settings for languages, by their names."""
    return {
        "LANGUAGES": LANGUAGES,
        "LANGUAGE_CODE": "en",
        "LANGUAGE_COOKIE_NAME": "language",
        "LOCALE_PATHS": [base / "locale"],
        "TIME_ZONE": "UTC",
        "USE_TZ": True,
    }
