"""The Memory Package: memories with everything that led to them, readable, checked and replayed."""
