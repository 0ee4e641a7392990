"""Acting while a page is made, and not a moment longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from memories import access
from memories.models import Workspace
from oauth.middleware import ActorMiddleware, without_actor
from oauth.models import User


def _run(view: Callable, user: object) -> HttpResponse:
    """The view behind the middleware, called as Django's handler does."""
    request = RequestFactory().get("/")
    request.user = user
    middleware: ActorMiddleware

    def get_response(asked):
        middleware.process_view(asked, view, (), {})
        return view(asked)

    middleware = ActorMiddleware(get_response)
    return middleware(request)


def _rows_seen() -> int:
    return Workspace.objects.count()


def test_a_page_sees_its_persons_rows_and_nobody_afterwards(alice: User, charlie: User) -> None:
    seen = []
    _run(lambda request: seen.append((_rows_seen(), request.actor.user_id)) or HttpResponse(), alice)
    assert seen == [(2, alice.pk)]
    assert _rows_seen() == 0


def test_a_stranger_sees_nothing_and_costs_no_query(alice: User, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        _run(lambda request: HttpResponse(str(request.actor)), AnonymousUser())


def test_a_view_that_asks_nobody_costs_no_query(alice: User, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        _run(without_actor(lambda request: HttpResponse()), alice)


def test_an_error_in_a_view_leaves_nothing_open(alice: User) -> None:
    def broken(request):
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError):
        _run(broken, alice)
    assert _rows_seen() == 0


def test_an_answer_that_streams_sees_its_rows_part_by_part(alice: User) -> None:
    def parts() -> Iterator[str]:
        yield str(_rows_seen())
        yield str(_rows_seen())

    response = _run(lambda request: StreamingHttpResponse(parts()), alice)
    pieces = iter(response.streaming_content)
    assert next(pieces) == b"2"
    assert _rows_seen() == 0
    assert list(pieces) == [b"2"]
    assert _rows_seen() == 0


def test_a_broken_transaction_inside_does_not_hide_its_error(committed: None, alice: User) -> None:
    def broken(request):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")

    with pytest.raises(Exception, match="division by zero"):
        _run(broken, alice)
    assert _rows_seen() == 0


def test_acting_as_another_inside_comes_back(alice: User, charlie: User) -> None:
    def nested(request):
        with access.acting(request.actor):
            inner = _rows_seen()
        return HttpResponse(f"{inner} {_rows_seen()}")

    assert _run(nested, alice).content == b"2 2"
