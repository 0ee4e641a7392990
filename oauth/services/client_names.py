"""What a person's clients are called, by the keys under which their doings are written down."""

from __future__ import annotations

from oauth.models import Connection, PersonalToken, User

MOST = 500
"""Clients that are named, those connected last."""


def names_of(user: User) -> dict[str, str]:
    """Names by key, those of revoked connections and tokens too: what they did stays."""
    tokens = PersonalToken.objects.filter(user=user).order_by("-pk")[:MOST]
    connections = Connection.objects.filter(user=user).select_related("client").order_by("-pk")[:MOST]
    named = {f"token:{token.pk}": token.name for token in tokens}
    return named | {row.key: row.client.label for row in connections}
