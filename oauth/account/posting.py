"""Messages for which somebody asked who has not shown who they are: sent after the answer.

Else the time that it takes, or a mail server that is away, would tell for which address there is something to
send. That a message could not be sent stands in the log alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from typing import Final

from django.utils.translation import get_language, override

log = logging.getLogger(__name__)

AT_ONCE: Final = 2
"""Messages under way together; others wait. How many there can be is bounded by who may ask how often."""
POST: Executor = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="continuum-post")


def post(send: Callable[[], None]) -> None:
    """Have it sent, in the language of this request and with all that it knows; returns at once. What waits
    when the process ends is sent before it does.
    """
    POST.submit(copy_context().run, _sent, send, get_language())


def _sent(send: Callable[[], None], language: str | None) -> None:
    try:
        with override(language):
            send()
    except Exception:  # nobody else hears of it: the answer was given
        log.exception("mail could not be sent")
