"""Reading the address of a page, strictly: what could be read in two ways is refused.

Whoever dials gets the address as it is written down here, so that the guard, the HTTP client and the browser
cannot differ over its host.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from ipaddress import IPv6Address
from urllib.parse import quote, urljoin

import idna

from webtools.errors import BadAddress
from webtools.limits import MAX_URL_CHARACTERS

PORTS = {"http": 80, "https": 443}
# Ports that the Fetch standard keeps pages away from: what listens there is not a web server.
BAD_PORTS = frozenset(
    (
        *(1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95),
        *(101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179),
        *(389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636),
        *(989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566),
        *(6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    )
)
MAX_PORT = 65_535
MAX_HOST = 253
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_BARE_HOST = re.compile(r"[^\s/?#:@\\]+\.[^\s/?#:@\\]+(:[0-9]+)?([/?#]|$)")
_PARTS = re.compile(r"(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<query>\?[^#]*)?(?P<fragment>#.*)?", re.DOTALL)
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_QUAD = re.compile(r"(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2})){3}")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_KEPT = "%/:@!$&'()*+,;=~-._"


@dataclass(frozen=True, slots=True)
class Target:
    """An address that can be dialled: `host` in lower-case ASCII (an IPv6 address without brackets)."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{_written(self.host, self.port, self.scheme)}"


def read_url(text: str) -> Target:
    """The target of an http or https address; a bare host name is taken for https. Raises BadAddress."""
    text = _plain(text)
    scheme, rest = _scheme_of(text)
    found = _PARTS.fullmatch(rest)
    if found is None:
        raise BadAddress("That is not the address of a page.")
    host, port = _authority(found["authority"], scheme)
    path = quote(found["path"] or "/", safe=_KEPT)
    query = quote(found["query"] or "", safe=_KEPT + '?[]|{}^`"<>')
    fragment = quote(found["fragment"] or "", safe=_KEPT + "?#")
    url = f"{scheme}://{_written(host, port, scheme)}{path}{query}{fragment}"
    return Target(url=url, scheme=scheme, host=host, port=port)


def joined(base: str, location: str) -> Target:
    """Where a redirect leads. Raises BadAddress."""
    return read_url(urljoin(base, _plain(location)))


def read_host(text: str) -> str:
    """A host as it is dialled, in one spelling. Raises BadAddress for odd spellings of IP addresses."""
    if text.startswith("["):
        return _ipv6(text)
    if "%" in text:
        raise BadAddress("Write the host without percent signs.")
    host = text.lower() if text.isascii() else _ascii(text)
    if host.endswith("."):
        host = host[:-1]
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]) and not _is_quad(host):
        raise BadAddress("Write the IP address as four plain numbers.")
    if len(host) > MAX_HOST or not all(_LABEL.fullmatch(label) for label in labels):
        raise BadAddress("That is not the name of a host.")
    return host


def read_port(text: str) -> int:
    """Raises BadAddress for what is no port, or one that no web server listens on."""
    if not (text.isascii() and text.isdigit()) or not 0 < int(text[:6]) <= MAX_PORT:
        raise BadAddress("That is not the number of a port.")
    if int(text) in BAD_PORTS:
        raise BadAddress("Pages are not served on that port.")
    return int(text)


def _plain(text: str) -> str:
    text = text.strip(" ")
    if len(text) > MAX_URL_CHARACTERS:
        raise BadAddress(f"An address has at most {MAX_URL_CHARACTERS:,} characters.")
    if _UNSEEN.search(text):
        raise BadAddress("The address holds characters that cannot be seen.")
    if "\\" in re.split(r"[?#]", text, maxsplit=1)[0]:
        raise BadAddress("The address holds a backslash.")
    return text


def _scheme_of(text: str) -> tuple[str, str]:
    """The scheme and what follows its two slashes."""
    found = _SCHEME.match(text)
    if found is None or (_BARE_HOST.match(text) and found[1].lower() not in PORTS):
        if _BARE_HOST.match(text):
            return "https", text
        raise BadAddress("Write the whole address, with https:// in front.")
    scheme, rest = found[1].lower(), text[found.end() :]
    if scheme not in PORTS:
        raise BadAddress("Only http and https addresses are opened.")
    if not rest.startswith("//") or rest.startswith("///"):
        raise BadAddress("Write the address with two slashes after the colon.")
    return scheme, rest[2:]


def _authority(text: str, scheme: str) -> tuple[str, int]:
    if "@" in text:
        raise BadAddress("Write the address without a user name or password.")
    closing = text.rfind("]")
    host, colon, port = (
        (text[: closing + 1], *text[closing + 1 :].partition(":")[1:])
        if text.startswith("[")
        else text.partition(":")
    )
    if text.startswith("[") and text[closing + 1 : closing + 2] not in {"", ":"}:
        raise BadAddress("That is not the address of a page.")
    if not host:
        raise BadAddress("The address names no host.")
    return read_host(host), read_port(port) if colon and port else PORTS[scheme]


def _ipv6(text: str) -> str:
    inner = text.removeprefix("[").removesuffix("]")
    try:
        return str(IPv6Address("" if "%" in inner else inner))
    except ValueError:
        raise BadAddress("That is not an IPv6 address.") from None


def _ascii(text: str) -> str:
    try:
        return idna.encode(text, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        raise BadAddress("That is not the name of a host.") from None


def _is_quad(host: str) -> bool:
    if not _QUAD.fullmatch(host):
        return False
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def _written(host: str, port: int, scheme: str) -> str:
    shown = f"[{host}]" if ":" in host else host
    return shown if port == PORTS[scheme] else f"{shown}:{port}"
