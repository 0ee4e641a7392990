"""Which titles say that nothing was found, and which only have such words or numbers in them."""

from __future__ import annotations

import pytest

from tests.webtools.conftest import Site
from webtools.checking import Checked, State, check_url
from webtools.web import Web


async def checked(web: Web, url: str) -> Checked:
    return await web.run(check_url(web, url))


@pytest.mark.parametrize(
    "title",
    [
        "404",
        "404 - Demo",
        "Demo | 404",
        "Demo – Error 404",
        "HTTP 404",
        "404: nothing here",
        "404 page",
        "Oops! This page doesn't exist",
        "Seite nicht gefunden",
        "Page introuvable",
        "Página no encontrada",
        "ページが見つかりません",
        "页面未找到",
        "Страница не найдена",
        "This item is no longer available",
        "Pagina niet gevonden",
        "The page you want cannot be found",
    ],
)
async def test_soft_404s_are_known_in_several_languages(plain: Web, site: Site, title: str) -> None:
    assert (await checked(plain, site.page("/x", f"<h1>{title}</h1>"))).state is State.SOFT_404


@pytest.mark.parametrize(
    "title",
    [
        "Peugeot 404",
        "The Peugeot 404 | Cars of the sixties",
        "Room 404 has a view",
        "Roland TR-404 - Synths",
        "Area code 4040",
        "A bridge of 404 metres",
        "1, 404 or 9 ways to go",
    ],
)
async def test_a_number_that_something_has_is_no_status(plain: Web, site: Site, title: str) -> None:
    assert (await checked(plain, site.page("/x", f"<title>{title}</title>"))).state is State.ALIVE
