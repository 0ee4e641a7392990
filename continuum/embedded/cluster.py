"""The Postgres data folder: made whole or not at all, then checked and configured before every start.

Nothing that a person wrote may reach the log. Statements are never logged, `terse` drops the DETAIL lines
that hold row values and the text of a crashed process's statement, and `log_min_messages = log` drops
errors altogether, since their first line quotes values too (invalid input syntax for type integer: "...").
What remains is what the server says about itself.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from continuum.embedded import limits
from continuum.embedded.account import ENVIRONMENT, Account
from continuum.embedded.errors import (
    DamagedData,
    DiskFull,
    NoPermission,
    OtherMajorVersion,
    StartFailed,
    WaitedTooLong,
)
from continuum.embedded.folders import explained, write_whole
from continuum.embedded.paths import ADMIN_ROLE, Home
from continuum.embedded.progress import Progress
from continuum.embedded.wheels import PostgresBinaries

Durability = Literal["safe", "test"]

_DRAFT_PREFIX: Final = "postgres.new-"
_SYNC_METHOD: Final = "syncfs" if sys.platform == "linux" else "fsync"
# The builtin provider sorts the same everywhere; with an LC_CTYPE of C, trigrams would lose other scripts.
_INITDB_OPTIONS: Final = (
    f"--username={ADMIN_ROLE}",
    "--auth=peer",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    f"--locale={ENVIRONMENT['LC_ALL']}",
    "--data-checksums",
    "--no-instructions",
    "--no-sync",
)
_SETTINGS: Final = f"""\
# Continuum writes this file at every start. Your own settings: ALTER SYSTEM (postgresql.auto.conf).

# Reached through the socket in this folder alone, by the user who owns it (pg_hba.conf, pg_ident.conf).
listen_addresses = ''
unix_socket_directories = '.'
unix_socket_permissions = 0700
max_connections = {limits.POSTGRES_CONNECTIONS}

# One person's memory on a laptop.
shared_buffers = {limits.POSTGRES_SHARED_BUFFERS}
maintenance_work_mem = 64MB
effective_cache_size = 512MB
max_wal_size = 512MB
max_worker_processes = 4
max_parallel_workers = 2
autovacuum_worker_slots = 2
autovacuum_max_workers = 2
io_method = sync
jit = off

# No replicas, so no log for them; recovery after a crash flushes the file system instead of every file.
wal_level = minimal
max_wal_senders = 0
max_replication_slots = 0
max_logical_replication_workers = 0
recovery_init_sync_method = {_SYNC_METHOD}

# Never a statement, a parameter or a value of a row (see the module that writes this).
log_destination = 'stderr'
logging_collector = off
log_statement = 'none'
log_min_messages = log
log_min_error_statement = panic
log_error_verbosity = terse
log_min_duration_statement = -1
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_checkpoints = off
log_line_prefix = '%m [%p] '

timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
default_text_search_config = 'pg_catalog.simple'
"""
# In a test too a killed server loses nothing, since commits still wait for the log; a power cut may.
_DURABILITY: Final[dict[Durability, str]] = {
    "safe": "",
    "test": "\n# A test's database.\nfsync = off\nfull_page_writes = off\n",
}


@dataclass(frozen=True)
class Maker:
    """What it takes to make a cluster.

    `lock` is the home's. initdb inherits it: one whose starter was killed holds back the next start until it
    has ended, so that its half-made work can be thrown away.
    """

    home: Home
    binaries: PostgresBinaries
    account: Account
    lock: int


def require_ready(maker: Maker, *, durability: Durability, progress: Progress) -> None:
    """Make the cluster if there is none, else check that it is ours and whole; then configure it."""
    data = maker.home.postgres
    _sweep_drafts(maker.home)
    if not _is_cluster(data):
        progress("Creating the Postgres data folder (once)")
        _create(maker, durability=durability)
    _require_major(data, brought=maker.binaries.major)
    _require_owner(data, account=maker.account)
    _configure(data, account=maker.account, durability=durability)


def _sweep_drafts(home: Home) -> None:
    """What an interrupted initdb left; only the holder of the home's lock gets here."""
    for draft in home.root.glob(f"{_DRAFT_PREFIX}*"):
        shutil.rmtree(draft, ignore_errors=True)


def _is_cluster(data: Path) -> bool:
    """False for absent or empty. Anything else that is no cluster is left alone: DamagedData."""
    with explained(data):
        if not data.exists() or not any(data.iterdir()):
            return False
        for needed in ("PG_VERSION", "global/pg_control"):
            if not (data / needed).is_file():
                raise DamagedData(data, reason=f"it lacks {needed}")
    return True


def _create(maker: Maker, *, durability: Durability) -> None:
    """In a folder beside, renamed once it is whole and on disk: an interruption leaves nothing half made."""
    home, account = maker.home, maker.account
    with explained(home.postgres):
        draft = Path(tempfile.mkdtemp(prefix=_DRAFT_PREFIX, dir=home.root))
        try:
            if account.owner is not None:
                os.chown(draft, *account.owner)
            _initdb(maker, draft, *_INITDB_OPTIONS)
            if durability == "safe":
                _initdb(maker, draft, "--sync-only", f"--sync-method={_SYNC_METHOD}")
            draft.rename(home.postgres)
            _sync_folder(home.root)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def _initdb(maker: Maker, draft: Path, *options: str) -> None:
    account = maker.account
    try:
        done = subprocess.run(
            [str(maker.binaries.initdb), "-D", account.data_argument(draft), *options],
            cwd=draft,
            env=ENVIRONMENT,
            user=account.uid,
            group=account.gid,
            extra_groups=None if account.uid is None else [],
            pass_fds=(maker.lock,),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limits.INITDB_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise WaitedTooLong("initdb", seconds=limits.INITDB_LIMIT_S, log=maker.home.logs) from None
    if done.returncode == 0:
        return
    output = done.stdout + done.stderr
    if (
        "No space left" in output
        or "Disk quota exceeded" in output
        or _file_limit_hit(done.returncode, output)
    ):
        raise DiskFull(maker.home.root)
    raise StartFailed("initdb", reason=_last_line(output) or f"exit code {done.returncode}")


def _file_limit_hit(code: int, output: str) -> bool:
    return code == -signal.SIGXFSZ or "File size limit" in output or "File too large" in output


def _last_line(output: str) -> str:
    """The last error, without its trailing dot."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line or "FATAL" in line]
    return (errors or lines or [""])[-1].rstrip(".")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _require_major(data: Path, *, brought: str) -> None:
    with explained(data):
        found = (data / "PG_VERSION").read_text().strip()
    if found != brought:
        raise OtherMajorVersion(data, found=found or "an unknown version", brought=brought)


def _require_owner(data: Path, *, account: Account) -> None:
    needed = os.geteuid() if account.uid is None else account.uid
    found = data.stat().st_uid
    if found != needed:
        raise NoPermission(
            data,
            way_out=f"It belongs to user id {found}: start Continuum as that user, "
            f"or hand it over with `chown -R {needed} {data}` while nothing runs.",
        )


def _configure(data: Path, *, account: Account, durability: Durability) -> None:
    system_user = account.name.replace('"', '""')
    write_whole(data / "postgresql.conf", _SETTINGS + _DURABILITY[durability], owner=account.owner)
    write_whole(data / "pg_hba.conf", "local all all peer map=continuum\n", owner=account.owner)
    write_whole(data / "pg_ident.conf", f'continuum "{system_user}" all\n', owner=account.owner)
