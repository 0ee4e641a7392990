"""`python -m tests.languages` brings every catalogue up to date with what the pages say, compiles it, and
lists what is not translated yet; exits 1 when something is missing.
"""

from __future__ import annotations

import os
import sys

import django

from tests import services
from tests.languages import catalogue


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
    django.setup()
    wanted, missing = catalogue.texts(), []
    for locale in catalogue.LOCALES:
        made = catalogue.brought_up_to_date(catalogue.read(locale), wanted)
        path = catalogue.po_file(locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(catalogue.written(made))
        path.with_suffix(".mo").write_bytes(catalogue.compiled(catalogue.read(locale)))
        missing += [f"{locale}: {text!r}" for text in catalogue.untranslated(made)]
    print(*missing, f"{len(wanted)} texts, {len(missing)} without a translation.", sep="\n")
    services.pytest_unconfigure()
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
