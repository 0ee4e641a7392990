"""Two Postgres servers on this machine: reading from a replica, dividing the tables (docs/scale.md)."""
