"""Secrets in texts: their kinds, where they stand, and what becomes of them. Pure; the standard library only."""
