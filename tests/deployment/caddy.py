"""Caddy as compose.yaml has it, before web processes of this machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import yaml

from tests.deployment.example import ROOT

OWN = "reverse_proxy web:8787 web-2:8787 {"
NAME = "{$CONTINUUM_DOMAIN}"


def shipped() -> str:
    """The configuration in compose.yaml, as the container reads it."""
    told: str = yaml.safe_load((ROOT / "compose.yaml").read_text())["configs"]["proxy"]["content"]
    return told.replace("$$", "$")


def caddyfile(folder: Path, *, https: int, webs: Sequence[int]) -> str:
    """The same for processes at these ports and a certificate in the folder, without Caddy's own port for
    its administration and without the one for http.
    """
    told = shipped()
    assert OWN in told and told.startswith(f"{NAME} {{"), "compose.yaml has another proxy than this knows"
    ours = " ".join(f"127.0.0.1:{port}" for port in webs)
    told = told.replace(OWN, f"reverse_proxy {ours} {{").replace(f"{NAME} {{", f"https://{NAME} {{", 1)
    told = told.replace(NAME, f"localhost:{https}")
    served = f"tls {folder}/certificate.pem {folder}/key.pem\n  bind 127.0.0.1"
    told = re.sub(r"\{\n", f"{{\n  {served}\n", told, count=1)
    return f"{{\n  admin off\n  auto_https disable_redirects\n}}\n{told}"
