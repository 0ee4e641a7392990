"""`python -m tests.new_tables` records anew how the tables of an empty database are made: after every new
migration, and after another version of a package that brings some.
"""

from __future__ import annotations

import django

from continuum.embedded import supervisor
from continuum.embedded.paths import Home
from continuum.new_tables.replaying import STATEMENTS
from tests import services
from tests.new_tables.databases import empty_database
from tests.new_tables.recording import recorded


def main() -> None:
    django.setup()
    home = Home(services.HOME)
    with supervisor.running(home, durability="test"), empty_database(home, "recorded") as connection:
        STATEMENTS.write_text(recorded(connection), "utf-8")
    services.pytest_unconfigure()


if __name__ == "__main__":
    main()
