"""`python -m bench.web [ROUNDS]` (make bench-web): see bench.web.run."""

import sys

from bench.web.run import main

sys.exit(main())
