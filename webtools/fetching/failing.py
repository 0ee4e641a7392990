"""Why a server could not be read, in words that tell nothing of this side of the network."""

from __future__ import annotations

import ssl

import httpx

from continuum.kernel.errors import ContinuumError, Unreachable
from webtools.errors import CertificateProblem, TimedOut

# OpenSSL's numbers (x509_vfy.h), which are its interface; the texts beside them are not.
_KINDS = {
    9: ("not_yet_valid", "is not valid yet"),
    10: ("expired", "has expired"),
    18: ("self_signed", "is signed by nobody but itself"),
    19: ("self_signed", "is signed by an authority that nobody knows"),
    20: ("untrusted", "is signed by an authority that is not trusted, or its chain is incomplete"),
    21: ("untrusted", "is signed by an authority that is not trusted, or its chain is incomplete"),
    62: ("wrong_host", "is for another host"),
    64: ("wrong_host", "is for another address"),
}
_BROKEN = (
    (httpx.ConnectError, "The server takes no connection."),
    (httpx.RemoteProtocolError, "The server hung up, or answered with what is not HTTP."),
)


def told_failure(error: Exception) -> ContinuumError:
    """The error as one of ours."""
    for cause in _causes(error):
        if isinstance(cause, ContinuumError):
            return cause
        if isinstance(cause, ssl.SSLCertVerificationError):
            kind, told = _KINDS.get(cause.verify_code, ("untrusted", "cannot be verified"))
            return CertificateProblem(f"Reachable, but the server's certificate {told}.", kind=kind)
        if isinstance(cause, ssl.SSLError):
            return CertificateProblem("Reachable, but no secure connection came about.", kind="handshake")
    if isinstance(error, httpx.TimeoutException):
        return TimedOut("The server did not take the connection in time.")
    return Unreachable(
        next((told for kind, told in _BROKEN if isinstance(error, kind)), "The connection broke.")
    )


def _causes(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    step: BaseException | None = error
    while step is not None and step not in found:
        found.append(step)
        step = step.__cause__ or step.__context__
    return found
