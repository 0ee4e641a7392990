"""Secrets in texts: their kinds, where they stand, what becomes of them. Pure, from the standard library."""
