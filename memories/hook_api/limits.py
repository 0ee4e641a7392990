"""Every limit of what hooks may send, in one place."""

from __future__ import annotations

from typing import Final

MAX_SESSION_BODY: Final = 2 * 1024 * 1024
"""Bytes: many times what a session's last turns come to."""
MAX_CONTEXT_BODY: Final = 64 * 1024
"""Bytes: both ends of a message, and the last turns of a short one, in any script."""

CONTEXTS_A_MINUTE: Final = 240
"""Of one token: a person with several sessions at once stays far below."""
SESSIONS_A_MINUTE: Final = 60
