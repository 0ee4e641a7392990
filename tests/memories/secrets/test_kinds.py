"""The kinds: those the contract names, with what is done to each."""

from __future__ import annotations

from memories.secrets.kinds import CERTAIN_KINDS, DEFAULT_KINDS, KINDS, PERSONAL_KINDS, POLICIES, RANK, Policy


def test_every_kind_has_a_name_of_its_own_and_says_what_it_is() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert all(kind.name.replace("_", "").isalnum() and kind.description for kind in KINDS)


def test_everything_is_refused_but_personal_data_which_is_off() -> None:
    off = {name for name, policy in POLICIES.items() if policy is Policy.OFF}
    assert off == PERSONAL_KINDS
    assert {POLICIES[name] for name in DEFAULT_KINDS} == {Policy.REFUSE}


def test_what_only_words_give_away_ranks_behind_every_token() -> None:
    guessed = DEFAULT_KINDS - CERTAIN_KINDS
    assert max(RANK[name] for name in DEFAULT_KINDS & CERTAIN_KINDS) < min(RANK[name] for name in guessed)
