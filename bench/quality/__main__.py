"""`python -m bench.quality DATA` (make bench-recall DATA=...): see bench.quality.run."""

import sys

from bench.__main__ import main

sys.exit(main("bench.quality.run"))
