"""What is over and opens nothing, swept away: nobody has to come by for it to go."""

from __future__ import annotations

from django.utils import timezone

from oauth.limits import KEEP_CODES, KEEP_PAIRS, REFRESH_WINDOW
from oauth.models import AuthorizationCode, SignInLink, TokenPair
from oauth.services.account_events import clean_up_account_events
from oauth.services.clients import sweep_unused_clients
from oauth.services.sign_in import KEEP_USED_LINKS


def sweep_keys() -> None:
    """Codes, pairs and sign-in links that are long over, what was sealed for a window that is over, and the
    clients that nobody let in; what happened to accounts before the time for which events are kept. A
    connection stays: what its client wrote can still be undone.
    """
    now = timezone.now()
    AuthorizationCode.objects.filter(expires_at__lt=now - KEEP_CODES).delete()
    TokenPair.objects.filter(refresh_expires_at__lt=now - KEEP_PAIRS).delete()
    over = TokenPair.objects.filter(used_at__lte=now - REFRESH_WINDOW)
    over.exclude(successor=None).update(successor=None)
    SignInLink.objects.filter(expires_at__lt=now - KEEP_USED_LINKS).delete()
    sweep_unused_clients()
    clean_up_account_events()
