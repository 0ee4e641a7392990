"""What an answer 401 asks for (RFC 6750). The OAuth metadata's address joins here."""

from __future__ import annotations

from typing import Literal

REALM = "Continuum"


def challenge(error: Literal["", "invalid_token"] = "") -> str:
    """The value of WWW-Authenticate; `error` is set when a token was shown and is no good."""
    return f'Bearer realm="{REALM}"' + (f', error="{error}"' if error else "")
