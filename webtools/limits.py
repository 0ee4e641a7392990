"""Every limit of the web tools, in one place. Bytes, characters, seconds, pixels; names say which."""

from __future__ import annotations

from typing import Final

MIB: Final = 1024 * 1024

# Addresses.
MAX_URL_CHARACTERS: Final = 4_000
MAX_ALLOWED: Final = 200
MAX_ADDRESSES_OF_A_NAME: Final = 64
OWN_ADDRESSES_FRESH_SECONDS: Final = 30.0

# Connections.
RESOLVE_SECONDS: Final = 5.0
RESOLVER_THREADS: Final = 8
CONNECT_SECONDS: Final = 5.0
TRIED_ADDRESSES: Final = 3
MAX_CONNECTIONS: Final = 40
IDLE_CONNECTIONS: Final = 8
IDLE_CONNECTION_SECONDS: Final = 10.0

# One fetch. What is longer is cut, and said to be.
MAX_REDIRECTS: Final = 10
MAX_PAGE_BYTES: Final = 5 * MIB
MAX_PDF_BYTES: Final = 25 * MIB
MAX_IMAGE_BYTES: Final = 15 * MIB
MAX_CHECKED_BYTES: Final = 256 * 1024
MAX_SEARCH_BYTES: Final = 2 * MIB
MAX_HEADERS: Final = 100
DEFAULT_TIMEOUT_MS: Final = 15_000
LEAST_TIMEOUT_MS: Final = 1_000
MAX_TIMEOUT_MS: Final = 60_000
# Of its time a fetch may spend this share on a body; then it goes on with what has come.
BODY_SHARE: Final = 0.5
CHECK_SECONDS: Final = 10.0
SEARCH_SECONDS: Final = 15.0

# Many fetches.
FETCHES_AT_ONCE: Final = 8
FETCHES_OF_A_CALLER: Final = 4
MAX_BATCH: Final = 20
BATCH_SECONDS: Final = 120.0

# The browser.
PAGES_AT_ONCE: Final = 4
LAUNCH_SECONDS: Final = 30.0
CLOSE_SECONDS: Final = 10.0
BROWSER_IDLE_SECONDS: Final = 60.0
VIEWPORT: Final = {"width": 1280, "height": 800}
# A page with less text than this is looked at until it says more or this time is over.
MEAGRE_CHARACTERS: Final = 200
MEAGRE_SECONDS: Final = 1.0
SETTLE_SECONDS: Final = 3.0
QUIET_SECONDS: Final = 0.1
LOOK_AGAIN_SECONDS: Final = 0.05
GRACE_SECONDS: Final = 1.0  # after which a page that does not even answer is given up
ROOM_SECONDS: Final = 60.0
MAX_NODES: Final = 200_000
MAX_SNAPSHOT_CHARACTERS: Final = 8_000_000
MAX_RENDERER_BYTES: Final = 1024 * MIB  # a renderer draws one page; scripts alone have 512 MiB
LOOK_AT_MEMORY_SECONDS: Final = 0.5

# The proxy between the browser and the web.
MAX_HEAD_BYTES: Final = 64 * 1024
HEAD_SECONDS: Final = 15.0
RELAY_BYTES: Final = 64 * 1024
MAX_RELAYED_BYTES: Final = 48 * MIB  # for one page with all that it loads
CONNECTIONS_OF_A_PAGE: Final = 64
TOKEN_BYTES: Final = 24

# What an answer holds.
DEFAULT_TEXT: Final = 20_000
MAX_TEXT: Final = 100_000
LEAST_TEXT: Final = 1_000
BATCH_TEXT: Final = 40_000
MAX_TITLE: Final = 300
# Of a longer page the article is told by the names of its parts alone; of a shorter one, by so many lines.
MAX_ARTICLE_CHARACTERS: Final = 1_000_000
MAX_ARTICLE_ELEMENTS: Final = 20_000
SAMPLED_LINES: Final = 100
KEPT_TEXTS: Final = 64
KEPT_TEXT_CHARACTERS: Final = 32_000_000
KEPT_TEXT_SECONDS: Final = 300.0

# PDFs, which are read by a process of their own.
PDF_SECONDS: Final = 20.0
PDF_MEMORY_BYTES: Final = 1024 * MIB
MAX_PDF_PAGES: Final = 500
MAX_PDF_CHARACTERS: Final = 4_000_000

# Pictures. Clients take about five megabytes in base64.
MAX_SIDE: Final = 8_000
MAX_PIXELS: Final = 50_000_000
MAX_TOLD_IMAGE_BYTES: Final = 3_500_000
LEAST_SCALE_SIDE: Final = 64

# Searches.
MAX_QUERY: Final = 500
DEFAULT_COUNT: Final = 5
MAX_COUNT: Final = 20
MAX_SNIPPET: Final = 500

# Quotes.
MAX_QUOTE: Final = 5_000
LEAST_QUOTE: Final = 2
MAX_SEARCHED: Final = 1_000_000
DEFAULT_CONTEXT: Final = 200
MAX_CONTEXT: Final = 2_000
NEAR_SIMILARITY: Final = 75.0
MAX_DIFFERENCES: Final = 20

# Structures.
MAX_SCHEMA: Final = 20_000
MODEL_TEXT: Final = 20_000
MAX_TABLES: Final = 20
MAX_ROWS: Final = 500
MAX_LINKED_DATA: Final = 50
