"""Logs: one line an event, on standard error, without content.

Statement texts and parameters are never logged; exceptions by kinds and places, since their words may quote
what was remembered; addresses by their pattern, since they may hold a name or a secret.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from continuum import environment as env
from continuum.kernel.watching import current_request

FORMATTERS = {"text": "line", "json": "json"}
_OF_A_REQUEST = ("door", "route", "method", "status", "client")
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Line(logging.Formatter):
    """A record as text; of its exception, every kind in the chain and the places it went through."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another formatter's text of the exception would be taken over
        return super().format(record)

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802  the name logging calls
        error, lines = ei[1], []
        while error is not None:
            lines.append(f"  {type(error).__module__}.{type(error).__qualname__}")
            frames = traceback.extract_tb(error.__traceback__)
            lines += [f"    {frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join(lines)


class JSONLine(Line):
    """A record as one JSON object in a line; of a request its id, door, pattern, status and time."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        request = getattr(record, "request_seen", None) or current_request()
        if request is not None:
            told["request_id"] = request.id
        if hasattr(record, "request_seen") and request is not None:
            told |= {name: getattr(request, name) for name in _OF_A_REQUEST}
            told["ms"] = getattr(record, "milliseconds", None)
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class PatternOnly(logging.Filter):
    """In what Django says of a request, the pattern of the address stands for the address."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path is not None and isinstance(record.args, tuple):
            match = getattr(request, "resolver_match", None)
            pattern = f"/{match.route}" if match else "an unknown address"
            record.args = tuple(pattern if part == path else part for part in record.args)
        return True


FORMAT = env.choice("CONTINUUM_LOG_FORMAT", "text", among=("text", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "continuum.logging.Line",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "continuum.logging.JSONLine"},
    },
    "filters": {"pattern": {"()": "continuum.logging.PatternOnly"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": FORMATTERS[FORMAT], "filters": ["pattern"]}
    },
    "root": {"handlers": ["console"], "level": env.text("CONTINUUM_LOG_LEVEL", "WARNING")},
    "loggers": {
        "continuum": {"level": "INFO"},
        "continuum.request": {"level": "INFO" if FORMAT == "json" else "WARNING"},  # a line for each
        # Below WARNING this logger writes every SQL statement with its parameters.
        "django.db.backends": {"level": "WARNING"},
        # Refused requests are the API's everyday life; whoever is refused is told why.
        "django.request": {"level": "ERROR"},
    },
}
