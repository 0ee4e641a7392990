"""What the web tools raise, on the house's tree of errors. No message tells what is inside a network.

ValidationFailed
`-- BadAddress              not the address of a page: no http, a user name in it, an odd spelling
Refused
|-- AddressRefused          an address that is not on the public web
`-- ContentRefused          something came that is not what was asked for
Unreachable
|-- NameUnknown             the name cannot be resolved
|-- TimedOut
|-- TooManyRedirects
|-- CertificateProblem      reachable, but its certificate is not good; `kind` says why
`-- BrowserFailed
"""

from __future__ import annotations

from continuum.kernel.errors import Refused, Unreachable, ValidationFailed


class BadAddress(ValidationFailed):
    def __init__(self, message: str) -> None:
        super().__init__(message, field="url")


class AddressRefused(Refused):
    """Always the same sentence: whether something is there, and what, is nobody's business."""

    def __init__(self) -> None:
        super().__init__(
            "That address is not on the public web, so it is not opened. An operator can list it in "
            "CONTINUUM_WEB_ALLOW."
        )


class ContentRefused(Refused):
    pass


class NameUnknown(Unreachable):
    def __init__(self) -> None:
        super().__init__("The name in that address cannot be resolved: check how it is written.")


class ResolverFailed(Unreachable):
    def __init__(self) -> None:
        super().__init__("The name in that address could not be looked up just now. Try again in a moment.")


class TimedOut(Unreachable):
    pass


class TooManyRedirects(Unreachable):
    pass


class CertificateProblem(Unreachable):
    def __init__(self, message: str, *, kind: str) -> None:
        super().__init__(message, kind=kind)
        self.kind = kind


class BrowserFailed(Unreachable):
    pass
