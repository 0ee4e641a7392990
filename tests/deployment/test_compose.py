"""compose.yaml, read as an operator would review it. (No container engine is asked: it may not be there.)"""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from django.core.management import load_command_class

from tests.deployment.example import ROOT

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OURS = [name for name, service in SERVICES.items() if "build" in service]
COMMANDS = {"migrate": "continuum", "serve": "continuum", "work": "continuum"}


def test_every_process_of_a_deployment_is_there() -> None:
    assert set(OURS) == {"migrate", "web", "worker", "beat"}
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
        part.replace("${CONTINUUM_WEB_PROCESSES:-2}", "2") for part in SERVICES[name]["command"]
    ]
    parser = load_command_class(COMMANDS[command], command).create_parser("manage.py", command)
    assert parser.parse_args(given)


def test_web_and_workers_wait_for_the_tables_and_what_they_need() -> None:
    for name in ("web", "worker", "beat"):
        after = {service: rule["condition"] for service, rule in SERVICES[name]["depends_on"].items()}
        assert after["migrate"] == "service_completed_successfully"
        assert after["postgres"] == after["redis"] == "service_healthy"


def test_passwords_and_the_name_have_to_be_given() -> None:
    settings = SERVICES["web"]["environment"]
    for name in ("CONTINUUM_DATABASE_URL", "CONTINUUM_DATABASE_OWNER_URL", "CONTINUUM_PUBLIC_URL"):
        assert ":?" in settings[name]
    assert ":?" in SERVICES["postgres"]["environment"]["POSTGRES_PASSWORD"]
