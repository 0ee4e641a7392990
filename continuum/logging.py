"""Logs: one line an event, on standard error, without content. Statement texts and parameters are never
logged.
"""

from __future__ import annotations

from continuum import environment as env

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("CONTINUUM_LOG_LEVEL", "WARNING")},
    "loggers": {
        "continuum": {"level": "INFO"},
        # Below WARNING this logger writes every SQL statement with its parameters.
        "django.db.backends": {"level": "WARNING"},
    },
}
