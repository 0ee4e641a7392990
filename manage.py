#!/usr/bin/env python
"""Continuum's command line: `manage.py up` starts it, `manage.py help` lists the rest."""

from continuum.command_line import main

if __name__ == "__main__":
    main()
