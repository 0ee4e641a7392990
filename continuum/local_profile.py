"""The local profile's owner, token and welcome: what one person on one machine needs, made on first start."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from continuum.kernel.actor import Permission
from continuum.kernel.errors import Unauthorized
from memories.services.workspaces import ensure_default_workspace
from oauth.models import User
from oauth.services.actors import actor_for_bearer, actor_for_user
from oauth.services.people import local_owner
from oauth.services.sign_in import issue_sign_in_link
from oauth.services.tokens import issue_token

LOCAL_PERMISSIONS = (Permission.READ, Permission.WRITE, Permission.FORGET)


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a person is told at each start."""

    mcp_url: str
    token: str
    token_file: Path
    sign_in_link: str


def is_new_store() -> bool:
    """Whether nobody has a workspace here yet."""
    return not actor_for_user(local_owner()).workspaces


def prepare(*, mode: str, url: str) -> Welcome:
    """The owner with a default workspace (in `mode` when it is new), a bearer for local clients, a fresh
    link.
    """
    owner = local_owner()
    actor = actor_for_user(owner)
    ensure_default_workspace(actor, mode=mode)
    token_file = settings.CONTINUUM_HOME.root / "token"
    return Welcome(
        mcp_url=f"{url}/mcp",
        token=local_token(owner, token_file),
        token_file=token_file,
        sign_in_link=f"{url}/sign-in/link/{issue_sign_in_link(owner)}",
    )


def local_token(owner: User, path: Path) -> str:
    """The bearer in this file, made anew when there is none or it is no longer good."""
    if path.exists() and (token := path.read_text().strip()) and _good(token):
        return token
    token = issue_token(owner, name="This machine", permissions=LOCAL_PERMISSIONS)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token)
    draft.replace(path)
    return token


def _good(token: str) -> bool:
    try:
        actor_for_bearer(token)
    except Unauthorized:
        return False
    return True
