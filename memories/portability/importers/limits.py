"""How much an importer takes in, each with its unit."""

MAX_FILE_BYTES = 8 * 1024**3
"""Of a file, and of all that an archive unpacks to."""

MAX_MEMBERS = 100_000
"""Files in an archive or a folder."""

MAX_RATIO = 200
"""How many times larger a packed file may unpack; text packs to a tenth, zeros to a thousandth."""

FREE_BYTES = 16 * 1024**2
"""So much may come out of an archive, whatever its ratio."""

MAX_ITEM_BYTES = 48 * 1024**2
"""One conversation or memory inside a JSON array; it is held in memory."""

MAX_OPEN = 2_000
"""Brackets that one item may open and not close: how deep JSON may be nested."""

MAX_LINE_BYTES = 8 * 1024**2
"""One line of a JSONL file."""

MAX_TEXT_BYTES = 16 * 1024**2
"""One text file, held in memory."""

PEEK_BYTES = 512 * 1024
"""What is read of a file to tell its format."""

PART_CHARACTERS = 48_000
"""A longer conversation becomes several memories; so each stays a text and is no document."""

MAX_FIELDS_BYTES = 16 * 1024
"""What is kept of one entry's further fields."""

MAX_FIELD_CHARACTERS = 2_000
MAX_FIELD_DEPTH = 8
MAX_FIELD_NUMBER = 10**100
"""Longer whole numbers are no numbers of anything; Python does not even write out those of 4,300 digits."""

MAX_PLACE = 300
MAX_AGENT = 200
MAX_DESCRIPTION = 500
