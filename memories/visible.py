"""Texts as a reviewer must see them: escaped, with what is invisible or turns the reading order spelt out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from memories.text.characters import IGNORABLE, JOINER, REGIONAL, SKIN_TONES, SYMBOLS
from memories.text.diffs import Stretch, stretches

SHOWN = 200_000  # characters of a text that a page shows
UNCHANGED = 600  # characters that stayed, beyond which only both ends of them are shown
END = 240

# Emoji are glued with joiners and selectors; these say nothing that cannot be seen.
_PICTURE = f"(?:[{SYMBOLS}][\ufe0e\ufe0f]?[{SKIN_TONES}]?|[0-9#*]\ufe0f?\u20e3|[{REGIONAL}])"
_UNSEEN = f"[{IGNORABLE}\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]"
_PIECES = re.compile(f"(?P<picture>{_PICTURE}(?:{JOINER}{_PICTURE})*)|(?P<unseen>{_UNSEEN})")


def visible(text: str) -> SafeString:
    """The text as HTML in which every character can be seen."""
    parts: list[str] = []
    last = 0
    for found in _PIECES.finditer(text):
        parts += [escape(text[last : found.start()]), _shown(found)]
        last = found.end()
    parts.append(escape(text[last:]))
    return mark_safe("".join(parts))  # noqa: S308  every part is escaped


def _shown(found: re.Match[str]) -> str:
    if found["picture"]:
        return escape(found[0])
    code = f"U+{ord(found[0]):04X}"
    name = unicodedata.name(found[0], _("control character"))
    return format_html('<span class="unseen" title="{}">{}</span>', name, code)


def whole(text: str) -> SafeString:
    """A text that stands alone, cut where a page would become too long."""
    return mark_safe(visible(text[:SHOWN]) + _rest(len(text) - SHOWN))  # noqa: S308  both parts are safe


def difference(before: str, after: str) -> SafeString:
    """What is taken out in <del>, what is put in in <ins>, long runs that stayed shortened."""
    found = stretches(before[:SHOWN], after[:SHOWN])
    told = "".join(_marked(stretch) for stretch in found)
    return mark_safe(told + _rest(max(len(before), len(after)) - SHOWN))  # noqa: S308  every part is safe


def changed(found: Iterable[Stretch]) -> SafeString:
    """A comparison that was made already, marked like `difference`."""
    return mark_safe("".join(_marked(stretch) for stretch in found))  # noqa: S308  every part is safe


def beside(other: str, proposed: str) -> SafeString:
    """Another memory's text, with <mark> around what the proposal does not say."""
    old = (part for part in stretches(other[:SHOWN], proposed[:SHOWN]) if part.kind != "added")
    return mark_safe(_besides(old) + _rest(len(other) - SHOWN))  # noqa: S308  both parts are safe


def _besides(parts: Iterable[Stretch]) -> str:
    return "".join(
        visible(part.text) if part.kind == "same" else format_html("<mark>{}</mark>", visible(part.text))
        for part in parts
    )


def _marked(stretch: Stretch) -> str:
    if stretch.kind == "added":
        return format_html("<ins>{}</ins>", visible(stretch.text))
    if stretch.kind == "removed":
        return format_html("<del>{}</del>", visible(stretch.text))
    return _shortened(stretch.text)


def _shortened(text: str) -> str:
    if len(text) <= UNCHANGED:
        return visible(text)
    left_out = _("%(count)s characters that stay") % {"count": f"{len(text) - 2 * END:,}"}
    gap = format_html('<span class="gap">{}</span>', left_out)
    return visible(text[:END]) + gap + visible(text[-END:])


def _rest(count: int) -> str:
    if count <= 0:
        return ""
    told = _("%(count)s more characters are not shown here; the editor holds them.") % {"count": f"{count:,}"}
    return format_html('<p class="gap">{}</p>', told)
