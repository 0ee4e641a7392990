"""`python -m bench.imports` (make bench-import): see bench.imports.run."""

import sys

from bench.__main__ import main

sys.exit(main("bench.imports.run"))
