"""Tables keyed and divided by workspace: `manage.py database partition` (docs/scale.md)."""
