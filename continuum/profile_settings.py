"""Which profile runs here (memories/recall/profiles.py has what each spends), and what contradicts it."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ImproperlyConfigured

from continuum import environment as env

LITE, TEAM, ENTERPRISE = "lite", "team", "enterprise"
NAMES: Final = (LITE, TEAM, ENTERPRISE)


def profile(*, local: bool, sign_up: str) -> str:
    """`local`: the database is our own, in the data folder. Raises ImproperlyConfigured where two settings
    contradict each other, instead of following one of them.
    """
    chosen = env.choice("CONTINUUM_PROFILE", LITE if local else TEAM, among=NAMES)
    if local and chosen != LITE:
        raise ImproperlyConfigured(
            f"CONTINUUM_PROFILE={chosen} needs a database that others reach too: set CONTINUUM_DATABASE_URL, "
            f"or CONTINUUM_PROFILE={LITE} for this machine alone."
        )
    if not local and chosen == LITE:
        raise ImproperlyConfigured(
            f"CONTINUUM_PROFILE={LITE} keeps its own database, but CONTINUUM_DATABASE_URL names another: "
            f"unset one of them, or set CONTINUUM_PROFILE={TEAM}."
        )
    if chosen == ENTERPRISE and sign_up == "open":
        raise ImproperlyConfigured(
            f"CONTINUUM_PROFILE={ENTERPRISE} lets in who is on a list, CONTINUUM_SIGN_UP=open anybody: "
            "set CONTINUUM_SIGN_UP to invite or closed."
        )
    return chosen
