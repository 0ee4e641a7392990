from __future__ import annotations

import pytest

from memories.engines.base import EngineMisconfigured
from memories.engines.openai_http.address import FALLBACK_MAX_TOKENS, Address, parse_address


def test_model_and_base_are_parted_where_the_url_starts():
    assert parse_address("@cf/baai/bge@https://h.example/v1/") == Address(
        model="@cf/baai/bge", base="https://h.example/v1", max_tokens=FALLBACK_MAX_TOKENS
    )


def test_dimensions_and_tokens_follow_the_hash():
    found = parse_address("large@https://h.example:8443/v1#dimensions=1024&max_tokens=8191")
    assert (found.base, found.dimensions, found.max_tokens) == ("https://h.example:8443/v1", 1024, 8191)


def test_a_password_in_the_url_is_not_part_of_the_place():
    found = parse_address("m@http://me:sesame@h.example:1/v1")
    assert found.base == "http://me:sesame@h.example:1/v1"
    assert found.place == "h.example:1/v1"


@pytest.mark.parametrize(
    "setting",
    [
        "m",
        "m@",
        "@http://h",
        "m@h/v1",
        "m@ftp://h/v1",
        "m@http:///v1",
        "m@http://h#dims=3",
        "m@http://h#dimensions=0",
        "m@http://h#dimensions=-1",
        "m@http://h#dimensions=",
        "m@http://h#max_tokens=many",
    ],
)
def test_anything_else_is_a_configuration_error(setting):
    with pytest.raises(EngineMisconfigured, match="CONTINUUM_EMBEDDING cannot be read"):
        parse_address(setting)
