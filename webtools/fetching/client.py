"""The HTTP client: every connection through the guard, redirects by hand, bodies as long as wanted."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import httpcore
import httpx

from webtools.errors import AddressRefused, BadAddress, ContentRefused, TimedOut, TooManyRedirects
from webtools.fetching.failing import told_failure
from webtools.fetching.fetched import Cookie, Fetched, Hop
from webtools.fetching.inflating import ACCEPTED, BadCompression, Inflating
from webtools.guard.dialling import GuardedBackend
from webtools.guard.guard import Guard
from webtools.guard.urls import Target, joined
from webtools.limits import (
    BODY_SHARE,
    CONNECT_SECONDS,
    IDLE_CONNECTION_SECONDS,
    IDLE_CONNECTIONS,
    MAX_CONNECTIONS,
    MAX_HEADERS,
    MAX_REDIRECTS,
)

AGENT = "Mozilla/5.0 (compatible; Continuum/0.1; fetches for its user)"
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})

MostOf = Callable[[int, Mapping[str, str]], int]
"""How many bytes of a body are wanted, by its status and headers."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How to fetch: seconds for all of it, bytes of the body, more headers, whether to follow redirects."""

    seconds: float
    most: MostOf
    headers: Mapping[str, str]
    follow: bool = True


class Client:
    """One pool of connections. Use it on one event loop, and close it there."""

    def __init__(self, guard: Guard, *, tls: ssl.SSLContext | None = None) -> None:
        self._transport = _GuardedTransport(guard, tls or ssl.create_default_context())

    async def close(self) -> None:
        await self._transport.aclose()

    async def get(self, target: Target, wish: Wish) -> Fetched:
        """The response at the end of the redirects, each of which the guard has judged.

        Raises AddressRefused, BadAddress, NameUnknown, TimedOut, TooManyRedirects, CertificateProblem,
        ContentRefused, Unreachable.
        """
        try:
            async with asyncio.timeout(wish.seconds):
                return await self._follow(target, wish)
        except TimeoutError:
            raise TimedOut(f"No answer within {wish.seconds:g} seconds.") from None

    async def _follow(self, target: Target, wish: Wish) -> Fetched:
        cookies, hops = httpx.Cookies(), list[Hop]()
        ends = asyncio.get_running_loop().time() + wish.seconds
        while True:
            found = await self._one(target, wish, cookies, ends)
            location = found.headers.get("location")
            if not (wish.follow and found.status in _REDIRECTS and location):
                return _finished(found, hops, cookies)
            hops.append(Hop(target.url, found.status))
            if len(hops) > MAX_REDIRECTS:
                raise TooManyRedirects(f"Too many redirects: it gave up after {MAX_REDIRECTS}.")
            target = _next(target, location)

    async def _one(self, target: Target, wish: Wish, cookies: httpx.Cookies, ends: float) -> Fetched:
        headers = {"user-agent": AGENT, "accept": _ACCEPT, "accept-encoding": ACCEPTED, **wish.headers}
        request = httpx.Request("GET", target.url.partition("#")[0], headers=headers)
        cookies.set_cookie_header(request)
        try:
            response = await self._transport.handle_async_request(request)
        except (httpx.HTTPError, OSError) as error:
            raise told_failure(error) from None
        response.request = request
        try:
            cookies.extract_cookies(response)
            return await _read(target, response, wish, ends)
        finally:
            with suppress(httpx.HTTPError, OSError):  # it is given up, however it ends
                await response.aclose()


def _next(target: Target, location: str) -> Target:
    try:
        return joined(target.url, location)
    except BadAddress:
        raise AddressRefused from None


async def _read(target: Target, response: httpx.Response, wish: Wish, ends: float) -> Fetched:
    headers = {name.lower(): value for name, value in list(response.headers.items())[:MAX_HEADERS]}
    is_hop = wish.follow and response.status_code in _REDIRECTS and "location" in headers
    most = 0 if is_hop else wish.most(response.status_code, headers)
    now = asyncio.get_running_loop().time()
    body, cut = await _body(response, headers, most=most, until=now + (ends - now) * BODY_SHARE)
    return Fetched(target, response.status_code, headers, body, cut)


async def _body(
    response: httpx.Response, headers: Mapping[str, str], *, most: int, until: float
) -> tuple[bytes, str]:
    """The beginning of a body, and why it is only that."""
    if most <= 0:
        return b"", ""
    body = bytearray()
    try:
        async with asyncio.timeout_at(until):
            inflating = Inflating(headers.get("content-encoding", ""))
            await _fill(body, response, inflating, most=most)
    except TimeoutError:
        if not body:
            raise TimedOut("The server began to answer and then sent nothing.") from None
        return bytes(body), "time"
    except BadCompression as error:
        raise ContentRefused(f"What came cannot be read: {error}.") from None
    except (httpx.HTTPError, OSError) as error:
        if not body:
            raise told_failure(error) from None
        return bytes(body), "broken"
    return bytes(body[:most]), "size" if len(body) > most else "broken" if inflating.is_cut else ""


async def _fill(body: bytearray, response: httpx.Response, inflating: Inflating, *, most: int) -> None:
    """Up to one byte more than is wanted, by which it shows that there is more."""
    async for piece in response.aiter_raw():
        body += inflating.feed(piece, at_most=most + 1 - len(body))
        if len(body) > most:
            return


def _finished(found: Fetched, hops: list[Hop], cookies: httpx.Cookies) -> Fetched:
    kept = tuple(
        Cookie(each.name, each.value or "", each.domain, each.path, bool(each.secure)) for each in cookies.jar
    )
    return Fetched(
        found.target, found.status, found.headers, found.body, found.cut, hops=tuple(hops), cookies=kept
    )


class _GuardedTransport(httpx.AsyncHTTPTransport):
    """httpx's transport over connections of ours. What the environment says of proxies is not read: a proxy
    would resolve names again, behind the guard's back.
    """

    def __init__(self, guard: Guard, tls: ssl.SSLContext) -> None:
        super().__init__(verify=tls, trust_env=False)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=IDLE_CONNECTIONS,
            keepalive_expiry=IDLE_CONNECTION_SECONDS,
            network_backend=GuardedBackend(guard),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions = {**request.extensions, "timeout": {"connect": CONNECT_SECONDS}}
        return await super().handle_async_request(request)
