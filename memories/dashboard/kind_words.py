"""What kinds of things are called, and on what a confidence rests."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from memories.models import Basis
from memories.models.facts import Kind

KINDS = {
    Kind.PERSON: gettext_lazy("person"),
    Kind.ORGANIZATION: gettext_lazy("organization"),
    Kind.PLACE: gettext_lazy("place"),
    Kind.TECHNOLOGY: gettext_lazy("technology"),
    Kind.PROJECT: gettext_lazy("project"),
    Kind.LINK: gettext_lazy("link"),
    Kind.THING: gettext_lazy("thing"),
}
BASES = {
    Basis.USER_ASSERTED: gettext_lazy("a person said so"),
    Basis.AGENT_INFERRED: gettext_lazy("an agent concluded it"),
    Basis.SOURCE_SUPPORTED: gettext_lazy("a source says so"),
}
