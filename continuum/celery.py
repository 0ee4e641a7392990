"""The worker's and the beat's configuration. Threads everywhere: one model, one connection pool
(docs/adr/0002).
"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")

app = Celery("continuum")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()
app.autodiscover_tasks(["memories", "oauth"])
