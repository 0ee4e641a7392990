"""check_url tells dead, soft 404, blocked, broken and unknown apart."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.webtools.conftest import Route, Sentinel, Site, _Handler, _Quiet
from tests.webtools.conftest import resolving as known
from webtools import checking
from webtools.checking import Checked, State, check_url
from webtools.errors import AddressRefused, BadAddress, CertificateProblem
from webtools.looking import Asked
from webtools.pages import read_page
from webtools.settings import WebSettings
from webtools.web import Web

GUIDE = (
    "<title>Robot guide</title><h1>Robot guide</h1><p>How to make avatars out of hashes, step by step.</p>"
)


async def checked(web: Web, url: str) -> Checked:
    return await web.run(check_url(web, url))


async def test_a_server_that_refuses_head_is_alive(plain: Web, site: Site) -> None:
    found = await checked(plain, site.page("/x", GUIDE, method="GET"))
    assert (found.state, found.status) == (State.ALIVE, 200)


@pytest.mark.parametrize(
    ("status", "headers", "body", "state"),
    [
        (
            403,
            {"cf-mitigated": "challenge", "Server": "cloudflare"},
            "<title>Just a moment...</title>",
            "blocked",
        ),
        (403, {}, "no", "blocked"),
        (401, {}, "", "blocked"),
        (429, {"Retry-After": "60"}, "", "blocked"),
        (451, {}, "", "blocked"),
        (503, {}, "<title>Just a moment...</title>", "blocked"),
        (200, {}, "<title>Attention Required! | CDN</title>", "blocked"),
        (200, {"x-datadome": "protected"}, "<title>x</title>", "blocked"),
        (404, {}, "", "dead"),
        (410, {}, "", "dead"),
        (400, {}, "", "dead"),
        (500, {}, "", "unknown"),
        (502, {}, "", "unknown"),
        (503, {}, "<title>Later</title>", "unknown"),
        (304, {}, "", "unknown"),
        (204, {}, "", "alive"),
    ],
)
async def test_a_status_means_what_it_means(
    *, plain: Web, site: Site, status: int, headers: dict[str, str], body: str, state: str
) -> None:
    found = await checked(plain, site.page("/x", body, status=status, headers=headers))
    assert (found.state, found.status) == (State(state), status)


async def test_a_page_that_says_it_is_none_is_a_soft_404(plain: Web, site: Site) -> None:
    real = site.page("/real", GUIDE)
    site.page("*", "<title>Page not found | Demo</title><h1>Sorry, we can't find that page</h1>")
    assert (await checked(plain, real)).state is State.ALIVE
    assert (await checked(plain, f"{site.base}/old/report-2019")).state is State.SOFT_404


async def test_the_same_page_for_every_address_is_a_soft_404(plain: Web, site: Site) -> None:
    site.page("*", f"<title>Welcome</title><p>{'Our products are the best of the whole town. ' * 4}</p>")
    assert (await checked(plain, f"{site.base}/deep/page")).state is State.SOFT_404


async def test_the_same_empty_shell_for_every_address_says_nothing(plain: Web, site: Site) -> None:
    site.page("*", "<title>App</title><div id=root></div><script src=/app.js></script>")
    assert (await checked(plain, f"{site.base}/deep/page")).state is State.UNKNOWN


async def test_a_deep_address_that_leads_to_the_front_page_is_a_soft_404(plain: Web, site: Site) -> None:
    site.page("/", GUIDE)
    found = await checked(plain, site.redirect("/old/page", "/"))
    assert found.state is State.SOFT_404
    assert found.url == f"{site.base}/"


async def test_a_redirect_that_needs_a_cookie_is_followed(plain: Web, site: Site) -> None:
    first = Route(status=302, headers={"Location": "/x", "Set-Cookie": "seen=1; Path=/"})
    url = site.page("/x", GUIDE, needs=("cookie", "seen=1"), otherwise=first)
    found = await checked(plain, url)
    assert found.state is State.ALIVE
    assert found.hops == ((url, 302),)


async def test_a_redirect_that_ends_on_an_error_page_is_told(plain: Web, site: Site) -> None:
    site.page("/System/Error", "<title>Error 500</title><h1>Something went wrong</h1>")
    found = await checked(plain, site.redirect("/p", "/System/Error"))
    assert found.state is State.ERROR_PAGE
    assert found.url == f"{site.base}/System/Error"


@pytest.mark.parametrize(
    ("asked", "path"),
    [("/a b", "/a%20b"), ("/ü", "/%C3%BC"), ("/doc#s1", "/doc"), ("/doc?q=1", "/doc"), ("/a%20b", "/a%20b")],
)
async def test_blanks_accents_and_fragments_are_handled(
    plain: Web, site: Site, asked: str, path: str
) -> None:
    site.page(path, "<h1 id='s1'>One</h1>")
    found = await checked(plain, site.base + asked)
    assert found.state is State.ALIVE
    assert found.notes == ()


async def test_a_fragment_that_names_nothing_is_noted(plain: Web, site: Site) -> None:
    found = await checked(plain, site.page("/doc", "<h1 id='s1'>One</h1>") + "#nope")
    assert found.state is State.ALIVE
    assert any("#" in note for note in found.notes)


async def test_a_name_that_nobody_knows_is_dead_in_any_script(site: Site) -> None:
    web = Web(WebSettings(browser="none"), resolve=known({"xn--bcher-kva.example": []}))
    found = await checked(web, "https://bücher.example/")
    web.close()
    assert (found.state, found.url) == (State.DEAD, "https://xn--bcher-kva.example/")


async def test_a_server_that_keeps_silent_is_unknown(
    plain: Web, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "CHECK_SECONDS", 0.2)
    never = threading.Event()
    found = await checked(plain, site.page("/", "x", wait=never))
    never.set()
    assert found.state is State.UNKNOWN


async def test_a_file_is_alive_without_being_fetched_whole(plain: Web, site: Site) -> None:
    url = site.file("/big.zip", b"PK\x03\x04" + b"\0" * 3_000_000, "application/zip")
    found = await checked(plain, url)
    assert (found.state, found.content_type) == (State.ALIVE, "application/zip")


async def test_what_is_inside_is_refused(plain: Web, site: Site, sentinel: Sentinel) -> None:
    for url in (sentinel.url, site.redirect("/r", sentinel.url)):
        with pytest.raises(AddressRefused):
            await checked(plain, url)
    with pytest.raises(BadAddress):
        await checked(plain, "ftp://example.com/")
    assert not sentinel.touched


# --- Certificates


def certificate(folder: Path, *, name: str, days: tuple[int, int]) -> Path:
    """A key and its certificate, signed by nobody else, good from and until so many days from now."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=days[0]))
        .not_valid_after(now + timedelta(days=days[1]))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{name}.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


