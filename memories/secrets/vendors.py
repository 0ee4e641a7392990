"""Tokens that their vendors mark with letters of their own in front."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memories.secrets.finding import Finding
from memories.secrets.placeholders import is_documented, is_masked, is_spoken

# A token begins where no ASCII letter or digit stands before it, whatever the script; the letters of an
# escaped line break (\n), of \u003d or of %20 are none.
START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2}))"
END = r"(?![A-Za-z0-9])"

_LETTERS = "[A-Za-z0-9]"
_URL_SAFE = "[A-Za-z0-9_-]"
_MOST = 400
"""Characters of a token that are read before it is judged; one found goes on as far as its letters do."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind's tokens begin with one of `prefixes`. `spoken`: words behind the prefix make no token."""

    kind: str
    prefixes: tuple[str, ...]
    pattern: re.Pattern[str]
    more: re.Pattern[str]
    spoken: bool


def _rule(
    kind: str,
    *prefixes: str,
    body: str = "",
    letters: str = _LETTERS,
    least: int = 20,
    spoken: bool = True,
) -> Rule:
    """A rule for a prefix and at least `least` letters behind it, or for a body that is all described."""
    marks = "|".join(sorted(map(re.escape, prefixes), key=len, reverse=True))
    behind = body or f"{letters}{{{least},{_MOST}}}"
    more = re.compile("" if body else f"{letters}*")
    return Rule(kind, prefixes, re.compile(f"{START}(?:{marks})(?P<body>{behind})"), more, spoken)


def _hex(count: int) -> str:
    return f"[0-9a-f]{{{count}}}{END}"


_GITLAB = ["pat", "oas", "dt", "rt", "rtr", "cbt", "ptt", "ft", "imt", "agent", "soat", "ffct", "wt", "jt"]

