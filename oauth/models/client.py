"""An application that people may let in: an MCP client, as it registered itself or as its document says."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from oauth2_provider.models import AbstractApplication

from oauth.limits import MAX_CLIENT_URI
from oauth.redirects import is_acceptable


class Client(AbstractApplication):
    """The toolkit's application. `client_uri` is what it says its home is; `registered_from` a keyed hash of
    the network address that registered it, for the limit on registrations.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    client_uri = models.CharField(max_length=MAX_CLIENT_URI, blank=True, default="")
    registered_from = models.CharField(max_length=64, blank=True, default="")

    class Meta(AbstractApplication.Meta):
        indexes = [
            models.Index(fields=["registered_from", "created"], name="client_registrations"),
        ]

    def get_allowed_schemes(self) -> list[str]:
        """The schemes of the addresses it registered, each of which was looked at then."""
        return sorted({urlsplit(uri).scheme for uri in self.redirect_uris.split()} | {"https"})

    def clean(self) -> None:
        """The toolkit's rules, and ours on addresses: plain http leads to this machine alone."""
        super().clean()
        for uri in self.redirect_uris.split():
            if not is_acceptable(uri, schemes=settings.REDIRECT_SCHEMES):
                raise ValidationError({"redirect_uris": f"Nobody is sent to {uri[:100]}."})

    @property
    def is_self_registered(self) -> bool:
        """Whether nobody but the client itself vouches for its name."""
        return bool(self.registration_source == self.RegistrationSource.DCR)

    @property
    def host(self) -> str:
        """The host that stands for the client: proven for a document's, claimed for one that registered."""
        by_document = self.registration_source == self.RegistrationSource.CIMD
        return urlsplit(self.client_id if by_document else self.client_uri).hostname or ""

    @property
    def label(self) -> str:
        """What people call it."""
        return self.name or self.host or str(self.client_id)
