from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register

from continuum import checks, metrics
from continuum.celery import (
    app as celery_app,
)  # loaded here, so that whoever sends a task sends it to our broker
from continuum.kernel.watching import watch

__all__ = ["ContinuumConfig", "celery_app"]


class ContinuumConfig(AppConfig):
    name = "continuum"

    def ready(self) -> None:
        if settings.METRICS_TOKEN:
            watch(metrics.Counting())
        register(checks.database_roles, Tags.database)
        register(checks.secrets_scanned, Tags.database)
        register(checks.public_address, Tags.security)
        register(checks.shared_cache, Tags.security, deploy=True)
        register(checks.public_address_for_others, Tags.security, deploy=True)
