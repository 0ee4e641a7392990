from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from continuum import environment as env


@pytest.mark.parametrize(("raw", "read"), [("", 3), ("0", 0), (" 23 ", 23)])
def test_a_number_within_its_bounds_is_read(monkeypatch: pytest.MonkeyPatch, raw: str, read: int) -> None:
    monkeypatch.setenv("CONTINUUM_QUIET_HOUR", raw)
    assert env.number("CONTINUUM_QUIET_HOUR", 3, most=23) == read


@pytest.mark.parametrize("raw", ["24", "-1", "three", "1.5", "1e1"])
def test_a_number_outside_its_bounds_stops_the_start(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv("CONTINUUM_QUIET_HOUR", raw)
    with pytest.raises(ImproperlyConfigured, match="QUIET_HOUR must be a whole number from 0 to 23"):
        env.number("CONTINUUM_QUIET_HOUR", 3, most=23)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("smtp://mail.example", ("mail.example", 587, True, False)),
        ("smtp://ana%40x:s%2Fcret@mail.example:2525?tls=off", ("mail.example", 2525, False, False)),
        ("smtps://mail.example", ("mail.example", 465, False, True)),
    ],
)
def test_mail_goes_where_the_address_says(
    monkeypatch: pytest.MonkeyPatch, url: str, told: tuple[str, int, bool, bool]
) -> None:
    monkeypatch.setenv("CONTINUUM_EMAIL_URL", url)
    read = env.mail("CONTINUUM_EMAIL_URL")
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL")
    assert tuple(read[name] for name in names) == told
    if "@" in url:
        assert (read["EMAIL_HOST_USER"], read["EMAIL_HOST_PASSWORD"]) == ("ana@x", "s/cret")


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://"])
def test_an_address_for_mail_that_is_none_stops_the_start(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("CONTINUUM_EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="CONTINUUM_EMAIL_URL must look like smtp://"):
        env.mail("CONTINUUM_EMAIL_URL")


@pytest.mark.parametrize(
    ("given", "broker", "location"),
    [
        ("", "redis+socket:///home/run/valkey.sock?virtual_host=0", "unix:///home/run/valkey.sock?db=1"),
        ("", "redis://redis:6379/0", "redis://redis:6379/1"),
        ("", "rediss://u:p@redis:6379/3", "rediss://u:p@redis:6379/4"),
        ("", "redis://redis", "redis://redis/1"),
        ("redis://elsewhere:6379/7", "amqp://rabbit", "redis://elsewhere:6379/7"),
    ],
)
def test_the_cache_is_beside_the_broker(
    monkeypatch: pytest.MonkeyPatch, given: str, broker: str, location: str
) -> None:
    monkeypatch.setenv("CONTINUUM_CACHE_URL", given)
    assert env.cache("CONTINUUM_CACHE_URL", broker=broker)["LOCATION"] == location


@pytest.mark.parametrize("broker", ["memory://", "amqp://rabbit"])
def test_without_a_redis_the_cache_is_this_process_alone(broker: str) -> None:
    assert "locmem" in str(env.cache("CONTINUUM_NO_SUCH", broker=broker)["BACKEND"])


def test_a_choice_is_one_of_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINUUM_SIGN_UP", " Invite ")
    assert env.choice("CONTINUUM_SIGN_UP", "closed", among=["closed", "invite"]) == "invite"
    with pytest.raises(ImproperlyConfigured, match="CONTINUUM_SIGN_UP is one of closed, open"):
        env.choice("CONTINUUM_SIGN_UP", "closed", among=["closed", "open"])


def test_a_price_is_two_amounts_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.price("CONTINUUM_X") is None
    monkeypatch.setenv("CONTINUUM_X", "0.15/0.60")
    assert env.price("CONTINUUM_X") == (0.15, 0.6)
    for wrong in ("0.15", "a/b", "-1/2", "1/2/3", "nan/1"):
        monkeypatch.setenv("CONTINUUM_X", wrong)
        with pytest.raises(ImproperlyConfigured, match="CONTINUUM_X"):
            env.price("CONTINUUM_X")
