"""No page reaches the inside by any way a browser has; a sentinel there listens on TCP and UDP."""

from __future__ import annotations

import pytest

from tests.webtools.conftest import Sentinel, Site, needs_chromium
from tests.webtools.conftest import resolving as known
from webtools.errors import AddressRefused
from webtools.looking import Asked
from webtools.pages import Page, read_page
from webtools.settings import WebSettings
from webtools.web import Web

WORDS = f"<p>{'words enough to be read at once ' * 12}</p>"
WAYS = {
    "image": "<img src='{url}'>",
    "image by css": "<div style='width:9px;height:9px;background:url({url})'></div>",
    "frame": "<iframe src='{url}'></iframe>",
    "object": "<object data='{url}'></object><embed src='{url}'>",
    "script": "<script src='{url}'></script>",
    "module": "<script type=module>import('{url}').catch(() => 0)</script>",
    "style": "<link rel=stylesheet href='{url}'><style>@import '{url}';</style>",
    "prefetch": "<link rel=preload as=fetch href='{url}'><link rel=prefetch href='{url}'>"
    "<link rel=preconnect href='http://{address}'><link rel=dns-prefetch href='//{address}'>",
    "video": "<video src='{url}' autoplay></video><audio src='{url}' autoplay></audio>",
    "fetch": "<script>fetch('{url}', {mode: 'no-cors'}).catch(() => 0)</script>",
    "request": "<script>let x = new XMLHttpRequest(); x.open('GET', '{url}'); x.send()</script>",
    "beacon": "<script>navigator.sendBeacon('{url}', 'x')</script>",
    "events": "<script>new EventSource('{url}')</script>",
    "socket": "<script>try { new WebSocket('ws://{address}/') } catch {}</script>",
    "secure socket": "<script>try { new WebSocket('wss://{address}/') } catch {}</script>",
    "worker": "<script>new Worker(URL.createObjectURL(new Blob([`"
    "fetch('{url}', {mode:'no-cors'}).catch(()=>0);try{new WebSocket('ws://{address}/')}catch{}`])))</script>",
    "popup": "<script>window.open('{url}')</script>",
    "form": "<form id=f action='{url}' method=post target=t><input name=a></form><iframe name=t></iframe>"
    "<script>f.submit()</script>",
    "ping": "<a id=a href='#' ping='{url}'>x</a><script>a.click()</script>",
    "webrtc": "<script>try { let p = new RTCPeerConnection({iceServers: [{urls: 'stun:{address}'},"
    "{urls: 'turn:{address}?transport=tcp', username: 'a', credential: 'b'}]}); p.createDataChannel('x');"
    "p.createOffer().then(o => p.setLocalDescription(o)) } catch {}</script>",
    "webrtc of a frame": '<iframe srcdoc="<script>try {{ let p = new RTCPeerConnection({{iceServers:'
    "[{{urls:'stun:{address}'}}]}}); p.createDataChannel('x'); p.createOffer().then(o =>"
    'p.setLocalDescription(o)) }} catch {{}}</script>"></iframe>',
    "webtransport": "<script>try { new WebTransport('https://{address}/') } catch {}</script>",
    "refresh": "<meta http-equiv=refresh content='0;url={url}'>",
    "https": "<img src='https://{address}/x'>",
    "wrapped": "<img src='http://[::ffff:127.0.0.1]:{port}/x'><img src='http://2130706433:{port}/x'>"
    "<img src='http://0x7f.1:{port}/x'><img src='http://localhost:{port}/x'><img src='http://0:{port}/x'>",
    "userinfo": "<img src='http://user:pw@{address}/x'>",
    "import map": '<script type=importmap>{{"imports": {{"a": "{url}"}}}}</script>'
    "<script type=module>import('a').catch(() => 0)</script>",
    "speculation": '<script type=speculationrules>{{"prefetch":[{{"source":"list","urls":["{url}"]}}],'
    '"prerender":[{{"source":"list","urls":["{url}"]}}]}}</script>',
    "service worker": "<script>navigator.serviceWorker?.register('/sw.js').catch(() => 0)</script>",
    "manifest": "<link rel=manifest href='{url}'><link rel=icon href='{url}'>",
    "svg": "<svg><image href='{url}' width=9 height=9 /><use href='{url}#a' /></svg>",
    "font": "<style>@font-face { font-family: f; src: url({url}) } p { font-family: f }</style>",
    "file": "<img src='file:///etc/passwd'><iframe src='file:///etc/passwd'></iframe>",
}


