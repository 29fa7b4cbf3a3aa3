"""Small stand-ins for the parts of Home Assistant, voluptuous and aiohttp that the integration touches.

They do what their originals document, no more: the tests run where Python is and nothing else.
"""

from __future__ import annotations

import asyncio
from enum import Enum
import json
import sys
import types
from typing import Any, Generic, TypeVar
import urllib.error
import urllib.request

DataT = TypeVar("DataT")


class ClientError(Exception):
    pass


class Answer:
    def __init__(self, status: int, body: bytes) -> None:
        self.status = status
        self._body = body

    async def json(self) -> Any:
        return json.loads(self._body)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))


class _Request:
    def __init__(self, method: str, url: str, headers: dict[str, str]) -> None:
        self._request = urllib.request.Request(url, method=method, headers=headers)

    def _ask(self) -> Answer:
        try:
            with _OPENER.open(self._request, timeout=10) as answer:
                return Answer(answer.status, answer.read())
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.read())
        except urllib.error.URLError as error:
            raise ClientError(str(error)) from error

    async def __aenter__(self) -> Answer:
        return await asyncio.to_thread(self._ask)

    async def __aexit__(self, *_: Any) -> None:
        return None


class ClientSession:
    """Asks really, over the network."""

    def request(self, method: str, url: str, *, headers: dict[str, str], allow_redirects: bool) -> _Request:
        assert not allow_redirects
        return _Request(method, url, headers)


class _Marker(str):
    def __new__(cls, name: str, default: Any = None) -> _Marker:
        return super().__new__(cls, name)


class ConfigEntryState(Enum):
    LOADED = "loaded"
    NOT_LOADED = "not_loaded"


class ConfigEntry:
    def __init__(self, entry_id: str, title: str, data: dict[str, Any]) -> None:
        self.entry_id = entry_id
        self.title = title
        self.data = data
        self.state = ConfigEntryState.LOADED
        self.runtime_data: Any = None
        self.on_unload: list[Any] = []

    def async_on_unload(self, undo: Any) -> None:
        self.on_unload.append(undo)


class AbortFlow(Exception):
    pass


class ConfigFlow:
    """`taken` are the unique ids of homes that are set up."""

    def __init_subclass__(cls, *, domain: str, **_: Any) -> None:
        cls.domain = domain

    def __init__(self, hass: HomeAssistant, taken: set[str], reauth: ConfigEntry | None = None) -> None:
        self.hass = hass
        self._taken = taken
        self._reauth = reauth
        self.unique_id: str | None = None

    def async_show_form(self, **form: Any) -> dict[str, Any]:
        return {"type": "form", **form}

    def async_create_entry(self, **entry: Any) -> dict[str, Any]:
        return {"type": "create_entry", **entry}

    async def async_set_unique_id(self, unique_id: str) -> None:
        self.unique_id = unique_id

    def _abort_if_unique_id_configured(self) -> None:
        if self.unique_id in self._taken:
            raise AbortFlow("already_configured")

    def _get_reauth_entry(self) -> ConfigEntry:
        assert self._reauth is not None
        return self._reauth

    def async_update_reload_and_abort(self, entry: ConfigEntry, *, data: dict[str, Any]) -> dict[str, Any]:
        entry.data = data
        return {"type": "abort", "reason": "reauth_successful"}


class ConfigEntryAuthFailed(Exception):
    pass


class UpdateFailed(Exception):
    pass


class HomeAssistantError(Exception):
    def __init__(self, *, translation_domain: str, translation_key: str, **_: Any) -> None:
        super().__init__(translation_key)


class ServiceValidationError(HomeAssistantError):
    pass


class ServiceCall:
    def __init__(self, **data: Any) -> None:
        self.data = data


class _Services:
    def __init__(self) -> None:
        self.handlers: dict[tuple[str, str], Any] = {}

    def async_register(self, domain: str, name: str, handler: Any, *, schema: Any) -> None:
        self.handlers[(domain, name)] = handler


class _ConfigEntries:
    def __init__(self) -> None:
        self.entries: list[ConfigEntry] = []
        self.forwarded: list[Any] = []

    def async_entries(self, domain: str) -> list[ConfigEntry]:
        return self.entries

    async def async_forward_entry_setups(self, entry: ConfigEntry, platforms: list[Any]) -> None:
        self.forwarded += platforms

    async def async_unload_platforms(self, entry: ConfigEntry, platforms: list[Any]) -> bool:
        return True


class HomeAssistant:
    def __init__(self) -> None:
        self.session = ClientSession()
        self.services = _Services()
        self.config_entries = _ConfigEntries()


