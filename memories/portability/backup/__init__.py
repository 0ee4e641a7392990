"""A whole vault in one file, and back."""
