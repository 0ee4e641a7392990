"""What has the look of a secret and is none, by kind."""

from __future__ import annotations

import base64
import uuid
from random import Random

import pytest

from memories.secrets.kinds import CERTAIN_KINDS, DEFAULT_KINDS, PERSONAL_KINDS
from memories.secrets.scan import scan
from tests.memories.secrets.made import B62, B64, HEX, UPPER, letters, token

_RANDOM = Random("lookalikes")
_HEX40, _HEX64 = letters(_RANDOM, 40, HEX), letters(_RANDOM, 64, HEX)
_UUID = str(uuid.UUID(int=_RANDOM.getrandbits(128), version=4))
_JSON = base64.b64encode(b'{"version":3,"sources":["a.ts","b.ts"],"names":[]}').decode()

LOOKALIKES: dict[str, list[str]] = {
    "google_service_account": [
        '{"type": "service_account", "project_id": "a", "client_email": "a@b.iam.example"}',
        '{"type": "service_account", "private_key": "<your private key>"}',
        '{"type": "service_account", "private_key_id": "%s"}' % _HEX40,  # noqa: UP031
    ],
    "pgp_private_key": [
        "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n" + letters(_RANDOM, 64, B64),
        "-----BEGIN PGP MESSAGE-----\n\n" + letters(_RANDOM, 64, B64) + "\n-----END PGP MESSAGE-----",
        "The block starts with -----BEGIN PGP PRIVATE" + " KEY BLOCK-----, never paste it.",
    ],
    "private_key": [
        "-----BEGIN CERTIFICATE-----\n" + letters(_RANDOM, 64, B64) + "\n-----END CERTIFICATE-----",
        "-----BEGIN RSA PRIVATE" + " KEY-----\n...\n-----END RSA PRIVATE" + " KEY-----",
        "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC" + letters(_RANDOM, 300, B64) + " ana@host",
        "Keep the private key in the vault; BEGIN PRIVATE" + " KEY is how it begins.",
        '{"kty": "EC", "crv": "P-256", "x": "%s"}' % letters(_RANDOM, 43),  # noqa: UP031
    ],
    "database_url": [
        "postgres://app@db.internal:5432/crm",
        "postgresql://${DB_USER}:${DB_PASSWORD}@db/crm",
        "mysql://user:password@host/db",
        "mongodb://<user>:<password>@cluster/x",
        "redis://localhost:6379/0?owner=ana@example.com",
        "postgres://app:********@db/crm",
        "amqp://guest:guest@localhost//",
        "postgres://USER:DB_PASSWORD@HOST/db",
    ],
    "url_password": [
        "https://example.com:8080/path/@user",
        "git@github.com:owner/repo.git and ssh://git@github.com/owner/repo",
        "https://user:pass@host/x",
        "https://{user}:{password}@host",
    ],
    "slack_webhook": [
        "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        "https://hooks.slack.com/services/YOUR/WEBHOOK/HERE",
        "https://hooks.slack.com/services/",
    ],
    "discord_webhook": [
        "https://discord.com/api/webhooks/123456789012345678/" + "x" * 68,
        "https://discord.com/api/webhooks/",
        "https://discord.com/channels/123456789012345678/123456789012345679",
    ],
    "continuum_token": ["ctm_" + "x" * 43, "ctm_your-token-goes-here-and-nowhere-else", "ctm_export_2026"],
    "aws_access_key": [
        "AKIA" + "IOSFODNN7EXAMPLE",
        "AKIA" + "X" * 16,
        "AKIA" + letters(_RANDOM, 12, UPPER),
        "The AKIA prefix, and ASIA for temporary ones",
        "ASIA-PACIFIC-ROLLOUT-NOTES",
    ],
    "aws_secret_key": [
        "aws_secret_access_key = wJalr" + "XUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "aws secret access key: " + "x" * 40,
        f"aws key of commit {_HEX40}",
        "AWS_SECRET_ACCESS_KEY=${SECRET}",
    ],
    "github_token": [
        "ghp_" + "x" * 36,
        "ghp_" + "*" * 32 + "1234",
        "ghp_16C7e42F292c" + "6912E7710c838347Ae178B4a",
        "ghp_abc...xyz",
        "github_pat_your_token_goes_right_here_please_ok",
    ],
    "gitlab_token": ["glpat-" + "x" * 20, "glpat-your-token-goes-here-now", "glpat-short"],
    "anthropic_key": ["sk-ant-api03-" + "x" * 95, "sk-ant-your-key-goes-here-thanks", "sk-ant-..."],
    "openai_key": [
        "sk-" + "x" * 48,
        "sk-proj-your-openai-key-goes-here",
        'class="sk-fading-circle12-before-x"',
        "use sk-learn-based-pipeline-with-cross-validation",
        "task-" + letters(_RANDOM, 24),
    ],
    "google_api_key": ["AIza" + "X" * 35, "AIzaSy" + "DaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe", "AIzaSyB..."],
    "google_oauth_secret": ["GOCSPX-" + "x" * 28, "GOCSPX-your-client-secret-here", "ya29.a0..."],
    "slack_token": ["xoxb-" + "x" * 50, "xoxb-your-token-here-with-some-more", "xoxb-1234"],
    "stripe_key": [
        "sk_test_4eC39Hq" + "LyjWDarjtT1zdp7dc",
        "pk_live_" + letters(_RANDOM, 24),
        "sk_live_" + "x" * 24,
        "process.env.STRIPE_KEY",
    ],
    "twilio_key": ["AC" + letters(_RANDOM, 32, HEX), "SK" + "x" * 32, "SKU" + letters(_RANDOM, 31, HEX)],
    "sendgrid_key": [
        "SG." + "x" * 22 + "." + "x" * 43,
        "SG.ngeVfQFYQlKU0ufo8x5d1A" + ".TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr",
        "SG.com.example.package.with.a.long.name",
    ],
    "npm_token": ["npm_" + "x" * 36, "npm_config_registry_and_other_settings", "npm_package_json"],
    "pypi_token": [
        "pypi-" + "x" * 100,
        "pypi-mirror-of-our-company-with-a-very-long-name-indeed-2026",
        "pypi-2",
    ],
    "discord_token": [
        "MTk4NjIyNDgzNDcxOTI1MjQ4" + ".Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs",
        "MyClassWithAVeryLongName.method.anotherMethodWithALongName",
        "M" + "x" * 23 + "." + "x" * 6 + "." + "x" * 38,
    ],
    "telegram_token": [
        "110201543" + ":AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
        "1234567890:" + "x" * 35,
        "12345678:the-quick-brown-fox-jumps-over-them",
    ],
    "vendor_token": [
        "hf_" + "x" * 34,
        "hf_hub_download_and_other_functions_here",
        "fw_rules",
        "re_compile_it",
    ],
    "jwt": [
        "eyJ" + "...",
        f"data:application/json;base64,{_JSON}",
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwi"
        "aWF0IjoxNTE2MjM5MDIyfQ" + ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
        "a file called eyJhbGciOi.json.gz",
    ],
}

