"""Private keys in every dress, and public ones beside them."""

from __future__ import annotations

import json
from random import Random

import pytest

from memories.secrets.scan import scan
from tests.memories.secrets.made import B64, HEX, URL_SAFE, letters, pem, token

RSA = "RSA PRIVATE " + "KEY"


def key(**dress: object) -> str:
    return pem(RSA, **dress)(Random("key"))  # type: ignore[arg-type]


def found(text: str) -> list[tuple[str, str]]:
    return [(finding.kind, text[finding.start : finding.end]) for finding in scan(text)]


def test_only_the_key_is_taken_from_an_indented_file() -> None:
    secret = key(indent="    ")
    assert found(f"tls:\n  key: |\n    {secret}\n  cert: x\n") == [("private_key", secret)]


def test_a_key_cut_off_at_its_end_is_taken_up_to_the_cut() -> None:
    secret = key(end=False)
    assert found(f"{secret}\n\nand the rest was lost.") == [("private_key", secret)]


def test_a_key_cut_off_at_its_beginning_is_taken_from_the_cut() -> None:
    secret = key().split("\n", 1)[1]
    assert found(f"So this was left:\n{secret}\nNothing else.") == [("private_key", secret)]


def test_a_key_without_first_and_last_line_is_known_by_its_beginning() -> None:
    secret = "b3BlbnNzaC1r" + "ZXktdjEAAAAABG5vbmUAAAAEbm9uZQ" + letters(Random(1), 64, B64)
    assert found(f"key\n{secret}\nend") == [("private_key", secret)]


@pytest.mark.parametrize("dress", [{"newline": "\n> "}, {"newline": "\n+"}, {"newline": '\\n" +\n"'}])
def test_quotes_patches_and_code_hide_no_key(dress: dict[str, str]) -> None:
    secret = key(**dress)
    assert [kind for kind, _ in found(secret)] == ["private_key"]
    assert all(line in found(secret)[0][1] for line in key().split("\n")[1:-1])


def test_typographic_dashes_hide_no_key() -> None:
    assert [kind for kind, _ in found(key().replace("-----", "——-"))] == ["private_key"]


def test_headers_belong_to_the_key() -> None:
    first, rest = key().split("\n", 1)
    headers = f"Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{letters(Random(2), 32, HEX).upper()}"
    secret = f"{first}\n{headers}\n\n{rest}"
    assert found(f"x {secret} y") == [("private_key", secret)]


def test_two_keys_are_two_findings_and_a_certificate_is_none() -> None:
    certificate = pem("CERTIFICATE")(Random(3))
    text = f"{key()}\n{certificate}\n{key()}"
    assert [secret for _, secret in found(text)] == [key(), key()]


def test_a_service_account_is_called_by_its_name() -> None:
    account = {
        "type": "service_account",
        "private_key": pem("PRIVATE " + "KEY")(Random(4)) + "\n",
        "client_id": "1",
    }
    for text in (json.dumps(account), json.dumps(account, indent=2)):
        assert [kind for kind, _ in found(text)] == ["google_service_account"]


def test_the_private_part_of_a_web_key_is_found() -> None:
    private = letters(Random(5), 43, URL_SAFE)
    public = {"kty": "EC", "crv": "P-256", "x": letters(Random(6), 43), "y": letters(Random(7), 43)}
    assert found(json.dumps(public | {"d": private})) == [("private_key", private)]
    assert found(json.dumps(public)) == []


def test_a_putty_key_is_found_but_not_its_public_lines() -> None:
    public, private = letters(Random(8), 64, B64), letters(Random(9), 64, B64)
    head = f"PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\n{public}"
    text = f"{head}\nPrivate-Lines: 2\n{private}\n{private}\n"
    ((kind, secret),) = found(text)
    assert kind == "private_key" and private in secret and public not in secret


def test_prose_about_keys_passes() -> None:
    text = f"-----BEGIN {RSA}----- is how the file starts and -----END {RSA}----- how it ends"
    assert found(text) == found(f"{text}; internationalisation-of-configuration-management") == []


def test_a_pgp_key_is_called_by_its_name() -> None:
    assert [kind for kind, _ in found(f"see {token('pgp_private_key')}")] == ["pgp_private_key"]
