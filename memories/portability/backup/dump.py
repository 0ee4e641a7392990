"""Every row of a vault in canonical order: two vaults are equal when these lines are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from continuum.kernel.actor import Actor
from memories import access
from memories.portability.backup.sections import ERASURE
from memories.portability.backup.writing import body, heading_of, one_moment
from memories.portability.whose import entering, vault_of


def canonical_dump(actor: Actor, *, vectors: bool = True) -> Iterator[str]:
    """The lines between a backup's heading and its end. Raises Forbidden."""
    vault = vault_of(actor)
    with access.acting(entering(actor, vault.workspaces)), one_moment():
        yield from body(vault, heading_of(vault, vectors=vectors))


def digests(actor: Actor, *, vectors: bool = True) -> dict[str, str]:
    """SHA-256 over the rows of each section, and over all of them as `all`. The ledger of erasures, which is
    of the installation, is left out.
    """
    found: dict[str, hashlib._Hash] = {}
    name, every = "", hashlib.sha256()
    for line in canonical_dump(actor, vectors=vectors):
        if line.startswith('{"section":"') and set(json.loads(line)) == {"section", "columns"}:
            name = json.loads(line)["section"]
            found[name] = hashlib.sha256()
        elif name != ERASURE:
            found[name].update(f"{line}\n".encode())
            every.update(f"{line}\n".encode())
    found.pop(ERASURE, None)
    return {**{each: digest.hexdigest() for each, digest in found.items()}, "all": every.hexdigest()}