OTHERS = {
    "git hash": f"Fixed in commit {_HEX40}",
    "checksum": f"sha256 {_HEX64}, md5 {_HEX40[:32]}",
    "uuid": f"session token id {_UUID}, order {_UUID}",
    "uuid as a token": f"token: {_UUID}",
    "lockfile": f'"integrity": "sha512-{letters(_RANDOM, 86, B64)}=="',
    "go.sum": f"github.com/a/b v1.2.3 h1:{letters(_RANDOM, 43, B64)}=",
    "etag": f'etag W/"{_HEX40[:32]}"',
    "digest": f"image host/x@sha256:{_HEX64}",
    "data uri": f"![shot](data:image/png;base64,{letters(_RANDOM, 800, B64)})",
    "image beside a word": f"password screenshot: data:image/png;base64,{letters(_RANDOM, 120, B64)}",
    "bare base64": letters(_RANDOM, 400, B64),
    "random id": f"request {letters(_RANDOM, 21, B62)}",
    "order number": "order 4829-1736-2231-9001, invoice 20261130-4471",
    "branch": "fix-3696-slice1-gapA-emit and PM+instructions+subagents",
    "path": "crates/trusty-agents/src/workflow/resolver.rs:342",
    "fingerprint": f"ssh key SHA256:{letters(_RANDOM, 43, B64)}",
}


def test_every_kind_told_by_its_shape_has_three_lookalikes() -> None:
    assert set(LOOKALIKES) == CERTAIN_KINDS - PERSONAL_KINDS
    assert all(len(texts) >= 3 for texts in LOOKALIKES.values())


@pytest.mark.parametrize("kind", LOOKALIKES)
def test_lookalikes_of_a_kind_pass(kind: str) -> None:
    for text in LOOKALIKES[kind]:
        assert [finding.kind for finding in scan(text)] == [], text


@pytest.mark.parametrize("name", OTHERS)
def test_ids_and_hashes_pass(name: str) -> None:
    assert scan(OTHERS[name], kinds=DEFAULT_KINDS) == []


def test_a_lookalike_hides_no_secret_beside_it() -> None:
    for kind, texts in LOOKALIKES.items():
        text = f"{texts[0]}\n\nand then {token('npm_token')}"
        assert [finding.kind for finding in scan(text)] == ["npm_token"], kind
