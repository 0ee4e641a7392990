"""nginx before the web processes, and a certificate for localhost that only this run trusts."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_CONFIGURATION = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.err;
worker_processes 1;
events {{ worker_connections 1024; }}
http {{
  access_log {folder}/nginx.access;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  client_max_body_size 64m;
  upstream web {{
    least_conn;
    {webs}
  }}
  server {{
    listen 127.0.0.1:{https} ssl http2;
    server_name localhost;
    ssl_certificate {folder}/certificate.pem;
    ssl_certificate_key {folder}/key.pem;
    location = /metrics {{ return 404; }}
    location / {{
      proxy_pass http://web;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_next_upstream error timeout http_503;
      add_header X-Upstream $upstream_addr always;
    }}
  }}
}}
"""


def configuration(
    folder: Path, *, https: int, webs: Sequence[int], down: Container[int] = frozenset()
) -> str:
    """One port with TLS for so many web processes; another is asked only where that repeats nothing, and
    those that are `down` are not asked at all.
    """
    servers = "\n    ".join(
        f"server 127.0.0.1:{port} max_fails=1 fail_timeout=1s{' down' if port in down else ''};"
        for port in webs
    )
    return _CONFIGURATION.format(folder=folder, https=https, webs=servers)


def certificate(folder: Path) -> None:
    """certificate.pem and key.pem for localhost, good for a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
