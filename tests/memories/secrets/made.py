"""Strings in the shape of secrets, put together when a test runs, so that no file of ours holds one."""

from __future__ import annotations

import base64
import json
import string
from collections.abc import Callable
from random import Random

B62 = string.ascii_letters + string.digits
URL_SAFE = B62 + "_-"
B64 = B62 + "+/"
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits

Maker = Callable[[Random], str]


def letters(random: Random, count: int, alphabet: str = B62) -> str:
    """Random letters with a small one, a capital and a digit among the first."""
    lead = "".join(random.choice(kind) for kind in ("abcdef", "GHIJKL", "23456789") if kind[0] in alphabet)
    return (lead + "".join(random.choices(alphabet, k=count)))[:count]


def marked(prefix: str, count: int, alphabet: str = B62) -> Maker:
    return lambda random: prefix + letters(random, count, alphabet)


def pem(label: str, *, newline: str = "\n", lines: int = 4, indent: str = "", end: bool = True) -> Maker:
    def make(random: Random) -> str:
        body = [letters(random, 64, B64) for _ in range(lines)]
        head, foot = f"-----{'BE'}GIN {label}-----", f"-----END {label}-----"
        return (newline + indent).join([head, *body, *([foot] if end else [])])

    return make


def web_token(random: Random, *, parts: int = 3) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head = part({"alg": "RS256", "kid": letters(random, 8)})
    claims = part({"sub": letters(random, 12), "iat": random.randrange(10**9, 2 * 10**9)})
    encrypted = [letters(random, count, URL_SAFE) for count in (43, 16, 90)]
    middle = [claims] if parts == 3 else encrypted
    return ".".join([head, *middle, letters(random, 43, URL_SAFE)])


def _joined(*makers: Maker, by: str = "") -> Maker:
    return lambda random: by.join(make(random) for make in makers)


GITLAB = ("pat", "dt", "rt", "cbt", "ptt", "ft", "imt", "agent", "soat", "oas")

