"""The operating system account that Postgres runs under: ours, or `nobody` when we are root.

Postgres refuses to run as root. `nobody` exists everywhere and needs no useradd, but may not pass through
closed folders such as /root. On Linux that is no obstacle to the data: the process enters the data folder
while it is still root and names it /proc/self/cwd afterwards, which the kernel resolves without looking at
the folders above. So data stays inside the home wherever that lies, and no folder that is not ours is
opened up for it. What must be reachable by name are the binaries: see `relocation`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from continuum.embedded.errors import NoPermission, StartFailed

if sys.platform != "win32":
    import pwd

UNPRIVILEGED: Final = "nobody"
ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
    "LC_ALL": "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8",
    "TZ": "UTC",
}


@dataclass(frozen=True)
class Account:
    """`name`: who we are now, the only user Postgres lets in. `uid`, `gid`: whom to become, or None."""

    name: str
    uid: int | None
    gid: int | None

    @property
    def owner(self) -> tuple[int, int] | None:
        """Whom the data folder must belong to, where that is not ourselves."""
        return None if self.uid is None or self.gid is None else (self.uid, self.gid)

    def data_argument(self, folder: Path) -> str:
        """What to pass as Postgres' -D when its working directory is `folder`."""
        if self.uid is None:
            return str(folder)
        if sys.platform == "linux":
            return "/proc/self/cwd"
        if not passable(folder.parent):
            raise NoPermission(
                f"the user {UNPRIVILEGED} to reach {folder}",
                way_out="Postgres may not run as root: choose a CONTINUUM_HOME that all may pass through.",
            )
        return str(folder)


def current() -> Account:
    """Raises StartFailed for a user id without a name: Postgres would refuse it in less clear words."""
    if os.geteuid() != 0:
        return Account(name=_name_of(os.geteuid()), uid=None, gid=None)
    try:
        entry = pwd.getpwnam(UNPRIVILEGED)
    except KeyError:
        raise StartFailed(
            "Postgres", reason=f"it may not run as root and there is no user {UNPRIVILEGED}"
        ) from None
    return Account(name=_name_of(0), uid=entry.pw_uid, gid=entry.pw_gid)


def passable(folder: Path) -> bool:
    """May every user pass through this folder and all above it?"""
    real = folder.resolve()
    return all(step.stat().st_mode & 0o001 for step in (real, *real.parents))


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        raise StartFailed("Postgres", reason=f"the user id {uid} has no name in /etc/passwd") from None
