"""Asks the service once a minute for all entities of a home."""

from __future__ import annotations

import logging

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryAuthFailed
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator, UpdateFailed

from .api import HearthwatchAuthError, HearthwatchClient, HearthwatchError
from .const import DOMAIN, UPDATE_INTERVAL
from .model import Home

_LOGGER = logging.getLogger(__name__)


class HearthwatchCoordinator(DataUpdateCoordinator[Home]):
    """Holds what the home was when it was asked last."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry, client: HearthwatchClient) -> None:
        super().__init__(
            hass, _LOGGER, config_entry=entry, name=DOMAIN, update_interval=UPDATE_INTERVAL
        )
        self.client = client

    async def _async_update_data(self) -> Home:
        try:
            return await self.client.async_fetch()
        except HearthwatchAuthError as error:
            raise ConfigEntryAuthFailed(str(error)) from error
        except (HearthwatchError, KeyError) as error:
            raise UpdateFailed(str(error)) from error
