"""One secret of every kind, put together when a test runs."""

from __future__ import annotations

import json
import re
import string
from random import Random

from memories.secrets.kinds import KINDS
from tests.memories.secrets.made import B64, TOKENS, letters, pem, token

_PASSWORD = letters(Random("everywhere/password"), 18)
_KEY = letters(Random("everywhere/key"), 40)


def _service_account() -> str:
    key = pem("PRIVATE " + "KEY", newline="\\n")(Random("everywhere/account"))
    return json.dumps({"type": "service_account", "private_key": key.replace("\\n", "\n")})


def card_number(seed: str) -> str:
    """Sixteen digits with the check digit of payment cards."""
    body = "4" + letters(Random(seed), 14, string.digits)
    doubled = [int(digit) * (2 if place % 2 == 0 else 1) for place, digit in enumerate(body)]
    number = f"{body}{-sum(sum(divmod(digit, 10)) for digit in doubled) % 10}"
    return " ".join(number[at : at + 4] for at in range(0, 16, 4))


# Kinds that no prefix gives away.
_OTHERS = {
    "google_service_account": _service_account(),
    "database_url": f"postgres://app:{_PASSWORD}d@db.internal:5432/shop",
    "url_password": f"https://app:{_PASSWORD}u@wiki.internal/start",
    "bearer_token": f"Authorization: Bearer {_KEY}b",
    "password": f"password: {_PASSWORD}!p",
    "api_key": f"api_key = {_KEY}k",
    "high_entropy": f"the credentials of the shop, see {_KEY}h",
    "aws_secret_key": f"aws_secret_access_key = {letters(Random('everywhere/aws'), 40, B64)}",
    "iban": "DE89 3704 0044 0532 0130 00",
    "card_number": card_number("everywhere/card"),
    "email": "ana.lopez" + "@" + "kiln-everywhere.dev",
    "phone": "+49 30 901820-4711",
}
SECRETS = {
    kind.name: token(kind.name, seed=99) if kind.name in TOKENS else _OTHERS[kind.name] for kind in KINDS
}


def core(secret: str) -> str:
    """What to look for of it: its longest stretch without a space, or all of it."""
    stretches = re.findall(r"[^\s\"'\\]{12,}", secret)
    return max(stretches, key=len) if stretches else secret
