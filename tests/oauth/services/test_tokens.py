"""Personal tokens: shown once, kept as a hash, narrowed, revocable at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from continuum.kernel.actor import Permission
from continuum.kernel.errors import NotFound, ValidationFailed
from oauth.models import PersonalToken, User
from oauth.services.tokens import find_token, issue_token, list_tokens, note_use, revoke_token


def _issue(user: User, **fields: object) -> str:
    return issue_token(user, **{"name": "laptop", "permissions": [Permission.READ], **fields})


def test_a_token_is_kept_as_a_hash_only(alice: User) -> None:
    bearer = _issue(alice)
    row = PersonalToken.objects.get()
    assert bearer.startswith("ctm_") and len(bearer) >= 4 + 43  # 256 bits in base 64
    assert bearer not in str(vars(row)) and len(row.digest) == 64


def test_a_token_finds_its_person(alice: User) -> None:
    found = find_token(_issue(alice))
    assert found is not None and found.user == alice


@pytest.mark.parametrize(
    "bearer", ["", "ctm_", "ctm_unknown", "ctm_\x00", "ctm_\ud800", "ctm_" + "x" * 100_000]
)
def test_what_is_no_token_finds_nobody(alice: User, bearer: str) -> None:
    assert find_token(bearer) is None


def test_a_revoked_token_is_unknown_at_once(alice: User) -> None:
    bearer = _issue(alice)
    revoke_token(alice, token_id=PersonalToken.objects.get().pk)
    assert find_token(bearer) is None
    assert not list_tokens(alice).exists()


def test_revoking_twice_keeps_the_first_moment(alice: User) -> None:
    _issue(alice)
    token = PersonalToken.objects.get()
    revoke_token(alice, token_id=token.pk)
    first = PersonalToken.objects.get().revoked_at
    revoke_token(alice, token_id=token.pk)
    assert PersonalToken.objects.get().revoked_at == first


def test_nobody_revokes_anothers_token(alice: User, charlie: User) -> None:
    bearer = _issue(alice)
    with pytest.raises(NotFound):
        revoke_token(charlie, token_id=PersonalToken.objects.get().pk)
    assert find_token(bearer) is not None


def test_an_expired_token_is_unknown(alice: User) -> None:
    bearer = _issue(alice, expires_at=timezone.now() + timedelta(hours=1))
    assert find_token(bearer) is not None
    PersonalToken.objects.update(expires_at=timezone.now())
    assert find_token(bearer) is None


def test_the_token_of_a_closed_account_is_unknown(alice: User) -> None:
    bearer = _issue(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert find_token(bearer) is None


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("name", {"name": "  "}),
        ("name", {"name": "x" * 101}),
        ("name", {"name": "bell\x07"}),
        ("permissions", {"permissions": []}),
        ("permissions", {"permissions": ["memory:everything"]}),
        ("workspaces", {"workspaces": ["nowhere"]}),
        ("expires_at", {"expires_at": timezone.now() - timedelta(seconds=1)}),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(alice: User, field: str, fields: dict[str, object]) -> None:
    with pytest.raises(ValidationFailed) as refused:
        _issue(alice, **fields)
    assert refused.value.details["field"] == field
    assert not PersonalToken.objects.exists()


def test_use_is_noted_once_a_minute(alice: User, django_assert_num_queries) -> None:
    token = find_token(_issue(alice))
    assert token is not None
    note_use(token)
    token.refresh_from_db()
    with django_assert_num_queries(0):
        note_use(token)
    token.last_used_at = timezone.now() - timedelta(seconds=61)
    with django_assert_num_queries(1):
        note_use(token)
