"""Celery's door to the keys: once a night, what is over goes."""

from __future__ import annotations

from celery import shared_task
from django.db import close_old_connections

from oauth.services.sweeping import sweep_keys


@shared_task(name="oauth.clean_up", ignore_result=True)
def clean_up_task() -> None:
    """Sweep, then give the connection back."""
    close_old_connections()
    try:
        sweep_keys()
    finally:
        close_old_connections()
