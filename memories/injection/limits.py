"""How much may be put into a context at once. Characters unless it says bytes."""

from __future__ import annotations

from typing import Final

# Clients cut what a hook prints at 10,000 characters and then show 2,000 of them.
MOST_BYTES: Final = 9_500
"""Of the whole block in UTF-8, its frame included: it stays below in whatever script."""

MOST_RULES: Final = 12
RULES_TOGETHER: Final = 2_400
"""Of the rules that are shown whole."""
LONGEST_RULE: Final = 600
LONGEST_HINT: Final = 160
"""Of a description that stands in for a rule that is too long or one too many."""
MOST_NAMED: Final = 3
"""Memories that a rule is said to contradict."""
LONGEST_HIT: Final = 1_000
"""Of a text, or else of the passage that matched, that is shown."""