class Secure:
    """A site behind TLS with this certificate, known as `secure.qa.test`."""

    def __init__(self, site: Site, pem: Path) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        handler = type("Handler", (_Handler,), {"site": site})
        self.server = _Quiet(("127.0.0.1", 0), handler)
        self.server.socket = context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def opened(site: Site, tmp_path: Path) -> Iterator[list[Secure]]:
    found: list[Secure] = []
    yield found
    for each in found:
        each.close()


@pytest.mark.parametrize(
    ("name", "days", "trusted", "kind"),
    [
        ("secure.qa.test", (-30, -1), True, "expired"),
        ("secure.qa.test", (-30, 30), False, "self_signed"),
        ("other.qa.test", (-30, 30), True, "wrong_host"),
        ("secure.qa.test", (1, 30), True, "not_yet_valid"),
    ],
)
async def test_what_is_wrong_with_a_certificate_is_named(
    *,
    site: Site,
    tmp_path: Path,
    opened: list[Secure],
    name: str,
    days: tuple[int, int],
    trusted: bool,
    kind: str,
) -> None:
    pem = certificate(tmp_path, name=name, days=days)
    opened.append(Secure(site, pem))
    site.page("/", GUIDE)
    tls = ssl.create_default_context(cafile=str(pem) if trusted else None)
    settings = WebSettings(browser="none", allow=("127.0.0.1",))
    web = Web(settings, resolve=known({"secure.qa.test": ["127.0.0.1"]}), tls=tls)
    url = f"https://secure.qa.test:{opened[0].port}/"
    found = await checked(web, url)
    with pytest.raises(CertificateProblem) as refused:
        await web.run(read_page(web, Asked(url)))
    web.close()
    assert found.state is State.TLS
    assert refused.value.kind == kind
    assert site.hits == []


async def test_a_good_certificate_is_asked_for_by_name_although_the_address_is_pinned(
    site: Site, tmp_path: Path, opened: list[Secure]
) -> None:
    pem = certificate(tmp_path, name="secure.qa.test", days=(-1, 30))
    opened.append(Secure(site, pem))
    site.page("/", GUIDE)
    web = Web(
        WebSettings(browser="none", allow=("127.0.0.1",)),
        resolve=known({"secure.qa.test": ["127.0.0.1"]}),
        tls=ssl.create_default_context(cafile=str(pem)),
    )
    found = await checked(web, f"https://secure.qa.test:{opened[0].port}/")
    web.close()
    assert found.state is State.ALIVE
    assert site.hits[0][2]["host"] == f"secure.qa.test:{opened[0].port}"


async def test_what_speaks_no_tls_is_told(plain: Web, site: Site) -> None:
    found = await checked(plain, f"https://127.0.0.1:{site.port}/")
    assert found.state is State.TLS
