"""What a language has to give: one verbose regular expression for each way of saying something that lasts.

Each is tried on one sentence of at most a few hundred characters, with straight apostrophes and without
regard to capitals (`(?-i:...)` asks for them). A blank is written with a backslash before it.
"""

from __future__ import annotations

from dataclasses import dataclass

FIGURE = r"[€$£¥]?\d[\w.,:/%€$£-]*"
"""A number, a sum, a version, a time, a day in figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """`remember` and `noted` end where begins what is to be remembered; the others may match anywhere.

    remember: asked for in so many words. noted: pointed out in passing. forget_it: asked not to be kept.
    preference, decision, rule: what someone likes, settled, wants from now on. identity: who someone is.
    usage: what a project is made of. statement: a figure, a day or a time that something has.
    """

    remember: str
    noted: str
    forget_it: str
    preference: str
    decision: str
    rule: str
    identity: str
    usage: str
    statement: str
