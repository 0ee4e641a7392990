"""Sealing a short text under a secret that the store does not have: who shows the secret can read it."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12
KEY_BYTES = 32


def seal(text: str, *, under: str, purpose: str) -> bytes:
    """The text, encrypted and authenticated (AES-256-GCM) under a key that HKDF derives from the secret."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(_key(under, purpose)).encrypt(nonce, text.encode(), purpose.encode())


def unseal(sealed: bytes, *, under: str, purpose: str) -> str:
    """The text again. Raises cryptography's InvalidTag for another secret, purpose or text."""
    nonce, text = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    return AESGCM(_key(under, purpose)).decrypt(nonce, text, purpose.encode()).decode()


def _key(secret: str, purpose: str) -> bytes:
    """No salt and no stretching: the secret is 256 random bits."""
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=purpose.encode()).derive(secret.encode())
