"""Every prefix that a vendor marks its tokens with is known, whichever of them is left out of the rules."""

from __future__ import annotations

from random import Random

import pytest

from memories.secrets.finding import Finding
from memories.secrets.scan import scan
from memories.secrets.vendors import RULES
from tests.memories.secrets.made import FORMS, HEX, UPPER, URL_SAFE, letters, token

B62 = letters(Random("vendors"), 120)
SAFE = letters(Random("vendors/safe"), 120, URL_SAFE)
LOW = letters(Random("vendors/hex"), 120, HEX)

# Beside the forms in made.TOKENS: (kind, what stands behind the prefix), by prefix.
BEHIND: dict[str, tuple[str, str]] = {
    "A3T": ("aws_access_key", letters(Random("vendors/aws"), 17, UPPER)),
    "ABSK": ("aws_secret_key", B62),
    **{f"gl{name}-": ("gitlab_token", SAFE[:20]) for name in ("rtr", "ffct", "wt", "jt")},
    "sess-": ("openai_key", B62[:40]),
    **{f"xox{letter}-": ("slack_token", B62[:40]) for letter in "aceors"},
    "xwfp-": ("slack_token", B62[:40]),
    **{f"sk_org_{mode}_": ("stripe_key", B62[:24]) for mode in ("live", "test")},
    **dict.fromkeys(
        ("pplx-", "r8_", "fw_", "fpk_", "m0-", "jina_", "sgp_", "glsa_", "glc_", "sntrys_", "sntryu_"),
        ("vendor_token", B62[:48]),
    ),
    **dict.fromkeys(
        (
            "nvapi-",
            "pcsk_",
            "lsv2_pt_",
            "lsv2_sk_",
            "tgp_v1_",
            "csk-",
            "phx_",
            "phs_",
            "figd_",
            "ntn_",
            "e2b_",
        ),
        ("vendor_token", B62[:48]),
    ),
    **dict.fromkeys(
        ("lin_api_", "dckr_oat_", "hvb.", "hvr.", "sb_secret_", "pscale_tkn_", "pscale_pw_", "tskey-auth-"),
        ("vendor_token", B62[:48]),
    ),
    **dict.fromkeys(
        ("tskey-api-", "NRAK-", "sq0csp-", "sq0atp-", "rzp_live_", "FLWSECK-", "dp.pt.", "dp.st.", "dp.ct."),
        ("vendor_token", B62[:48]),
    ),
    **dict.fromkeys(("dp.sa.", "ATCTT3", "ops_eyJ", "EAA"), ("vendor_token", B62[:100])),
    **dict.fromkeys(("doo_v1_", "dor_v1_"), ("vendor_token", LOW[:64])),
    **dict.fromkeys(("shpss_", "shpca_", "shppa_", "dapi", "fc-"), ("vendor_token", LOW[:32])),
    **dict.fromkeys(("sbp_", "pul-"), ("vendor_token", LOW[:40])),
    "rubygems_": ("vendor_token", LOW[:48]),
    "PMAK-": ("vendor_token", f"{LOW[:24]}-{LOW[24:58]}"),
    "xkeysib-": ("vendor_token", f"{LOW[:64]}-{B62[:16]}"),
}


@pytest.mark.parametrize("prefix", BEHIND)
def test_a_token_is_known_by_its_prefix(prefix: str) -> None:
    kind, behind = BEHIND[prefix]
    secret = prefix + behind
    assert scan(f"It is {secret} now.") == [Finding(6, 6 + len(secret), kind)]


@pytest.mark.parametrize("prefix", BEHIND)
def test_a_prefix_with_a_mask_is_no_token(prefix: str) -> None:
    assert scan(f"It begins with {prefix}{'x' * 40}.") == []


def test_every_prefix_of_every_rule_is_tried() -> None:
    forms = [token(*form) for form in FORMS]
    untried = [
        prefix
        for rule in RULES
        for prefix in rule.prefixes
        if prefix not in BEHIND and not any(form.startswith(prefix) for form in forms)
    ]
    assert untried == []
