"""Asks the service. Knows HTTP and nothing of Home Assistant."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

import aiohttp

from .const import DEVICE_PAGES_MAX, REQUEST_SECONDS_MAX
from .model import Access, Home, home_from_api, home_from_share


class HearthwatchError(Exception):
    """The service could not be asked, or answered something else than was asked for."""


class HearthwatchAuthError(HearthwatchError):
    """The link or key opens nothing (any more), or not this."""


class HearthwatchClient:
    """Reads one home, and acknowledges its alerts."""

    def __init__(self, session: aiohttp.ClientSession, access: Access) -> None:
        self._session = session
        self._access = access

    @property
    def base_url(self) -> str:
        """The installation's own address, to which its devices link."""
        return self._access.base_url

    @property
    def may_acknowledge(self) -> bool:
        """A share link only reads; whether a key may write is for the service to say."""
        return self._access.api_key is not None

    async def async_fetch(self) -> Home:
        if self._access.token is not None:
            return home_from_share(await self._ask("GET", f"/api/share/{quote(self._access.token)}/latest"))
        status = await self._ask("GET", "/api/v1/quiet")
        return home_from_api(await self._devices(), status["status"])

    async def async_acknowledge(self, alert_id: str) -> None:
        await self._ask("POST", f"/api/v1/alerts/{quote(alert_id, safe='')}/ack")

    async def _devices(self) -> list[dict[str, Any]]:
        devices: list[dict[str, Any]] = []
        cursor: str | None = None
        for _ in range(DEVICE_PAGES_MAX):
            query = "" if cursor is None else f"?cursor={quote(cursor, safe='')}"
            page = await self._ask("GET", f"/api/v1/devices{query}")
            devices += page["devices"]
            cursor = page["next_cursor"]
            if cursor is None:
                break
        return devices

    async def _ask(self, method: str, path: str) -> dict[str, Any]:
        headers = {"Accept": "application/json"}
        if self._access.api_key is not None:
            headers["Authorization"] = f"Bearer {self._access.api_key}"
        try:
            async with asyncio.timeout(REQUEST_SECONDS_MAX):
                async with self._session.request(
                    method, self._access.base_url + path, headers=headers, allow_redirects=False
                ) as answer:
                    return await self._read(answer)
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            # The address of a share link is a secret: it stays out of the message.
            raise HearthwatchError(f"The service could not be reached: {type(error).__name__}") from error

    async def _read(self, answer: aiohttp.ClientResponse) -> dict[str, Any]:
        if answer.status in (401, 403) or (answer.status == 404 and self._access.token is not None):
            raise HearthwatchAuthError(f"The service answered {answer.status}")
        if answer.status >= 300:
            raise HearthwatchError(f"The service answered {answer.status}")
        read = await answer.json()
        if not isinstance(read, dict):
            raise HearthwatchError("The service answered something else than an object")
        return read
