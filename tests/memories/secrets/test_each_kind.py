"""The SD cases widened: of every kind two secrets that are found as what they are, and near misses that are
none. The kinds that only some workspaces keep out are asked for by name.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from random import Random

import pytest

from memories.secrets.kinds import KINDS, POLICIES
from memories.secrets.policy import Policy, screen
from memories.secrets.scan import scan
from tests.memories.secrets.made import B64, HEX, TOKENS, letters, pem, token
from tests.memories.secrets.one_of_each import SECRETS, card_number

NAMES = [kind.name for kind in KINDS]


def _word(seed: str, count: int = 18) -> str:
    return letters(Random(f"each/{seed}"), count)


# A second secret of the kinds that no prefix tells.
SECOND: dict[str, Callable[[], str]] = {
    "google_service_account": lambda: (
        '{"private_key_id": "1", "type": "service_account", "private_key": "'
        + pem("PRIVATE " + "KEY", newline="\\n")(Random("each/account"))
        + '"}'
    ),
    "database_url": lambda: f"redis://:{_word('redis')}@cache.internal:6379/0",
    "url_password": lambda: f"git clone https://ana:{_word('git')}@git.internal/shop.git",
    "bearer_token": lambda: f'curl -H "Authorization: Bearer {_word("bearer", 40)}" https://shop.internal',
    "password": lambda: f"Das Passwort für den Router ist {_word('router', 10)}!7",
    "api_key": lambda: f'"client_secret": "{_word("client", 32)}"',
    "high_entropy": lambda: f"credentials are kept as {_word('entropy', 40)}",
    "aws_secret_key": lambda: f'"SecretAccessKey": "{letters(Random("each/aws"), 40, B64)}"',
    "iban": lambda: "GB82 WEST 1234 5698 7654 32",
    "card_number": lambda: card_number("each/card"),
    "email": lambda: "bo+shop" + "@" + "mail.kiln-each.dev",
    "phone": lambda: "call +1 415-867-4420",
}


def _prefix(kind: str) -> str:
    """What all tokens of the kind's first form begin with."""
    letters_of = zip(*(token(kind, seed=seed) for seed in range(4)), strict=False)  # a few differ in length
    same = takewhile(lambda each: len(set(each)) == 1, letters_of)
    return "".join(each[0] for each in same)


def _masked(kind: str) -> list[str]:
    """The prefix with nothing behind it but a mask, words, or the beginning of a token."""
    prefix = _prefix(kind)
    return [f"{prefix}{'x' * 40}", f"{prefix}...", f"{prefix}{token(kind)[len(prefix) :][:6]}"]


NEAR: dict[str, list[str]] = {
    **{kind: _masked(kind) for kind in TOKENS},
    "google_service_account": [
        '{"type": "service_account", "private_key": "<the key>"}',
        '{"type": "service_account", "private_key_id": "' + letters(Random("id"), 40, HEX) + '"}',
    ],
    "pgp_private_key": ["-----BEGIN PGP PUBLIC KEY BLOCK-----", "The PGP private key block is on the stick."],
    "private_key": ["-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG\n"],
    "database_url": ["postgres://app@db.internal:5432/shop", "postgres://app:${DB_PASSWORD}@db/shop"],
    "url_password": ["https://wiki.internal:8443/start", "https://user:password@example.com/"],
    "bearer_token": ["Authorization: Bearer <token>", "The bearer of bad news came late."],
    "password": ["password: ********", "The password is in the vault."],
    "api_key": ["api_key = os.environ['API_KEY']", "Rotate the API key every 90 days."],
    "high_entropy": [
        "the secret is in commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "the token of request 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    ],
    "aws_secret_key": [
        "aws_secret_access_key = <from the console>",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    ],
    "telegram_token": ["1234567890:30", "at 10:00, room 1234567890:AA"],
    "discord_token": ["v1.2.3", "MTIz.short.one"],
    "jwt": ["eyJhbGciOiJIUzI1NiJ9", "eyJ and two dots . ."],
    "iban": ["GB82 WEST 1234 5698 7654 33", "DE89 3704"],
    "card_number": ["1234 5678 9012 3456", "order 4929-1123-0042"],
    "email": ["ana at kiln.dev", "@ana on the forum"],
    "phone": ["2026-11-30 09:00", "build 49.30.901820"],
}


def _asked(kind: str) -> frozenset[str]:
    return frozenset({kind, *(name for name in NAMES if POLICIES[name] is not Policy.OFF)})


@pytest.mark.parametrize("kind", NAMES)
def test_a_kind_is_found_as_what_it_is(kind: str) -> None:
    second = SECOND[kind]() if kind in SECOND else token(kind, seed=7)
    for secret in (SECRETS[kind], second):
        for text in (secret, f"Note: {secret} and so on.", f"备注：{secret}。"):
            assert kind in {found.kind for found in scan(text, kinds=_asked(kind))}, kind


@pytest.mark.parametrize("kind", NAMES)
def test_what_only_looks_like_the_kind_is_none(kind: str) -> None:
    assert len(NEAR[kind]) >= 2
    for text in NEAR[kind]:
        assert scan(text, kinds=_asked(kind)) == [], NEAR[kind].index(text)


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("policy", [Policy.REFUSE, Policy.REDACT, Policy.WARN, Policy.OFF])
def test_each_policy_does_to_each_kind_what_it_says(kind: str, policy: Policy) -> None:
    text = f"Note: {SECRETS[kind]}"
    found = screen({"content": text}, dict.fromkeys(NAMES, policy))
    told = {
        Policy.REFUSE: {hit.kind for hit in found.refused},
        Policy.REDACT: {hit.kind for hit in found.redacted},
        Policy.WARN: {hit.kind for hit in found.warned},
        Policy.OFF: {kind} if found.fields["content"] == text else set(),
    }
    assert kind in told[policy]
    assert (SECRETS[kind] in found.fields["content"]) is (policy is not Policy.REDACT)


@pytest.mark.parametrize("kind", NAMES)
def test_by_default_the_kind_is_refused_unless_it_is_a_person_s(kind: str) -> None:
    refused = {hit.kind for hit in screen({"content": SECRETS[kind]}).refused}
    assert (kind in refused) is (kind not in {"iban", "card_number", "email", "phone"})