def leading(way: str, sentinel: Sentinel) -> str:
    told = way.replace("{{", "{").replace("}}", "}")
    told = told.replace("{url}", sentinel.url).replace("{address}", sentinel.address)
    return told.replace("{port}", str(sentinel.port))


async def looked_at(web: Web, url: str) -> Page | None:
    try:
        return await web.run(read_page(web, Asked(url, timeout_ms=20_000)))
    except AddressRefused:
        return None


async def test_no_way_out_of_a_page_reaches_the_inside(web: Web, site: Site, sentinel: Sentinel) -> None:
    """All of them on one page; those that lead the page itself away have one of their own below."""
    site.page("/sw.js", f"fetch('{sentinel.url}')", "text/javascript")
    ways = [leading(way, sentinel) for name, way in WAYS.items() if name != "refresh"]
    page = await looked_at(web, site.page("/", f"<body>{WORDS}{''.join(ways)}</body>"))
    assert page is not None
    assert "words enough" in page.text
    assert any("refused" in note for note in page.notes)
    assert not sentinel.touched


@pytest.mark.parametrize("way", WAYS)
async def test_no_single_way_reaches_the_inside(web: Web, site: Site, sentinel: Sentinel, way: str) -> None:
    site.page("/sw.js", f"fetch('{sentinel.url}')", "text/javascript")
    await looked_at(web, site.page("/", f"<body>{WORDS}{leading(WAYS[way], sentinel)}</body>"))
    assert not sentinel.touched


@pytest.mark.parametrize(
    "script",
    [
        "location.href = '{url}'",
        "location.replace('{url}')",
        "document.write(`<meta http-equiv=refresh content='0;url={url}'>`)",
        "history.pushState(0, '', '/x'); location.assign('{url}')",
        "document.body.innerHTML = `<form id=g action='{url}'></form>`; g.submit()",
    ],
)
async def test_a_page_that_leads_inside_is_refused(
    web: Web, site: Site, sentinel: Sentinel, script: str
) -> None:
    url = site.page("/", f"<body><p>x</p><script>{script.replace('{url}', sentinel.url)}</script></body>")
    page = await looked_at(web, url)
    assert page is None or page.text in {"x", ""}
    assert not sentinel.touched


async def test_a_frame_that_is_redirected_inside_is_refused(web: Web, site: Site, sentinel: Sentinel) -> None:
    site.redirect("/in", sentinel.url)
    await looked_at(web, site.page("/", f"<body>{WORDS}<iframe src=/in></iframe><img src=/in></body>"))
    assert "/in" in site.paths
    assert not sentinel.touched


@pytest.mark.slow
@pytest.mark.browser
async def test_a_name_that_resolves_inside_is_refused_in_the_browser_too(
    site: Site, sentinel: Sentinel
) -> None:
    needs_chromium()
    names = {"www.qa.test": ["127.0.0.1"], "rebinding.qa.test": ["127.0.0.1"]}
    web = Web(WebSettings(allow=(f"www.qa.test:{site.port}",)), resolve=known(names))
    image = f"<img src='http://rebinding.qa.test:{sentinel.port}/x'>"
    site.page("/", f"<body>{WORDS}{image}</body>")
    page = await looked_at(web, f"http://www.qa.test:{site.port}/")
    web.close()
    assert page is not None
    assert any("1 requests" in note for note in page.notes)
    assert not sentinel.touched


async def test_plain_requests_of_a_page_come_through_whole(web: Web, site: Site) -> None:
    """The proxy does not hold back what is allowed: posts, answers, sockets that are refused by the site."""
    site.page("/echo", "posted", "text/plain")
    script = """fetch('/echo', {method: 'POST', body: 'x'.repeat(70000)})
      .then(r => r.text()).then(t => b.innerText = t)"""
    page = await looked_at(web, site.page("/", f"<p id=b>waiting</p><script>{script}</script>"))
    assert page is not None
    assert page.text == "posted"
    assert [hit[2]["host"] for hit in site.hits] == [f"127.0.0.1:{site.port}"] * 2
    assert not any("proxy-authorization" in hit[2] for hit in site.hits)
