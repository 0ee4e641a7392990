"""What can go wrong, as one small tree. Doors translate it; nobody else catches it to hide it.

    ContinuumError                      INTERNAL_ERROR        500
    |-- ValidationFailed                VALIDATION_ERROR      400   the request cannot be understood or kept
    |-- Unauthorized                    UNAUTHORIZED          401   nobody, or a token that is no longer good
    |-- Forbidden                       FORBIDDEN             403   known, but not allowed to do this
    |-- NotFound                        MEMORY_NOT_FOUND      404   absent or not yours: the two look alike
    |-- Conflict                        CONFLICT              409   what you saw is no longer so
    |   |-- VersionConflict             VERSION_CONFLICT      409
    |   `-- IdempotencyConflict         IDEMPOTENCY_CONFLICT  409
    |-- Refused                         REFUSED               422   understood, and not taken in
    |   |-- SecretRefused               SECRET_REFUSED        422
    |   |-- Excluded                    EXCLUDED              422
    |   `-- QuotaExceeded               QUOTA_EXCEEDED        422   the workspace is full, or had its imports
    |-- RateLimited                     RATE_LIMITED          429
    |-- Unreachable                     UNREACHABLE           502   the other end does not answer as it should
    |-- ConfigurationProblem            CONFIGURATION_ERROR   500   the operator must change a setting
    `-- StorageProblem                  STORAGE_ERROR         503   the database cannot be reached or is full

The branches a plain Django view can meet derive from Django's own exceptions too, so that such a view answers
with the right status without a translator. No message ever holds remembered text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404


class ContinuumError(Exception):
    """Something the caller is told: a sentence, a stable code, the HTTP status, and details for programs."""

    code: ClassVar[str] = "INTERNAL_ERROR"
    status: ClassVar[int] = 500

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details: Mapping[str, Any] = details


class ValidationFailed(ContinuumError, BadRequest):
    code = "VALIDATION_ERROR"
    status = 400


class Unauthorized(ContinuumError):
    code = "UNAUTHORIZED"
    status = 401


class Forbidden(ContinuumError, PermissionDenied):
    code = "FORBIDDEN"
    status = 403


class NotFound(ContinuumError, Http404):
    code = "MEMORY_NOT_FOUND"
    status = 404


class Conflict(ContinuumError):
    code = "CONFLICT"
    status = 409


class VersionConflict(Conflict):
    code = "VERSION_CONFLICT"


class IdempotencyConflict(Conflict):
    code = "IDEMPOTENCY_CONFLICT"


class Refused(ContinuumError):
    code = "REFUSED"
    status = 422


class SecretRefused(Refused):
    code = "SECRET_REFUSED"


class Excluded(Refused):
    code = "EXCLUDED"


class QuotaExceeded(Refused):
    code = "QUOTA_EXCEEDED"


class RateLimited(ContinuumError):
    code = "RATE_LIMITED"
    status = 429


class Unreachable(ContinuumError):
    code = "UNREACHABLE"
    status = 502


class ConfigurationProblem(ContinuumError):
    code = "CONFIGURATION_ERROR"


class StorageProblem(ContinuumError):
    code = "STORAGE_ERROR"
    status = 503


def codes() -> frozenset[str]:
    """Every code there is."""

    def below(kind: type[ContinuumError]) -> set[str]:
        return {kind.code}.union(*map(below, kind.__subclasses__()))

    return frozenset(below(ContinuumError))
