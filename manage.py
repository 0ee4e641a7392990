#!/usr/bin/env python
"""Continuum's command line: `manage.py up` starts it, `manage.py help` lists the rest."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Continuum cannot start: {error}")


if __name__ == "__main__":
    main()
