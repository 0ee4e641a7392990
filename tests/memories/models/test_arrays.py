"""Arrays as Postgres reads them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection

from memories.models.arrays import plain_array, text_array

TEXTS = ["", "a", 'say "no"', "C:\\new", "{a,b}", "NULL", "null", " x ", "a,b", "\n\t", "日本語", "'; --"]


def read(kind: str, written: str) -> list[object]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT %s::{kind}[]", [written])
        return list(cursor.fetchone()[0])


@pytest.mark.parametrize("texts", [[], TEXTS, [TEXTS[3]]], ids=["none", "all", "one"])
def test_texts_come_back_as_they_were(database: None, texts: list[str]) -> None:
    assert read("text", text_array(texts)) == texts


def test_numbers_and_ids_come_back_as_they_were(database: None) -> None:
    ids = [uuid4(), uuid4()]
    assert read("uuid", plain_array(ids)) == ids
    assert read("bigint", plain_array([])) == [] and read("bigint", plain_array([1, -2])) == [1, -2]
