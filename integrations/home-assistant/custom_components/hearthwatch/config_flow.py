"""Asks for a share link, or for an address and an API key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import voluptuous as vol

from homeassistant.config_entries import ConfigFlow, ConfigFlowResult
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from .api import HearthwatchAuthError, HearthwatchClient, HearthwatchError
from .const import CONF_ADDRESS, CONF_API_KEY, DOMAIN
from .model import Access, InvalidAddress, access_from


class HearthwatchConfigFlow(ConfigFlow, domain=DOMAIN):
    """One step; a link or key that stops working asks again."""

    VERSION = 1

    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        return await self._ask("user", user_input)

    async def async_step_reauth(self, entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        return await self._ask("reauth_confirm", None)

    async def async_step_reauth_confirm(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        return await self._ask("reauth_confirm", user_input)

    async def _ask(self, step: str, user_input: dict[str, Any] | None) -> ConfigFlowResult:
        errors: dict[str, str] = {}
        if user_input is not None:
            access, error = await self._try(user_input)
            if access is not None:
                return await self._done(step, access, user_input)
            errors["base"] = error
        return self.async_show_form(step_id=step, data_schema=_schema(user_input), errors=errors)

    async def _try(self, user_input: dict[str, Any]) -> tuple[Access | None, str]:
        try:
            access = access_from(user_input[CONF_ADDRESS], user_input.get(CONF_API_KEY))
        except InvalidAddress:
            return None, "invalid_address"
        client = HearthwatchClient(async_get_clientsession(self.hass), access)
        try:
            await client.async_fetch()
        except HearthwatchAuthError:
            return None, "invalid_auth"
        except (HearthwatchError, KeyError):
            return None, "cannot_connect"
        return access, ""

    async def _done(
        self, step: str, access: Access, user_input: dict[str, Any]
    ) -> ConfigFlowResult:
        if step == "reauth_confirm":
            return self.async_update_reload_and_abort(self._get_reauth_entry(), data=user_input)
        await self.async_set_unique_id(access.unique_id)
        self._abort_if_unique_id_configured()
        title = access.base_url.split("://", 1)[1]
        return self.async_create_entry(title=title, data=user_input)


def _schema(user_input: dict[str, Any] | None) -> vol.Schema:
    typed = (user_input or {}).get(CONF_ADDRESS, vol.UNDEFINED)
    return vol.Schema(
        {vol.Required(CONF_ADDRESS, default=typed): str, vol.Optional(CONF_API_KEY): str}
    )
