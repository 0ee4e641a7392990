"""Taking everything along: packages, backups, exports, and what other systems kept."""
