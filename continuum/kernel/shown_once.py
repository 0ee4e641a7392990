"""Secrets that are shown once: how they are made, and the only form in which they are kept."""

from __future__ import annotations

import hashlib
import secrets

SECRET_BYTES = 32  # 256 bits


def new_secret(prefix: str = "") -> str:
    """A fresh secret in URL-safe letters, behind a prefix by which people and scanners know what it is."""
    return prefix + secrets.token_urlsafe(SECRET_BYTES)


def digest_of(secret: str) -> str:
    """SHA-256 in hexadecimal. No salt and no stretching: there is nothing to guess in 256 random bits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
