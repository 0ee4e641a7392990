"""Which Chromium there is, and how it is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webtools.limits import LAUNCH_SECONDS

ANY, NONE = "auto", "none"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")

# The proxy is the only way out; what would go beside it is off, and no name is resolved in the browser.
_FEATURES = (
    "WebTransport,DnsOverHttps,AsyncDns,NetworkPrediction,SpeculationRulesPrefetchProxy,PrivateStateTokens,"
    "Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication"
)
FLAGS = (
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    (
        "--disable-features=WebTransport,DnsOverHttps,AsyncDns,NetworkPrediction,SpeculationRulesPrefetchProxy,"
        "PrivateStateTokens,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication"
    ),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-pings",
    "--no-first-run",
    "--mute-audio",
    "--disable-gpu",
    "--js-flags=--max-old-space-size=512",
)


def find_chromium(chosen: str, *, bundled: str = "") -> str | None:
    """The path of a browser: the chosen one, else one of this machine, else the driver's own."""
    if chosen == NONE:
        return None
    if chosen != ANY:
        return chosen if Path(chosen).is_file() else None
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or (bundled if bundled and Path(bundled).is_file() else None)


def launch_options(path: str, *, proxy: str, sandbox: bool) -> Mapping[str, Any]:
    """Chromium's own sandbox stays on, except for root, as whom it refuses to start with it."""
    return {
        "executable_path": path,
        "headless": True,
        "args": list(FLAGS),
        "chromium_sandbox": sandbox and not _is_root(),
        "proxy": {"server": proxy},
        "timeout": LAUNCH_SECONDS * 1_000,
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
