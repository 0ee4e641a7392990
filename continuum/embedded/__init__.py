"""A real Postgres and a real Valkey for the local profile, started and stopped by Continuum itself.

Import from the modules: `paths` (where everything lies, computable before anything runs), `supervisor`
(`running`, `ensure`, `status`, `stop`), `server` (one HTTP server per home), `ports`, `errors`.
"""
