"""Which connections may be opened: one resolver, one decision, one pinned address (docs/adr/0018)."""
