"""Every limit of the embedded services, in one place. Seconds and bytes unless the name says otherwise."""

from __future__ import annotations

from typing import Final

# Waiting. Recovery after a crash may be long and giving up would only make it start again, hence the hour.
READY_LIMIT_S: Final = 3600.0
ATTACH_LIMIT_S: Final = 3600.0
ANSWER_LIMIT_S: Final = 30.0
STATUS_LIMIT_S: Final = 5.0
INITDB_LIMIT_S: Final = 600.0
START_TRIES: Final = 3
POLL_S: Final = 0.02
PROGRESS_EVERY_S: Final = 5.0

# Stopping: a fast shutdown writes a checkpoint of at most the shared buffers; then force, which costs a
# recovery at the next start and no data. Postgres 18 needs it: asked to stop while it recovers from a crashed
# backend, it goes on waiting for its own checkpointer.
STOP_LIMIT_S: Final = 20.0
FORCE_LIMIT_S: Final = 10.0
SIGTERM_GRACE_S: Final = 10.0
LEFTOVER_LIMIT_S: Final = 20.0

# Restarting a service that died by itself: tries in a row, and the pause before each, doubling.
RESTART_TRIES: Final = 8
RESTART_FIRST_PAUSE_S: Final = 0.1
RESTART_LONGEST_PAUSE_S: Final = 5.0
RESTART_FORGIVEN_AFTER_S: Final = 10.0

# Claiming the one HTTP server of a home: as long as another process may be looking who holds it.
SERVER_CLAIM_LIMIT_S: Final = 1.0

# sun_path holds 104 bytes on macOS and 108 on Linux, one of them the closing NUL.
SOCKET_PATH_BYTES: Final = 103

LOG_ROTATE_BYTES: Final = 5 * 1024 * 1024
LOG_TAIL_BYTES: Final = 64 * 1024
# Below this much free space a failure without a better explanation is called a full disk.
DISK_FULL_BYTES: Final = 2 * 1024 * 1024

POSTGRES_CONNECTIONS: Final = 40
POSTGRES_SHARED_BUFFERS: Final = "256MB"
"""Filled as far as the store is large: vectors of 100,000 memories have 600 MB of index (docs/adr/0006)."""
VALKEY_MEMORY: Final = "64mb"
