#!/usr/bin/env python
"""Continuum's command line: `manage.py up` starts it, `manage.py help` lists the rest."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
