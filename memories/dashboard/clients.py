"""What the clients that did something are called: by their connection, or by the name of their token."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from continuum.kernel.actor import DASHBOARD
from memories.services.members import people_beside
from oauth.middleware import ActorRequest
from oauth.services.client_names import names_of


@dataclass
class Clients:
    """The names of the person's clients, read once and only where one is asked for."""

    request: ActorRequest
    more: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _names(self) -> dict[str, str]:
        return names_of(self.request.user)

    @cached_property
    def _people(self) -> dict[int, str]:
        return people_beside(self.request.actor)

    def who(self, client: str, agent: str = "", *, by: int | None = None) -> str:
        """The agent with its client, either alone, or the person. A client that is gone has no name. What
        somebody else did, of the number `by`, is told by their name: their clients are theirs to know.
        """
        if by and by != self.request.user.pk:
            person = self._people.get(by) or _("somebody who is not here any more")
            return " · ".join(filter(None, (agent, person)))
        if client in {DASHBOARD, ""}:
            return agent or _("you")
        name = self._names.get(client, "")
        return " · ".join(dict.fromkeys(filter(None, (agent, name)))) or _("a client that is gone")

    def choices(self) -> Iterable[tuple[str, str]]:
        """Keys and names, to choose one."""
        return sorted(self._names.items(), key=lambda each: each[1].casefold())
