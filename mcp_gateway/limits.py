"""Every limit of the gateway, in one place. Imports nothing, so that the stdio bridge can read it."""

from __future__ import annotations

from typing import Final

# What the endpoint takes in.
MAX_BODY_BYTES: Final = 4 * 1024 * 1024
# Of a longer one this much is read and thrown away: a client that cannot finish sending sees no answer.
DRAINED_BYTES: Final = 4 * MAX_BODY_BYTES
# So much is read before it is known that the token is one.
STRANGERS_BYTES: Final = 64 * 1024
PREFLIGHT_SECONDS: Final = 600

# Threads that run verbs: each holds at most one database connection.
VERB_THREADS: Final = 8
# How long a thread keeps its connection while nobody calls, and at most.
HELD_IDLE_SECONDS: Final = 1.0
HELD_AT_MOST_SECONDS: Final = 60.0

# What one answer tells, in characters. The texts of a page share PAGE_TEXT; none gets less than LEAST_TEXT.
PAGE_TEXT: Final = 24_000
LEAST_TEXT: Final = 500
BEGINNING: Final = 120
MAX_PAGE: Final = 100
DEFAULT_RECALL: Final = 10
DEFAULT_LIST: Final = 50
DEFAULT_HISTORY: Final = 20
DEFAULT_FACTS: Final = 20
PROMPT_RECALL: Final = 8

# How long a client may keep what it was told about tools, prompts and resources.
LISTS_FRESH_MS: Final = 300_000

# The stdio bridge.
BRIDGE_THREADS: Final = 32
SERVER_READY_SECONDS: Final = 60.0
SERVER_POLL_SECONDS: Final = 0.05
CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 600.0
MAX_LINE_BYTES: Final = 64 * 1024 * 1024
