"""Imported before a peer that loads extensions into SQLite: some builds of Python cannot, sqlean's can.

(That of pysqlite3-binary can too, but its full-text search is a hundred times slower than Debian's.)
"""

from __future__ import annotations

import sqlite3
import sys

import sqlean

if not hasattr(sqlite3.Connection, "enable_load_extension"):
    sys.modules["sqlite3"] = sqlean
