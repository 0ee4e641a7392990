"""A backup comes back: in one transaction, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import DataError, IntegrityError, OperationalError, ProgrammingError, connection, transaction
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Conflict, Forbidden
from memories import access, outbox
from memories.models import Membership, Role, WorkspaceInvitation
from memories.portability.backup.again import Again, keep_in_ledger, known_erasures
from memories.portability.backup.derived import mend_derived
from memories.portability.backup.heading import Heading
from memories.portability.backup.loading import Loading
from memories.portability.backup.people import people_here
from memories.portability.backup.reading import Reader, Row, check, first_line
from memories.portability.backup.sections import BY_NAME, SECTIONS
from memories.portability.backup.writing import write
from memories.portability.progress import Pace, Telling
from memories.portability.refusals import unfit
from memories.portability.whose import Vault, entering, is_operator, vault_of
from memories.services.erasure_ledger import Erasure, parse
from memories.services.purposes import RESTORE, purpose
from memories.services.quotas import require_room
from memories.services.turns import time_to_wait
from memories.services.workspaces import every_workspace

_EMPTY = ("memory", "handoff", "guide_version", "policy", "exclusion", "batch")
"""A vault in which there is none of these is empty, whatever its workspaces are called."""

_BEYOND_LIMITS = "54"
"""Postgres's class of errors for what is too large, or nested too deep, to be stored."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What came back. `way_back` is the backup of what stood here before, None where that was nothing;
    `forgotten_again` counts memories that were erased after the backup had been made; `to_embed` texts whose
    vectors are made anew; `gone` workspaces that are no longer there: a connection to one of them alone needs
    another.
    """

    made_at: datetime
    workspaces: Mapping[UUID, str]
    rows: Mapping[str, int]
    way_back: Path | None = None
    forgotten_again: int = 0
    to_embed: int = 0
    gone: tuple[str, ...] = ()


def refuse_early(actor: Actor, *, path: Path, replace: bool = False) -> None:
    """What can be said before a backup is read to its end. Raises what `restore` raises."""
    vault = _vault_for(actor)
    _refuse_foreign(actor, first_line(path))
    with access.acting(entering(actor, vault.workspaces)):
        _refuse_full(vault, replace=replace)


def restore(
    actor: Actor,
    *,
    path: Path,
    replace: bool = False,
    progress: Telling | None = None,
    within: Callable[[Restored], None] = lambda _: None,
) -> Restored:
    """Bring a whole vault back. Only an empty one is filled, unless it is to be replaced: then what stood
    here is kept as a backup of its own first. Nothing is changed before the file has been read to its end.
    `within` is told what came back, as the last thing in the transaction.

    Raises Forbidden, Conflict (not empty), ValidationFailed (what is wrong with the file), StorageProblem,
    QuotaExceeded (but for who runs the installation).
    """
    vault = _vault_for(actor)
    heading, sha256 = check(path, progress=progress)
    _refuse_foreign(actor, heading)
    every = {**vault.workspaces, **heading.workspaces}
    with access.acting(entering(actor, every)) as acting, transaction.atomic():
        time_to_wait()
        _take_turns(vault)
        way_back = None if _refuse_full(vault, replace=replace) else _keep_way_back(vault)
        done = changed(_exchange(acting, vault, path, sha256, progress), way_back=way_back)
        _require_room(actor, done)
        within(done)
        transaction.on_commit(outbox.nudge, robust=True)
    return done


def _vault_for(actor: Actor) -> Vault:
    if not actor.person:
        raise Forbidden("Restoring is for a person who is signed in, or for who runs this installation.")
    return vault_of(actor)


def _refuse_full(vault: Vault, *, replace: bool) -> bool:
    """Whether it is empty. Raises Conflict where it is not and is not to be replaced."""
    empty = _is_empty(vault)
    if not (empty or replace):
        raise Conflict(
            "There are memories here already. To put the backup in their place, ask for that (replace): "
            "they are then kept as a backup of their own."
        )
    return empty


def _refuse_foreign(actor: Actor, heading: Heading) -> None:
    """What belongs to somebody else here is not for this actor to replace, whatever the file says."""
    owners = Membership.objects.filter(workspace_id__in=list(heading.workspaces), role=Role.OWNER)
    if not is_operator(actor) and owners.exclude(user_id=actor.user_id).exists():
        raise Forbidden("A workspace of this backup belongs to somebody else here.")


def _take_turns(vault: Vault) -> None:
    """Nobody writes in what is replaced until this is over."""
    for workspace in sorted(vault.workspaces):
        access.lock_workspace(workspace)


def _is_empty(vault: Vault) -> bool:
    where = list(vault.workspaces)
    return not any(
        BY_NAME[name].model._default_manager.filter(workspace_id__in=where).exists() for name in _EMPTY
    )


def _require_room(actor: Actor, done: Restored) -> None:
    """A person's file is no way past the quotas; who runs the installation gives the room."""
    if not is_operator(actor):
        for workspace in done.workspaces:
            require_room(workspace)