class DataUpdateCoordinator(Generic[DataT]):
    def __init__(self, hass: HomeAssistant, logger: Any, *, config_entry: ConfigEntry, name: str, update_interval: Any) -> None:
        self.hass = hass
        self.config_entry = config_entry
        self.update_interval = update_interval
        self.data: Any = None
        self.last_update_success = False
        self.listeners: list[Any] = []

    async def async_config_entry_first_refresh(self) -> None:
        self.data = await self._async_update_data()
        self.last_update_success = True

    async def async_request_refresh(self) -> None:
        self.data = await self._async_update_data()
        for listener in self.listeners:
            listener()

    def async_add_listener(self, listener: Any) -> Any:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)


class Entity:
    def __getattr__(self, name: str) -> Any:
        # A property that a class doesn't have is the attribute that the integration set, or nothing.
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self, f"_attr_{name}", None)


class CoordinatorEntity(Entity, Generic[DataT]):
    def __init__(self, coordinator: DataUpdateCoordinator) -> None:
        self.coordinator = coordinator

    @property
    def available(self) -> bool:
        return self.coordinator.last_update_success


class DeviceInfo(dict):
    pass


def _names(title: str, **values: str) -> type[Enum]:
    return Enum(title, values)


def _module(name: str, **contents: Any) -> None:
    module = types.ModuleType(name)
    for key, value in contents.items():
        setattr(module, key, value)
    sys.modules[name] = module


def install() -> None:
    """Puts them where the integration imports from."""
    _module("aiohttp", ClientError=ClientError, ClientSession=ClientSession, ClientResponse=Answer)
    _module("voluptuous", Schema=dict, Optional=_Marker, Required=_Marker, UNDEFINED=None)
    for package in ("homeassistant", "homeassistant.helpers", "homeassistant.components"):
        _module(package)
    _module(
        "homeassistant.config_entries",
        ConfigEntry=ConfigEntry,
        ConfigEntryState=ConfigEntryState,
        ConfigFlow=ConfigFlow,
        ConfigFlowResult=dict,
    )
    _module(
        "homeassistant.const",
        PERCENTAGE="%",
        EntityCategory=_names("EntityCategory", DIAGNOSTIC="diagnostic"),
        Platform=_names("Platform", SENSOR="sensor", BINARY_SENSOR="binary_sensor"),
    )
    _module("homeassistant.core", HomeAssistant=HomeAssistant, ServiceCall=ServiceCall, callback=lambda work: work)
    _module(
        "homeassistant.exceptions",
        ConfigEntryAuthFailed=ConfigEntryAuthFailed,
        HomeAssistantError=HomeAssistantError,
        ServiceValidationError=ServiceValidationError,
    )
    validation = types.ModuleType("homeassistant.helpers.config_validation")
    validation.string = str
    validation.config_entry_only_config_schema = lambda domain: {}
    sys.modules[validation.__name__] = validation
    sys.modules["homeassistant.helpers"].config_validation = validation
    _module("homeassistant.helpers.aiohttp_client", async_get_clientsession=lambda hass: hass.session)
    _module(
        "homeassistant.helpers.update_coordinator",
        CoordinatorEntity=CoordinatorEntity,
        DataUpdateCoordinator=DataUpdateCoordinator,
        UpdateFailed=UpdateFailed,
    )
    _module(
        "homeassistant.helpers.device_registry",
        DeviceInfo=DeviceInfo,
        DeviceEntryType=_names("DeviceEntryType", SERVICE="service"),
    )
    _module("homeassistant.helpers.entity", Entity=Entity)
    _module("homeassistant.helpers.entity_platform", AddEntitiesCallback=object)
    _module(
        "homeassistant.components.sensor",
        SensorEntity=Entity,
        SensorDeviceClass=_names(
            "SensorDeviceClass",
            **{
                name: name.lower()
                for name in (
                    "TEMPERATURE",
                    "HUMIDITY",
                    "CO2",
                    "PRESSURE",
                    "PM25",
                    "VOLATILE_ORGANIC_COMPOUNDS_PARTS",
                    "ENERGY",
                    "POWER",
                    "BATTERY",
                )
            },
        ),
        SensorStateClass=_names(
            "SensorStateClass", MEASUREMENT="measurement", TOTAL_INCREASING="total_increasing"
        ),
    )
    _module(
        "homeassistant.components.binary_sensor",
        BinarySensorEntity=Entity,
        BinarySensorDeviceClass=_names(
            "BinarySensorDeviceClass",
            **{
                name: name.lower()
                for name in ("MOISTURE", "DOOR", "MOTION", "POWER", "CONNECTIVITY", "PROBLEM")
            },
        ),
    )
