"""`python -m continuum.alive`: whether the server in this container can serve; exit code 0 or 1.

Imports nothing of the application, so that asking costs a container next to nothing.
"""

from __future__ import annotations

import os
import sys
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

SECONDS: Final = 4
OK: Final = 200


def serves(environment: os._Environ[str] | dict[str, str]) -> bool:
    """Ask /health/ready under the public name, as the proxy does: others are refused."""
    public = urlsplit(environment.get("CONTINUUM_PUBLIC_URL", "http://localhost"))
    port = int(environment.get("CONTINUUM_PORT", "8787"))
    headers = {"Host": public.netloc, "X-Forwarded-Proto": public.scheme}
    asking = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        asking.request("GET", "/health/ready", headers=headers)
        return asking.getresponse().status == OK
    except (OSError, HTTPException):
        return False
    finally:
        asking.close()


if __name__ == "__main__":
    sys.exit(0 if serves(os.environ) else 1)
