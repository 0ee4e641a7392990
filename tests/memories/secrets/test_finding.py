from __future__ import annotations

from memories.secrets.finding import Finding, settled


def test_findings_apart_stay_apart_and_in_order() -> None:
    apart = [Finding(0, 3, "jwt"), Finding(3, 5, "jwt"), Finding(9, 12, "password")]
    assert settled(reversed(apart)) == apart


def test_findings_that_overlap_become_one_of_the_kind_that_ranks_first() -> None:
    assert settled([Finding(4, 9, "github_token"), Finding(0, 6, "api_key")]) == [
        Finding(0, 9, "github_token")
    ]
    assert settled([Finding(0, 9, "password"), Finding(2, 4, "jwt")]) == [Finding(0, 9, "jwt")]


def test_a_chain_of_overlaps_is_one_finding() -> None:
    chain = [Finding(0, 4, "password"), Finding(3, 8, "api_key"), Finding(7, 9, "high_entropy")]
    assert settled(chain) == [Finding(0, 9, "password")]
