"""What is wished for and what is so: `wants to learn Spanish`, `is learning Spanish`."""

from __future__ import annotations

from memories.text.slots.content import Word
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.side_by_side import SideBySide

WISHES = frozenset({"=want", "=need"})
_POSSESSIONS = word_set("have has had got gets get own owns")
_TO = "to"


def came_true(wish: Word, pair: SideBySide) -> bool:
    """Tell whether the other text says that it has or does what is wished for: `wants to learn`, `learns`."""
    if any(item.lexeme.plain in _POSSESSIONS for side in pair.sides for item in side.items):
        return True
    wishing, other = pair.sides if wish in pair.one.alone else pair.sides[::-1]
    forms = {word.stem: other.items[word.place].lexeme.plain for word in other.words}
    opening = (_TO, wishing.items[wish.place].lexeme.plain)
    wished = [word for word in wishing.words if wishing.items[word.place - 1].lexeme.plain in opening]
    return any(
        word.place > wish.place and forms.get(word.stem, plain) != plain
        for word in wished
        for plain in (wishing.items[word.place].lexeme.plain,)
    )
