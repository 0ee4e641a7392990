"""One document over HTTP, bounded in time, size and redirects."""
