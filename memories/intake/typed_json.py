"""JSON as a person types it into a form."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _

from memories.errors import invalid


def read_json(text: str) -> Any:
    """What was typed. Raises ValidationFailed for what is no JSON, with the place where it stops being it."""
    try:
        return json.loads(text)
    except RecursionError:
        raise invalid("value", _("This JSON is nested too deep.")) from None
    except ValueError as error:  # beside what is no JSON: a number of more digits than Python takes
        raise invalid("value", _("This is not JSON: %(why)s") % {"why": error}) from None
