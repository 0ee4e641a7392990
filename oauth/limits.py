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

# Signing in. `MINUTE` is the window of all that is counted here but failed attempts.
MINUTE: Final = timedelta(minutes=1)
FAILURE_WINDOW: Final = timedelta(minutes=5)
CONFIRMED_FOR: Final = timedelta(minutes=10)  # what is delicate asks again who is there after so long
SIGN_IN_STEPS: Final = timedelta(minutes=15)  # from the password to the second factor
MAILED_CODE_LIFETIME: Final = timedelta(minutes=10)
KNOWN_BROWSER: Final = timedelta(days=365)
INVITATION_LIFETIME: Final = timedelta(days=7)
MAX_EMAIL_ADDRESSES: Final = 5

SIGN_INS_PER_MINUTE: Final = 30  # from one network, as all that has no other word
FAILURES_PER_MINUTE: Final = 10
FAILURES_OF_AN_ACCOUNT: Final = (
    5  # in FAILURE_WINDOW, from browsers that it is not known in; and from each it is
)
LINKS_PER_MINUTE: Final = 20
CODES_PER_MINUTE: Final = 20
CODES_TO_AN_ADDRESS: Final = 3
RESETS_PER_MINUTE: Final = 20
RESETS_TO_AN_ADDRESS: Final = 3
SIGN_UPS_PER_MINUTE: Final = 10
PASSKEYS_PER_MINUTE: Final = 20
CHANGES_PER_MINUTE: Final = 10  # of one person: confirming who is there, passwords, addresses
VERIFICATION_PAUSE: Final = timedelta(seconds=10)  # between two codes to one address

_WINDOW = f"{int(FAILURE_WINDOW.total_seconds())}s"
SIGN_IN_RATES: Final = {
    "login": f"{SIGN_INS_PER_MINUTE}/m/ip",
    "login_failed": f"{FAILURES_PER_MINUTE}/m/ip,{FAILURES_OF_AN_ACCOUNT}/{_WINDOW}/key",
    "sign_in_link": f"{LINKS_PER_MINUTE}/m/ip",
    "invitation": f"{LINKS_PER_MINUTE}/m/ip",
    "request_login_code": f"{CODES_PER_MINUTE}/m/ip,{CODES_TO_AN_ADDRESS}/m/key",
    "reset_password": f"{RESETS_PER_MINUTE}/m/ip,{RESETS_TO_AN_ADDRESS}/m/key",
    "reset_password_from_key": f"{RESETS_PER_MINUTE}/m/ip",
    "signup": f"{SIGN_UPS_PER_MINUTE}/m/ip",
    "reauthenticate": f"{CHANGES_PER_MINUTE}/m/user",
    "change_password": f"{CHANGES_PER_MINUTE}/m/user",
    "manage_email": f"{CHANGES_PER_MINUTE}/m/user",
    "confirm_email": f"1/{int(VERIFICATION_PAUSE.total_seconds())}s/key",
}
PASSKEY_RATES: Final = {"webauthn_login": f"{PASSKEYS_PER_MINUTE}/m/ip"}
