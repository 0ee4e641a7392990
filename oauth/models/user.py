"""A person with an account."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Signs in by e-mail (or, in the local profile, by a one-time link). Dates are read in `timezone`, an
    IANA name.
    """

    timezone = models.CharField(max_length=64, default="UTC")
