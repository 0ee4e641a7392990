"""How far a client came: registered, let in, given tokens, first call; and why it may have stopped there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden
from oauth.limits import CODE_LIFETIME
from oauth.models import Client, Connection

MOST_LISTED = 50

REGISTERED = _("It made itself known")
LET_IN = _("A person let it in")
TOKENS = _("It fetched its tokens")
CALLED = _("It made its first call")

NEVER_ASKED = _(
    "Nobody has answered the consent page. Either the client opened no browser, or the address it wants "
    "people sent back to is not one that it registered, or the person closed the page or denied."
)
NOT_FETCHED = _(
    "It did not exchange its code in time (%(seconds)d seconds), or could not: a proxy keeps it from "
    "/oauth/token, or it lost its PKCE verifier because it was started twice."
)
NOT_CALLED = _(
    "It has tokens and has not called. Either it was given another address than %(resource)s, or it calls "
    "when an agent first needs it."
)
REVOKED = _("The connection was revoked. The client signs in again when it is used next.")


@dataclass(frozen=True, slots=True)
class Step:
    """One step, when it was reached (None: not), and what keeps a client from it where it is the next."""

    name: str | Promise
    reached_at: datetime | None
    cause: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A client and its steps, in order. `cause` belongs to the first that is missing."""

    client: Client
    steps: tuple[Step, ...]

    @property
    def missing(self) -> Step | None:
        return next((step for step in self.steps if step.reached_at is None or step.cause), None)


def way_of(connection: Connection, *, resource: str) -> Way:
    """The way of a client that the person let in."""
    first = connection.pairs.aggregate(first=Min("created_at"))["first"]
    called = connection.last_used_at
    revoked = REVOKED if connection.revoked_at else ""
    steps = (
        Step(REGISTERED, connection.client.created),
        Step(LET_IN, connection.granted_at, revoked),
        Step(TOKENS, first, "" if first else _not_fetched(connection)),
        Step(CALLED, called, "" if called else NOT_CALLED % {"resource": resource}),
    )
    return Way(connection.client, steps)


def _not_fetched(connection: Connection) -> str | Promise:
    """Nothing while the code may still be exchanged."""
    if connection.granted_at + CODE_LIFETIME > timezone.now():
        return ""
    return NOT_FETCHED % {"seconds": CODE_LIFETIME.total_seconds()}


def ways(actor: Actor, *, resource: str) -> list[Way]:
    """The ways of the person's connections, revoked ones included, newest first. Raises Forbidden."""
    actor.require(Permission.ADMIN)
    rows = Connection.objects.filter(user_id=actor.user_id).select_related("client").order_by("-granted_at")
    return [way_of(row, resource=resource) for row in rows[:MOST_LISTED]]


def stranded(actor: Actor, *, staff: bool) -> list[Way]:
    """Clients that made themselves known and that nobody has let in, newest first. They are nobody's, so only
    who runs the installation sees them. Raises Forbidden.
    """
    actor.require(Permission.ADMIN)
    if not staff:
        raise Forbidden("Only who runs this installation sees clients that are nobody's.")
    rows = Client.objects.filter(connections=None).order_by("-created")[:MOST_LISTED]
    missing = (Step(LET_IN, None, NEVER_ASKED), Step(TOKENS, None), Step(CALLED, None))
    return [Way(row, (Step(REGISTERED, row.created), *missing)) for row in rows]
