"""Whatever pages say can be read in every language that we ship."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from tests.languages import catalogue

PLACE = re.compile(r"%\((\w+)\)|\{(\w*)\}")


@pytest.mark.parametrize("locale", catalogue.LOCALES)
def test_a_catalogue_holds_every_text_and_nothing_else(locale: str) -> None:
    kept = catalogue.read(locale)
    wanted = {text.text for text in catalogue.texts()}
    held = {message.id[0] if message.pluralizable else message.id for message in kept if message.id}
    assert held == wanted, "run: python -m tests.languages"


@pytest.mark.parametrize("locale", catalogue.LOCALES)
def test_every_text_has_a_translation(locale: str) -> None:
    assert catalogue.untranslated(catalogue.read(locale)) == []


@pytest.mark.parametrize("locale", catalogue.LOCALES)
def test_what_is_served_is_what_was_written(locale: str) -> None:
    compiled = catalogue.po_file(locale).with_suffix(".mo").read_bytes()
    assert compiled == catalogue.compiled(catalogue.read(locale)), "run: python -m tests.languages"


@pytest.mark.parametrize("locale", catalogue.LOCALES)
def test_a_translation_keeps_the_places_of_its_text(locale: str) -> None:
    for message in catalogue.read(locale):
        texts = message.id if message.pluralizable else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for string in strings:
            assert set(PLACE.findall(string)) <= set().union(*(PLACE.findall(text) for text in texts)), string


def test_texts_are_read_from_templates_and_code() -> None:
    found = {text.text: text.plural for text in catalogue.texts()}
    assert "Skip to the content" in found and "Memories" in found
    assert found["in %(n)s browser"] == "in %(n)s browsers"


def test_a_page_speaks_the_language_that_is_asked_for(client: Client, db: None) -> None:
    assert 'lang="zh-hans"' in client.get("/sign-in", headers={"Accept-Language": "zh-CN"}).text
    assert 'lang="en"' in client.get("/sign-in", headers={"Accept-Language": "fr"}).text
    with translation.override("zh-hans"):
        assert translation.gettext("Memories") != "Memories"
