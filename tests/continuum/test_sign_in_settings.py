"""What an operator says about signing in becomes allauth's settings, or stops the start."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import send_mail

from continuum import environment as env
from continuum import sign_in_settings
from oauth.sign_up import SignUp


def test_sign_up_is_closed_unless_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sign_in_settings.sign_up(mail=True) == SignUp.CLOSED
    monkeypatch.setenv("CONTINUUM_SIGN_UP", "open")
    assert sign_in_settings.sign_up(mail=True) == SignUp.OPEN


def test_sign_up_is_open_only_where_addresses_are_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINUUM_SIGN_UP", "open")
    with pytest.raises(ImproperlyConfigured, match="CONTINUUM_EMAIL_URL"):
        sign_in_settings.sign_up(mail=False)
    assert (
        sign_in_settings.allauth(mail=True, secure=True, proxies=1, known={})["ACCOUNT_EMAIL_VERIFICATION"]
        == "mandatory"
    )


def test_there_is_no_provider_unless_it_is_named() -> None:
    assert sign_in_settings.providers() == {}
    assert sign_in_settings.apps({}) == list(sign_in_settings.APPS)


def test_a_provider_needs_its_id_and_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINUUM_SIGN_IN_WITH", "github,oidc")
    for name in (
        "GITHUB_CLIENT_ID",
        "GITHUB_CLIENT_SECRET",
        "OIDC_CLIENT_ID",
        "OIDC_CLIENT_SECRET",
        "OIDC_URL",
    ):
        with pytest.raises(ImproperlyConfigured, match=name):
            sign_in_settings.providers()
        monkeypatch.setenv(f"CONTINUUM_{name}", f"the {name}")
    known = sign_in_settings.providers()
    assert known["github"] == {
        "APPS": [{"client_id": "the GITHUB_CLIENT_ID", "secret": "the GITHUB_CLIENT_SECRET", "key": ""}]
    }
    assert known["openid_connect"]["APPS"][0]["settings"] == {"server_url": "the OIDC_URL"}
    assert "allauth.socialaccount.providers.openid_connect" in sign_in_settings.apps(known)


class _Mailbox(socketserver.StreamRequestHandler):
    """As much of SMTP (RFC 5321) as one message needs."""

    def handle(self) -> None:
        self.wfile.write(b"220 mail.example\r\n")
        for line in self.rfile:
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                kept = list(iter(self.rfile.readline, b".\r\n"))
                self.server.received.append(b"".join(kept).decode())
            if verb == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 mail.example\r\n")


@pytest.fixture
def mailbox() -> Iterator[socketserver.TCPServer]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Mailbox) as server:
        server.received = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_mail_arrives(mailbox: socketserver.TCPServer, monkeypatch: pytest.MonkeyPatch, settings) -> None:
    monkeypatch.setenv("CONTINUUM_EMAIL_URL", f"smtp://127.0.0.1:{mailbox.server_address[1]}?tls=off")
    for name, value in env.mail("CONTINUUM_EMAIL_URL").items():
        setattr(settings, name, value)
    assert send_mail("A code", "It is 1234.", "continuum@example.test", ["ana@example.test"]) == 1
    assert "Subject: A code" in mailbox.received[0] and "It is 1234." in mailbox.received[0]
