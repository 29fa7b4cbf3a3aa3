"""Hearthwatch: a home's sensors and alerts in Home Assistant."""

from __future__ import annotations

import voluptuous as vol

from homeassistant.config_entries import ConfigEntry, ConfigEntryState
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.aiohttp_client import async_get_clientsession

from .api import HearthwatchClient, HearthwatchError
from .const import (
    ATTR_ALERT_ID,
    ATTR_ENTRY_ID,
    CONF_ADDRESS,
    CONF_API_KEY,
    DOMAIN,
    SERVICE_ACKNOWLEDGE,
)
from .coordinator import HearthwatchCoordinator
from .model import access_from

PLATFORMS = [Platform.BINARY_SENSOR, Platform.SENSOR]
CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)

ACKNOWLEDGE_SCHEMA = vol.Schema(
    {vol.Optional(ATTR_ENTRY_ID): cv.string, vol.Optional(ATTR_ALERT_ID): cv.string}
)


async def async_setup(hass: HomeAssistant, config: dict) -> bool:
    """Register the service, which is there whether or not a home is loaded."""

    async def acknowledge(call: ServiceCall) -> None:
        await _async_acknowledge(hass, call)

    hass.services.async_register(DOMAIN, SERVICE_ACKNOWLEDGE, acknowledge, schema=ACKNOWLEDGE_SCHEMA)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    """Read a home for the first time and make its entities."""
    access = access_from(entry.data[CONF_ADDRESS], entry.data.get(CONF_API_KEY))
    client = HearthwatchClient(async_get_clientsession(hass), access)
    coordinator = HearthwatchCoordinator(hass, entry, client)
    await coordinator.async_config_entry_first_refresh()
    entry.runtime_data = coordinator
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    """Remove a home's entities."""
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)


async def _async_acknowledge(hass: HomeAssistant, call: ServiceCall) -> None:
    """Acknowledge one alert, or all that nobody has acknowledged."""
    wanted = call.data.get(ATTR_ENTRY_ID)
    homes: list[HearthwatchCoordinator] = [
        entry.runtime_data
        for entry in hass.config_entries.async_entries(DOMAIN)
        if entry.state is ConfigEntryState.LOADED and wanted in (None, entry.entry_id)
    ]
    writable = [home for home in homes if home.client.may_acknowledge]
    if not writable:
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="no_api_key")
    alert_id = call.data.get(ATTR_ALERT_ID)
    for home in writable:
        alerts = home.data.alerts or ()
        ids = [
            alert.id
            for alert in alerts
            if (alert_id is None and not alert.is_acknowledged) or alert.id == alert_id
        ]
        try:
            for each in ids:
                await home.client.async_acknowledge(each)
        except HearthwatchError as error:
            raise HomeAssistantError(
                translation_domain=DOMAIN,
                translation_key="not_acknowledged",
                translation_placeholders={"reason": str(error)},
            ) from error
        await home.async_request_refresh()