# By kind, every form of it. Those of private keys and URLs are in tests of their own.
TOKENS: dict[str, list[Maker]] = {
    "aws_access_key": [marked(prefix, 16, UPPER) for prefix in ("AKIA", "ASIA", "ABIA", "ACCA")],
    "github_token": [
        *(marked(f"gh{letter}_", 36) for letter in "pousr"),
        _joined(marked("github_pat_", 22), marked("", 59), by="_"),
        lambda random: f"ghs_{random.randrange(10**5, 10**7)}_{web_token(random)}",
    ],
    "gitlab_token": [
        *(marked(f"gl{name}-", 20, URL_SAFE) for name in GITLAB),
        marked("GR1348" + "941", 20, URL_SAFE),
        _joined(marked("glpat-", 27, URL_SAFE), marked("0", 1, HEX), marked("1", 8, HEX), by="."),
    ],
    "anthropic_key": [marked("sk-ant-api03-", 95, URL_SAFE), marked("sk-ant-admin01-", 95, URL_SAFE)],
    "openai_key": [
        _joined(marked("sk-", 20), marked("T3Blbk" + "FJ", 20)),
        marked("sk-proj-", 74, URL_SAFE),
        marked("sk-svcacct-", 60, URL_SAFE),
        marked("sk-or-v1-", 64, HEX),
        marked("sk-", 32, HEX),
        _joined(marked("sk-sp-", 12), marked("", 24, URL_SAFE), by="."),
    ],
    "google_api_key": [marked("AIza", 35, URL_SAFE), marked("AQ.Ab8", 46, URL_SAFE)],
    "google_oauth_secret": [
        marked("GOCSPX-", 28, URL_SAFE),
        marked("ya29.a0", 120, URL_SAFE),
        marked("1//0g", 60, URL_SAFE),
    ],
    "slack_token": [
        _joined(marked("xoxb-", 12, string.digits), marked("", 12, string.digits), marked("", 24), by="-"),
        marked("xoxp-", 60),
        _joined(marked("xapp-1-A", 10, UPPER), marked("", 13, string.digits), marked("", 64, HEX), by="-"),
    ],
    "stripe_key": [
        *(marked(f"{who}_{mode}_", 24) for who in ("sk", "rk") for mode in ("live", "test")),
        marked("whsec_", 32),
    ],
    "twilio_key": [
        marked("SK", 32, HEX),
        _joined(marked("AC", 32, HEX), marked("", 32, HEX), by=":"),
    ],
    "sendgrid_key": [_joined(marked("SG.", 22, URL_SAFE), marked("", 43, URL_SAFE), by=".")],
    "npm_token": [marked("npm_", 36)],
    "pypi_token": [marked("pypi-AgEI" + "cHlwaS5vcmc", 140, URL_SAFE)],
    "discord_token": [_joined(marked("MT", 24), marked("", 6), marked("", 38, URL_SAFE), by=".")],
    "telegram_token": [lambda random: f"{random.randrange(10**9, 10**10)}:AA{letters(random, 33, URL_SAFE)}"],
    "continuum_token": [marked(kind, 43, URL_SAFE) for kind in ("ctm_", "cta_", "ctr_", "ccs_")],
    "vendor_token": [
        marked("hf_", 34),
        marked("gsk_", 52),
        marked("xai-", 80),
        marked("tvly-dev-", 32),
        marked("dckr_pat_", 27, URL_SAFE),
        marked("hvs.CAES", 90, URL_SAFE),
        marked("dop_v1_", 64, HEX),
        marked("shpat_", 32, HEX),
        marked("ATATT3x", 180, URL_SAFE),
        _joined(marked("re_", 8), marked("", 24), by="_"),
    ],
    "jwt": [
        web_token,
        lambda random: web_token(random, parts=5),
        lambda random: ".".join(web_token(random).split(".")[:2]) + ".",
    ],
    "slack_webhook": [
        lambda random: (
            "https://hooks.slack" + f".com/services/T{letters(random, 8, UPPER)}"
            f"/B{letters(random, 10, UPPER)}/{letters(random, 24)}"
        )
    ],
    "discord_webhook": [
        lambda random: (
            "https://discord" + f".com/api/webhooks/{random.randrange(10**17, 10**18)}/"
            f"{letters(random, 68, URL_SAFE)}"
        )
    ],
    "pgp_private_key": [pem("PGP PRIVATE " + "KEY BLOCK"), pem("PGP PRIVATE " + "KEY BLOCK", newline="\n\n")],
    "private_key": [
        *(pem(f"{name}PRIVATE " + "KEY") for name in ("", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ")),
        pem("RSA PRIVATE " + "KEY", newline="\\n"),
        pem("PRIVATE " + "KEY", newline=" "),
        pem("RSA PRIVATE " + "KEY", indent="    "),
        pem("RSA PRIVATE " + "KEY", newline="\r\n"),
        marked("AGE-SECRET-" + "KEY-1", 58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    ],
}

FORMS = [(kind, index) for kind, makers in TOKENS.items() for index in range(len(makers))]

SURROUNDINGS = {
    "alone": "{}",
    "at the start": "{} is the one",
    "at the end": "The one is {}",
    "before a full stop": "It is {}. Then come more words.",
    "on a line": "First line\n{}\nlast line",
    "in code": 'client = Client("{}", timeout=5)',
    "in a call": "connect({})",
    "in JSON": '{{"a": "{}", "b": 1}}',
    "in escaped JSON": '{{\\"a\\": \\"{}\\"}}',
    "behind an escaped line break": "first\\n{}\\nlast",
    "in a query": "https://host.example/path?a=1&v={}&w=2",
    "behind an escape of a URL": "https://host.example/login?next=%3Fv%3D{}",
    "in Markdown": "- **{}**, and `code`",
    "behind an underscore": "value_{}",
    "glued to Chinese": "我们用的是{}请保密",
    "glued to full-width punctuation": "（{}）",
    "glued to Cyrillic": "ключ{}наш",
    "glued to an emoji": "🔑{}🔑",
    "glued to Thai": "ใช้{}ครับ",
}


PASSWORD = "Kx" + letters(Random("password"), 6)
KEY = letters(Random("key"), 24)
"""A password and a key that no prefix gives away."""


def token(kind: str, index: int = 0, seed: int = 0) -> str:
    return TOKENS[kind][index](Random(f"{kind}/{index}/{seed}"))
