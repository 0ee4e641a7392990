"""Keeping with an account how its person reads pages."""

from __future__ import annotations

from collections.abc import Mapping

from oauth.models import User


def set_reading(user: User, wanted: Mapping[str, str]) -> None:
    """Keep a `language`, a `theme` or a `zone`, each checked by whoever asks; empty ones are the browser's to
    say.
    """
    fields: dict[str, str | bool] = {
        field: wanted[field] for field in ("language", "theme") if field in wanted
    }
    if "zone" in wanted:
        fields |= {"timezone_chosen": bool(wanted["zone"])}
        fields |= {"timezone": wanted["zone"]} if wanted["zone"] else {}
    User.objects.filter(pk=user.pk).update(**fields)
