"""`python -m bench.million` (make bench-million): see bench.million.run."""

import sys

from bench.__main__ import main

sys.exit(main("bench.million.run"))
