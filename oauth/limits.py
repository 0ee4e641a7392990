"""Every limit of the authorization server, in one place."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

# How long things open something.
CODE_LIFETIME: Final = timedelta(minutes=1)
ACCESS_LIFETIME: Final = timedelta(hours=1)
REFRESH_LIFETIME: Final = timedelta(days=90)
# For so long a refresh token that was used may be shown again and gives the same pair (docs/adr/0017).
REFRESH_WINDOW: Final = timedelta(seconds=120)

# How long what is over is kept, so that a replay is told from a forgery.
KEEP_CODES: Final = timedelta(days=1)
KEEP_PAIRS: Final = timedelta(days=1)

# How long a process may answer from what it looked up. Changes are seen at once (oauth/sql/key_versions.sql).
STANDING_SECONDS: Final = 60.0
MAX_STANDINGS: Final = 10_000

# What a client may say of itself when it registers.
MAX_REGISTRATION_BYTES: Final = 64 * 1024
MAX_REDIRECT_URIS: Final = 30
MAX_REDIRECT_URI: Final = 2_000
MAX_CLIENT_NAME: Final = 100
MAX_CLIENT_URI: Final = 500

# How many may register: an address in an hour, and clients that nobody has let in yet.
REGISTRATIONS_PER_HOUR: Final = 60
MAX_UNUSED_CLIENTS: Final = 2_000
UNUSED_CLIENT_LIFETIME: Final = timedelta(days=1)

# S256 of a code verifier: 32 bytes in base64url (RFC 7636).
CHALLENGE_LENGTH: Final = 43