def _keep_way_back(vault: Vault) -> Path:
    stamp = timezone.now().strftime("%Y%m%d-%H%M%S-%f")
    to: Path = settings.BACKUPS / f"before-restore-{stamp}.continuum"
    return write(vault, to=to, vectors=True).path


def _exchange(actor: Actor, vault: Vault, path: Path, sha256: str, progress: Telling | None) -> Restored:
    reader = Reader(path)
    with _explained():
        rows = iter(reader)
        workspaces, first = _workspaces_first(rows)
        heading = reader.heading
        if set(workspaces) != set(heading.workspaces):
            raise unfit("This backup does not hold the workspaces that its heading names.")
        known = list(known_erasures(set(vault.workspaces) | set(workspaces)))
        loading = Loading(
            people_here(actor, heading),
            again=(again := Again.since(heading.created_at, known, workspaces)),
            owners={actor.user_id},
            members=None if is_operator(actor) else _members(heading),
        )
        named = _with_owners(vault)
        _delete(vault)
        noted = _load(loading, first, rows, Pace(progress, "restore", heading.total))
        if reader.sha256 != sha256:
            raise unfit("The file was changed while it was read.")
        to_embed = mend_derived(actor, list(workspaces), loading.rehashed)
        forgotten = again.carry_out(actor)
    transaction.on_commit(lambda: keep_in_ledger(noted))
    return Restored(
        made_at=heading.created_at,
        workspaces=heading.workspaces,
        rows=dict(loading.rows),
        forgotten_again=forgotten,
        to_embed=to_embed,
        gone=tuple(sorted(name for each, name in named.items() if each not in workspaces)),
    )


def _workspaces_first(rows: Iterator[Row]) -> tuple[dict[UUID, bytes], list[Row]]:
    """The first section, whole: the keys under which what was forgotten is known."""
    keys, taken = {}, []
    for row in rows:
        taken.append(row)
        if row.section is not BY_NAME["workspace"]:
            break
        keys[UUID(row.told["id"])] = bytes.fromhex(row.told["exclusion_key"].removeprefix("\\x"))
    return keys, taken


def _members(heading: Heading) -> dict[tuple[UUID, int], tuple[str, str]]:
    """Who may enter these workspaces now, and may go on, as what they are now and by the name they know."""
    rows = Membership.objects.filter(workspace_id__in=list(heading.workspaces))
    known = rows.values_list("workspace_id", "user_id", "role", "name")
    return {(where, who): (role, name) for where, who, role, name in known}


def _with_owners(vault: Vault) -> dict[UUID, str]:
    """What to call each workspace. In a whole installation many have the same name."""
    if vault.owner is not None:
        return dict(vault.workspaces)
    return {each.id: f"{each.name} of {each.owner}" for each in every_workspace()}


def _delete(vault: Vault) -> None:
    name = connection.ops.quote_name
    WorkspaceInvitation._default_manager.filter(workspace_id__in=list(vault.workspaces)).delete()
    with purpose(RESTORE), connection.cursor() as cursor:
        for section in reversed(SECTIONS):
            cursor.execute(
                f"DELETE FROM {name(section.table)} WHERE {name(section.workspace)} = ANY(%s)",  # noqa: S608
                [list(vault.workspaces)],
            )


def _load(loading: Loading, first: list[Row], rows: Iterator[Row], pace: Pace) -> list[Erasure]:
    """Returns what the backup's own ledger says."""
    noted = []
    for row in _chained(first, rows):
        pace.step()
        if row.section is None:
            noted.append(parse(dict(row.told)))
        else:
            loading.take(row)
    loading.finish()
    pace.finish()
    return noted


def _chained(first: list[Row], rows: Iterator[Row]) -> Iterator[Row]:
    yield from first
    yield from rows


@contextmanager
def _explained() -> Iterator[None]:
    """What Postgres or Python says of a row that fits nothing, as one sentence without the row."""
    try:
        yield
    except IntegrityError as error:
        about = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None) or "a constraint"
        if about == "nothing_private_where_others_read":
            raise Conflict(
                "The backup holds something private in a workspace that others read now. Remove its members "
                "first, and invite them again when nothing private is left in it."
            ) from None
        raise unfit(
            f"The rows of this backup contradict each other, or rows that are here: {about}."
        ) from None
    except (DataError, ProgrammingError) as error:
        raise unfit(f"A row of this backup cannot be stored: {type(error.__cause__).__name__}.") from None
    except OperationalError as error:
        if not str(getattr(error.__cause__, "sqlstate", "") or "").startswith(_BEYOND_LIMITS):
            raise
        raise unfit("A row of this backup holds more than a column takes.") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise unfit("A row of this backup cannot be understood.") from None
