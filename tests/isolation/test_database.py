"""What the database grants to whom: every table, and every function that acts for the owner, is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections, transaction

from tests.isolation.stage import owner_rows

ACCOUNTS = "accounts are looked up before there is an actor"
KEYS = "keys are looked up by the hash of what is shown, before there is an actor"
DJANGO = "Django's own: no content"
EXEMPT = {
    "account_emailaddress": ACCOUNTS,
    "account_emailconfirmation": ACCOUNTS,
    "auth_group": DJANGO,
    "auth_group_permissions": DJANGO,
    "auth_permission": DJANGO,
    "django_admin_log": "what staff did in the admin, for staff",
    "django_content_type": DJANGO,
    "django_migrations": DJANGO,
    "django_session": "sessions are looked up by their secret, before there is an actor",
    "memories_membership": "says which workspaces an actor has, so it is read before there is one",
    "memories_transfer": "whose it is is a person, whose workspaces a restore replaces; counts, no content",
    "mfa_authenticator": ACCOUNTS,
    "oauth2_provider_accesstoken": "the toolkit's own, unused",
    "oauth2_provider_devicegrant": "the toolkit's own, unused",
    "oauth2_provider_grant": "the toolkit's own, unused",
    "oauth2_provider_idtoken": "the toolkit's own, unused",
    "oauth2_provider_refreshtoken": "the toolkit's own, unused",
    "oauth_accountchain": "written while somebody signs in, before there is an actor",
    "oauth_accountevent": "written while somebody signs in, before there is an actor",
    "oauth_authorizationcode": KEYS,
    "oauth_client": "programs that registered themselves",
    "oauth_connection": KEYS,
    "oauth_invitation": KEYS,
    "oauth_keyversion": KEYS,
    "oauth_personaltoken": KEYS,
    "oauth_signinlink": KEYS,
    "oauth_tokenpair": KEYS,
    "oauth_user": ACCOUNTS,
    "oauth_user_groups": ACCOUNTS,
    "oauth_user_user_permissions": ACCOUNTS,
    "socialaccount_socialaccount": ACCOUNTS,
    "socialaccount_socialapp": DJANGO,
    "socialaccount_socialtoken": ACCOUNTS,
    "usersessions_usersession": ACCOUNTS,
}
"""Tables without row-level security, each with its reason."""
CHECKS = "an operator that is not leakproof could use no index under a policy; checks the workspaces itself"
DEFINERS = {
    "continuum_claim_jobs": "workers take jobs of every workspace before they act in any; no text",
    "continuum_contradictions": CHECKS,
    "continuum_count_words": "how many have a word is counted by the workspace; checks it itself",
    "continuum_enqueue_everywhere": "the beat writes a job for every workspace; returns none",
    "continuum_invitation": "who knows a link's secret learns what it leads to, before they act anywhere",
    "continuum_job_counts": "how many jobs wait, for health and metrics: numbers",
    "continuum_job_depths": "how many jobs wait for each step, for metrics: numbers",
    "continuum_keep_others_out": "a trigger: looks for what is private where others are let in",
    "continuum_keep_private_out": "a trigger: looks whether others read a workspace",
    "continuum_search_facts": CHECKS,
    "continuum_search_words": CHECKS,
    "continuum_unscanned": "how many workspaces are not scanned for secrets yet: a number",
    "continuum_weigh": CHECKS,
}
"""Functions that run as the tables' owner, each with what it does that the application's role cannot."""

OPEN_TABLES = """
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
        AND NOT (c.relrowsecurity AND EXISTS (SELECT FROM pg_policies p WHERE p.tablename = c.relname))
    ORDER BY 1"""
READABLE_APART = """
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('v', 'm', 'f')
        AND has_table_privilege('continuum_app', c.oid, 'SELECT')"""
AS_THE_OWNER = """
    SELECT p.proname, p.proconfig::text, has_function_privilege('public', p.oid, 'EXECUTE'), o.rolname
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_roles o ON o.oid = p.proowner
    WHERE p.prosecdef AND n.nspname = 'public' ORDER BY 1"""
OWNED_BY_THE_APPLICATION = """
    SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = 'continuum_app'
    UNION ALL SELECT proname FROM pg_proc WHERE pg_get_userbyid(proowner) = 'continuum_app'
    UNION ALL SELECT nspname FROM pg_namespace
        WHERE pg_get_userbyid(nspowner) = 'continuum_app' AND nspname NOT LIKE 'pg_temp%%'
    UNION ALL SELECT datname FROM pg_database WHERE pg_get_userbyid(datdba) = 'continuum_app'"""


@pytest.fixture
def owner(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What a test makes as the owner is gone after it."""
    with django_db_blocker.unblock(), transaction.atomic(using="owner"):
        yield
        transaction.set_rollback(True, using="owner")


def names(statement: str) -> list[str]:
    return [row[0] for row in owner_rows(statement)]


def make(statement: str) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement)


def test_every_table_is_guarded_or_exempt_for_a_reason(owner: None) -> None:
    assert names(OPEN_TABLES) == sorted(EXEMPT), (
        "Guard a new table by row-level security, or say here why not."
    )


def test_a_new_table_that_nobody_guards_is_found(owner: None) -> None:
    make("CREATE TABLE memories_leaky (workspace_id uuid, content text)")
    assert set(names(OPEN_TABLES)) - EXEMPT.keys() == {"memories_leaky"}


def test_a_table_with_a_policy_that_is_not_switched_on_is_found(owner: None) -> None:
    make("ALTER TABLE memories_memory DISABLE ROW LEVEL SECURITY")
    assert set(names(OPEN_TABLES)) - EXEMPT.keys() == {"memories_memory"}


def test_there_is_no_view_past_the_policies(owner: None) -> None:
    assert names(READABLE_APART) == []


def test_every_function_that_acts_for_the_owner_has_a_reason_and_a_fixed_path(owner: None) -> None:
    found = owner_rows(AS_THE_OWNER)
    assert {name for name, *_ in found} == DEFINERS.keys(), "Say in DEFINERS what a new one is for."
    for name, settings, public, owned_by in found:
        assert "search_path" in str(settings) and not public and owned_by == "continuum_owner", name


def test_a_new_function_that_acts_for_the_owner_is_found(owner: None) -> None:
    make("CREATE FUNCTION leaky() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT 1::bigint'")
    leaky = [row for row in owner_rows(AS_THE_OWNER) if row[0] not in DEFINERS]
    assert leaky == [("leaky", None, False, "continuum_owner")]


def test_the_applications_role_owns_nothing_and_passes_no_policy(owner: None) -> None:
    assert names(OWNED_BY_THE_APPLICATION) == []
    (rights,) = owner_rows(
        "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,"
        " pg_has_role('continuum_app', 'continuum_owner', 'MEMBER'),"
        " has_schema_privilege('continuum_app', 'public', 'CREATE')"
        " FROM pg_roles WHERE rolname = 'continuum_app'"
    )
    assert rights == (False,) * 7
