"""What this package raises; callers translate it into their own errors.

ValueError
`-- TextError            any text, name or date that cannot be accepted
    |-- UnstorableText   characters that no database text can hold
    |-- InvalidName      a name or slug that breaks its rule
    |-- InvalidTags      a tag, or a list of them, that breaks its rule
    |-- InvalidZone      not a time zone
    `-- InvalidDay       not a date, or one outside the calendar

Messages state the rule that was broken and never repeat the text they are about.
"""


class TextError(ValueError):
    """A text that cannot be accepted; `str(error)` is fit to be shown to the person or agent who sent it."""


class UnstorableText(TextError):
    """A character that cannot be stored: its `kind` and its `position`, in characters from 0."""

    def __init__(self, kind: str, *, position: int) -> None:
        self.kind = kind
        self.position = position
        super().__init__(f"The text holds a {kind} at character {position}, which cannot be stored.")


class InvalidName(TextError):
    """A name or slug that breaks its rule."""


class InvalidTags(TextError):
    """A tag that breaks its rule, or too many of them."""


class InvalidZone(TextError):
    """A time zone that the tz database does not know."""


class InvalidDay(TextError):
    """A date or time that cannot be read or lies outside the calendar."""
