"""The web tools as a connection uses them: who may, how often, and what is noted of it."""

from __future__ import annotations

import time
from collections.abc import Coroutine, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from django.conf import settings

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import ContinuumError
from mcp_gateway.caller import current_actor
from mcp_gateway.threads import acting, on_thread
from memories.secrets.nested import safe_to_tell
from memories.services.activities import WebUse, record_web_use
from oauth.pace import Pace
from webtools.errors import BadAddress
from webtools.guard.urls import read_url
from webtools.settings import WebSettings
from webtools.web import Web

Result = TypeVar("Result")

noted = acting(record_web_use)


@cache
def _web(chosen: WebSettings) -> Web:
    return Web(chosen)


def web() -> Web:
    """The web tools of this process, as the settings want them."""
    return _web(settings.WEB)


async def used(tool: str, work: Coroutine[Any, Any, Result], *, urls: Sequence[str] = ()) -> Result:
    """Do what a tool asks of the web, and note it: the tool, the hosts, how it ended and how long it took.

    Raises Forbidden (no permission, turned off), RateLimited, and what the work raises.
    """
    try:
        actor = await _admitted(urls)
    except ContinuumError:
        work.close()
        raise
    began, outcome = time.monotonic(), "INTERNAL_ERROR"
    try:
        result = await web().run(work, caller=(actor.user_id, actor.client))
        outcome = ""
    except ContinuumError as error:
        outcome = error.code
        raise
    else:
        return result
    finally:
        use = WebUse(
            tool=tool,
            hosts=tuple(dict.fromkeys(map(_host, urls))),
            count=max(1, len(urls)),
            failure=outcome,
            milliseconds=(time.monotonic() - began) * 1_000,
        )
        await noted(actor, use=use)


async def _admitted(urls: Sequence[str]) -> Actor:
    actor = current_actor()
    actor.require(Permission.WEB)
    web().require_on()
    pace = Pace("web", settings.WEB_CALLS_A_MINUTE, told="This connection asks the web too often.")
    await on_thread(partial(pace.keep, actor, count=max(1, len(urls))))
    return actor


def _host(url: str) -> str:
    """The host alone: what else stands in an address may be anybody's secret."""
    try:
        return str(safe_to_tell(read_url(url).host))
    except BadAddress:
        return "(not an address)"
