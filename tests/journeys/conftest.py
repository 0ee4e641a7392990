"""What agents and scripts of alice's come with."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from asgiref.sync import sync_to_async

from continuum.kernel.actor import Permission
from oauth.models import User
from oauth.services.tokens import issue_token


@pytest.fixture
def agents_token(alice: User) -> str:
    return issue_token(
        alice, name="agent", permissions=[Permission.READ, Permission.WRITE, Permission.FORGET]
    )


@pytest.fixture
async def api(alice: User, server_url: str) -> AsyncIterator[httpx.AsyncClient]:
    bearer = await sync_to_async(issue_token)(alice, name="script", permissions=list(Permission))
    headers = {"Authorization": f"Bearer {bearer}"}
    async with httpx.AsyncClient(base_url=f"{server_url}/api/v1", headers=headers, timeout=30) as client:
        yield client
