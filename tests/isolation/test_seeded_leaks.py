"""What would be found: routes, views and tools that leak on purpose, put there by the test itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType

import pytest
from django.contrib import admin
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import clear_url_caches, path

from continuum import urls
from memories import access
from memories.models import Memory
from tests.conftest import person_actor
from tests.isolation.asked_by import Round
from tests.isolation.routes import Route, routes
from tests.isolation.stage import MARK, Stage
from tests.isolation.table import unlisted

LEAK = "leak"
Seed = Callable[[Callable[..., HttpResponse]], Route]


@pytest.fixture
def seeded() -> Iterator[Seed]:
    """Put a view into the URLconf, in front of all others."""

    def seed(view: Callable[..., HttpResponse], pattern: str = LEAK) -> Route:
        module = ModuleType("leaky")
        module.urlpatterns = [path(pattern, view), *urls.urlpatterns]  # type: ignore[attr-defined]
        overridden.options["ROOT_URLCONF"] = module
        overridden.enable()
        clear_url_caches()
        return Route(pattern, "GET")

    overridden = override_settings()
    yield seed
    overridden.disable()
    clear_url_caches()


def in_force(stage: Stage) -> list[tuple[str, str]]:
    """A query that forgot whose rows it wants, and asks as alice."""
    with access.acting(person_actor(stage.alice)), connection.cursor() as cursor:
        cursor.execute("SELECT id::text, content FROM memories_revision")
        return list(cursor.fetchall())


def test_a_route_that_nobody_listed_is_told_with_what_to_do(seeded: Seed) -> None:
    seeded(lambda request: HttpResponse())
    told = "\n".join(unlisted(routes()))
    assert "GET /leak" in told and "add the line" in told


@pytest.mark.parametrize(
    "pattern", ["admin/memories/memory/everything/", "hook/everything", "api/v1/everything", "everything"]
)
def test_an_admin_view_a_hook_an_export_or_a_page_that_nobody_listed_is_told(
    seeded: Seed, pattern: str
) -> None:
    seeded(lambda request: HttpResponse(), pattern)
    assert f"GET /{pattern}" in "\n".join(unlisted(routes()))


def test_a_page_that_the_admin_registers_and_nobody_listed_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = admin.site._registry[Memory]
    own = page.get_urls()
    monkeypatch.setattr(page, "get_urls", lambda: [path("all/", page.changelist_view), *own])
    anew = ModuleType("anew")
    anew.urlpatterns = [path("admin/", admin.site.urls)]  # type: ignore[attr-defined]
    with override_settings(ROOT_URLCONF=anew):
        clear_url_caches()
        assert "GET /admin/memories/memory/all/" in "\n".join(unlisted(routes()))
    clear_url_caches()


def test_a_view_that_shows_her_text_is_found(stage: Stage, seeded: Seed) -> None:
    route = seeded(lambda request: HttpResponse("".join(text for _, text in in_force(stage))))
    assert any("shows" in fault and MARK in fault for fault in Round(stage).faults(route, "200"))


def test_a_view_that_shows_one_of_her_ids_is_found(stage: Stage, seeded: Seed) -> None:
    named = in_force(stage)[0][0]
    route = seeded(lambda request: HttpResponse(named))
    assert f"GET /leak shows '{named}'" in Round(stage).faults(route, "200")


def test_a_view_that_answers_her_ids_otherwise_than_others_is_found(stage: Stage, seeded: Seed) -> None:
    def tells(request: HttpRequest, revision_id: object) -> HttpResponse:
        return HttpResponse(status=403 if str(revision_id) in stage.ids else 404)

    route = seeded(tells, "leak/<uuid:revision_id>")
    faults = Round(stage).faults(route, None, compared=True)
    assert faults == [f"{route} tells what is alice's from what is not there"]


def test_a_view_that_changes_a_row_of_hers_is_found(stage: Stage, seeded: Seed) -> None:
    def changes(request: HttpRequest) -> HttpResponse:
        with access.acting(person_actor(stage.alice)), connection.cursor() as cursor:
            cursor.execute(
                "UPDATE memories_memory SET recall_tier = 'manual' WHERE name = %s", [f"{MARK}-tea"]
            )
        return HttpResponse()

    assert Round(stage).faults(seeded(changes), "200") == ["GET /leak changes memories_memory"]


def test_a_view_that_deletes_a_row_of_hers_is_found(stage: Stage, seeded: Seed) -> None:
    def deletes(request: HttpRequest) -> HttpResponse:
        stage.alice.personal_tokens.all()[:1].get().delete()
        return HttpResponse()

    assert "GET /leak changes oauth_personaltoken" in Round(stage).faults(seeded(deletes), "200")


def test_a_view_that_answers_another_status_than_listed_is_found(stage: Stage, seeded: Seed) -> None:
    route = seeded(lambda request: HttpResponse())
    assert Round(stage).faults(route, "404") == ["GET /leak answers 200, not 404"]
