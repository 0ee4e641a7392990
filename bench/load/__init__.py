"""Fifty agents at work on a whole deployment, on good days (`make load`) and on bad ones (`make chaos`)."""