RULES = (
    _rule("aws_access_key", "AKIA", "ASIA", "ABIA", "ACCA", body=f"[A-Z0-9]{{16}}{END}", spoken=False),
    _rule("aws_access_key", "A3T", body=f"[A-Z0-9]{{17}}{END}", spoken=False),
    _rule("aws_secret_key", "ABSK", letters="[A-Za-z0-9+/=]", least=100),
    _rule("github_token", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", least=30),
    _rule(
        "github_token", "ghs_", body=rf"\d{{1,12}}_eyJ{_URL_SAFE}{{8,2048}}+(?:\.{_URL_SAFE}{{8,8192}}+){{2}}"
    ),
    _rule("github_token", "github_pat_", letters="[A-Za-z0-9_]", least=36),
    _rule(
        "gitlab_token",
        *(f"gl{name}-" for name in _GITLAB),
        body=rf"{_URL_SAFE}{{20,}}+(?:\.[a-z0-9]+)*",
    ),
    _rule("gitlab_token", "GR1348941", letters=_URL_SAFE),
    _rule("anthropic_key", "sk-ant-", letters=_URL_SAFE),
    _rule("openai_key", "sk-", body=rf"(?!ant-){_URL_SAFE}{{20,}}+(?:\.{_URL_SAFE}+)*"),
    _rule(
        "openai_key",
        "sk-",
        body=rf"(?!ant-){_URL_SAFE}{{2,19}}\.[A-Za-z0-9_.-]{{20,{_MOST}}}",
    ),
    _rule("openai_key", "sess-", least=40),
    _rule("google_api_key", "AIza", letters=_URL_SAFE, least=35),
    _rule("google_api_key", "AQ.", letters=_URL_SAFE, least=40),
    _rule("google_oauth_secret", "GOCSPX-", letters=_URL_SAFE, least=24),
    _rule("google_oauth_secret", "ya29.", letters="[A-Za-z0-9_.-]", least=30),
    _rule("google_oauth_secret", "1//0", letters=_URL_SAFE, least=30),
    _rule(
        "slack_token", *(f"xox{letter}-" for letter in "abceoprs"), "xapp-", "xwfp-", letters="[A-Za-z0-9.-]"
    ),
    _rule(
        "stripe_key", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_org_live_", "sk_org_test_", least=16
    ),
    _rule("stripe_key", "whsec_", letters="[A-Za-z0-9+/=]", least=24),
    _rule("twilio_key", "SK", body=_hex(32)),
    _rule("twilio_key", "AC", body=rf"[0-9a-f]{{32}}(?:\s*[:,;/|]\s*|\s+)[0-9a-f]{{32}}{END}"),
    _rule("sendgrid_key", "SG.", body=rf"{_URL_SAFE}{{16,40}}\.{_URL_SAFE}{{30,80}}"),
    _rule("npm_token", "npm_", least=30),
    _rule("pypi_token", "pypi-", letters=_URL_SAFE, least=50),
    _rule("continuum_token", "ctm_", "cta_", "ctr_", "ccs_", letters=_URL_SAFE, least=32),
    _rule("private_key", "AGE-SECRET-KEY-1", least=50, spoken=False),
    # Hugging Face, Groq, xAI, Perplexity, Replicate, Fireworks, Mem0, Jina, Sourcegraph
    _rule(
        "vendor_token", "hf_", "gsk_", "xai-", "pplx-", "r8_", "fw_", "fpk_", "m0-", "jina_", "sgp_", least=30
    ),
    # NVIDIA, Tavily, Pinecone, LangSmith, Together, Cerebras, E2B, PostHog, Figma, Notion
    _rule(
        "vendor_token",
        "nvapi-",
        "tvly-",
        "pcsk_",
        "lsv2_pt_",
        "lsv2_sk_",
        "tgp_v1_",
        "csk-",
        letters=_URL_SAFE,
    ),
    _rule("vendor_token", "phx_", "phs_", "figd_", "ntn_", "e2b_", "lin_api_", letters=_URL_SAFE, least=30),
    # Docker, Vault, Atlassian, 1Password, Grafana, Supabase, Sentry, PlanetScale, Tailscale
    _rule("vendor_token", "dckr_pat_", "dckr_oat_", "hvs.", "hvb.", "hvr.", "sb_secret_", letters=_URL_SAFE),
    _rule("vendor_token", "ATATT3", "ATCTT3", "ops_eyJ", letters="[A-Za-z0-9_=-]", least=80),
    _rule("vendor_token", "glsa_", "glc_", "sntrys_", "sntryu_", letters="[A-Za-z0-9_=+/]", least=30),
    _rule("vendor_token", "pscale_tkn_", "pscale_pw_", "tskey-auth-", "tskey-api-", letters="[A-Za-z0-9_.-]"),
    # DigitalOcean, Shopify, Databricks, Supabase, RubyGems, Pulumi, Postman, Firecrawl, Brevo
    _rule("vendor_token", "dop_v1_", "doo_v1_", "dor_v1_", body=_hex(64)),
    _rule("vendor_token", "shpat_", "shpss_", "shpca_", "shppa_", body="[0-9A-Fa-f]{32}"),
    _rule("vendor_token", "dapi", "fc-", body=_hex(32)),
    _rule("vendor_token", "sbp_", "pul-", body=_hex(40)),
    _rule("vendor_token", "rubygems_", body=_hex(48)),
    _rule("vendor_token", "PMAK-", body=r"[0-9a-f]{24}-[0-9a-f]{34}"),
    _rule("vendor_token", "xkeysib-", body=r"[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    # Resend, Doppler, New Relic, Square, Razorpay, Flutterwave, Facebook
    _rule("vendor_token", "re_", body=r"[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}"),
    _rule("vendor_token", "dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", letters="[A-Za-z0-9_.-]", least=40),
    _rule("vendor_token", "NRAK-", "sq0csp-", "sq0atp-", "rzp_live_", "FLWSECK-", letters=_URL_SAFE),
    _rule("vendor_token", "EAA", least=90),
)


def find_vendor_tokens(text: str) -> Iterator[Finding]:
    """Every token whose prefix tells its vendor, in text with plain letters."""
    for rule in RULES:
        for prefix in rule.prefixes:
            yield from _of_prefix(text, rule, prefix)


def _of_prefix(text: str, rule: Rule, prefix: str) -> Iterator[Finding]:
    place = text.find(prefix)
    while place >= 0:
        match = rule.pattern.match(text, place)
        end = place + len(prefix)
        if match:
            end = match.end()  # also when it is none: what was read is not read again
            if _is_token(match, rule):
                more = rule.more.match(text, end)
                end = more.end() if more else end
                yield Finding(place, place + len(text[place:end].rstrip(".")), rule.kind)
        place = text.find(prefix, end)


def _is_token(match: re.Match[str], rule: Rule) -> bool:
    body = match["body"]
    return not (is_masked(body) or (rule.spoken and is_spoken(body)) or is_documented(match[0]))
