"""`python -m bench.pages` (make bench-pages): see bench.pages.run."""

import sys

from bench.__main__ import main

sys.exit(main("bench.pages.run"))
