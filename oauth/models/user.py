"""A person with an account."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Signs in by e-mail (or, in the local profile, by a one-time link). Dates are read in `timezone`, an
    IANA name; unless it was chosen, pages tell times as the browser does. `language` and `theme` are empty
    where the browser and the system decide.
    """

    timezone = models.CharField(max_length=64, default="UTC")
    timezone_chosen = models.BooleanField(default=False)
    language = models.CharField(max_length=10, blank=True, default="")
    theme = models.CharField(max_length=5, blank=True, default="")
