"""compose.yaml, read as an operator would review it. (No container engine is asked: it may not be there.)"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import load_command_class

from continuum.watch_settings import DRAIN_SECONDS
from tests.deployment.caddy import caddyfile, shipped
from tests.deployment.example import ROOT
from tests.deployment.proxy import certificate

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OURS = [name for name, service in SERVICES.items() if "build" in service]
COMMANDS = {"migrate": "continuum", "serve": "continuum", "work": "continuum"}


def test_every_process_of_a_deployment_is_there() -> None:
    assert set(OURS) == {"migrate", "web", "web-2", "worker", "beat"}
    assert {"postgres", "redis", "searxng", "proxy", "tunnel"} == set(SERVICES) - set(OURS)


def test_nothing_but_the_proxy_is_published_and_the_database_reaches_nowhere() -> None:
    assert [name for name, service in SERVICES.items() if service.get("ports")] == ["proxy"]
    networks = yaml.safe_load((ROOT / "compose.yaml").read_text())["networks"]
    assert networks["inside"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == SERVICES["redis"]["networks"] == ["inside"]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_starts_again_and_gains_no_privileges(name: str) -> None:
    service = SERVICES[name]
    assert service["restart"] in ("unless-stopped", "on-failure")
    if name != "postgres":  # its own start gives up root itself, for which it needs to be root
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", OURS)
def test_our_commands_take_their_arguments(name: str) -> None:
    command, *given = [
        part.replace("${CONTINUUM_WEB_PROCESSES:-1}", "1") for part in SERVICES[name]["command"]
    ]
    parser = load_command_class(COMMANDS[command], command).create_parser("manage.py", command)
    assert parser.parse_args(given)


def test_web_and_workers_wait_for_the_tables_and_what_they_need() -> None:
    for name in ("web", "web-2", "worker", "beat"):
        after = {service: rule["condition"] for service, rule in SERVICES[name]["depends_on"].items()}
        assert after["migrate"] == "service_completed_successfully"
        assert after["postgres"] == after["redis"] == "service_healthy"


def test_passwords_and_the_name_have_to_be_given() -> None:
    settings = SERVICES["web"]["environment"]
    for name in ("CONTINUUM_DATABASE_URL", "CONTINUUM_DATABASE_OWNER_URL", "CONTINUUM_PUBLIC_URL"):
        assert ":?" in settings[name]
    assert ":?" in SERVICES["postgres"]["environment"]["POSTGRES_PASSWORD"]


def test_the_proxy_looks_after_each_web_container_by_its_own_name() -> None:
    """A name for several containers is one server to Caddy: it would be asked, and left out, as one."""
    proxied = re.search(r"reverse_proxy (.+) \{", shipped())
    webs = {name for name in OURS if name.startswith("web")}
    assert proxied is not None and set(proxied[1].split()) == {f"{name}:8787" for name in webs}
    assert len(webs) == 2 and not any("deploy" in SERVICES[name] for name in webs)
    assert "health_uri /health/ready" in shipped()
    seconds = re.search(r"health_interval (\d+)s", shipped())
    assert seconds is not None and int(seconds[1]) < DRAIN_SECONDS, (
        "else it would be gone before that is seen"
    )


def test_a_block_of_the_proxys_configuration_begins_a_line() -> None:
    """Caddy does not start with one that is opened and closed on the same line."""
    opened = [line for line in shipped().splitlines() if "{" in line.replace("{$CONTINUUM_DOMAIN}", "")]
    assert len(opened) >= 4 and all(line.endswith("{") for line in opened)


def test_caddy_takes_what_is_shipped(tmp_path: Path) -> None:
    if shutil.which("caddy") is None:
        pytest.skip("caddy is not installed")
    certificate(tmp_path)
    file = tmp_path / "Caddyfile"
    for told in (shipped(), caddyfile(tmp_path, https=8443, webs=[1, 2])):
        file.write_text(told)
        command = ["caddy", "validate", "--config", str(file), "--adapter", "caddyfile"]
        environment = {**os.environ, "CONTINUUM_DOMAIN": "memory.example.com", "HOME": str(tmp_path)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
