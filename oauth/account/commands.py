"""The commands that pages tell people to run where Continuum lives."""

from __future__ import annotations

from typing import Final

from django.conf import settings

# Elsewhere than on a person's own machine it must be told for whom.
LINK_COMMAND: Final = ".venv/bin/python manage.py sign_in_link" + ("" if settings.LOCAL_PROFILE else " NAME")
