"""States: leaks, doors, motion; whether devices are connected, and whether the home has an alert."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from homeassistant.components.binary_sensor import BinarySensorDeviceClass, BinarySensorEntity
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import EntityCategory
from homeassistant.core import HomeAssistant
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .const import DOMAIN
from .coordinator import HearthwatchCoordinator
from .entity import HearthwatchEntity, HearthwatchValue, add_as_they_appear
from .model import Device, Home, Sensor

DEVICE_CLASSES: dict[str, BinarySensorDeviceClass] = {
    "flood": BinarySensorDeviceClass.MOISTURE,
    "door": BinarySensorDeviceClass.DOOR,
    "motion": BinarySensorDeviceClass.MOTION,
    "power": BinarySensorDeviceClass.POWER,
}


async def async_setup_entry(
    hass: HomeAssistant, entry: ConfigEntry, async_add_entities: AddEntitiesCallback
) -> None:
    coordinator: HearthwatchCoordinator = entry.runtime_data

    def entities_of(home: Home) -> dict[str, Callable[[], BinarySensorEntity]]:
        states = {
            sensor.id: (lambda sensor=sensor: HearthwatchState(coordinator, sensor))
            for sensor in home.sensors.values()
            if sensor.is_state
        }
        devices = {
            f"connected_{device.id}": (lambda device=device: HearthwatchConnected(coordinator, device))
            for device in home.devices.values()
        }
        problem = {} if home.alerts is None else {"problem": lambda: HearthwatchProblem(coordinator)}
        return {**states, **devices, **problem}

    add_as_they_appear(coordinator, async_add_entities, entities_of)


class HearthwatchState(HearthwatchValue, BinarySensorEntity):
    """Wet, open, moving."""

    def __init__(self, coordinator: HearthwatchCoordinator, sensor: Sensor) -> None:
        super().__init__(coordinator, sensor)
        self._attr_device_class = DEVICE_CLASSES.get(sensor.kind)

    @property
    def is_on(self) -> bool | None:
        return None if self.sensor is None else self.sensor.is_on


class HearthwatchConnected(HearthwatchEntity, BinarySensorEntity):
    """Off while a device is offline."""

    _attr_device_class = BinarySensorDeviceClass.CONNECTIVITY
    _attr_entity_category = EntityCategory.DIAGNOSTIC

    def __init__(self, coordinator: HearthwatchCoordinator, device: Device) -> None:
        super().__init__(coordinator, device)
        self._attr_unique_id = f"{coordinator.config_entry.entry_id}_{device.id}_connected"

    @property
    def is_on(self) -> bool | None:
        return None if self.device is None else self.device.is_connected


class HearthwatchProblem(CoordinatorEntity[HearthwatchCoordinator], BinarySensorEntity):
    """On while the home has an open alert; its attributes name them, the most urgent first."""

    _attr_device_class = BinarySensorDeviceClass.PROBLEM
    _attr_has_entity_name = True
    _attr_translation_key = "alert"

    def __init__(self, coordinator: HearthwatchCoordinator) -> None:
        super().__init__(coordinator)
        entry = coordinator.config_entry
        self._attr_unique_id = f"{entry.entry_id}_alert"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            name=entry.title,
            manufacturer="Hearthwatch",
            entry_type=DeviceEntryType.SERVICE,
        )

    @property
    def is_on(self) -> bool | None:
        alerts = self.coordinator.data.alerts
        return None if alerts is None else len(alerts) > 0

    @property
    def extra_state_attributes(self) -> dict[str, Any]:
        return {
            "alerts": [
                {
                    "id": alert.id,
                    "kind": alert.kind,
                    "severity": alert.severity,
                    "title": alert.title,
                    "opened_at": alert.opened_at,
                    "acknowledged": alert.is_acknowledged,
                }
                for alert in self.coordinator.data.alerts or ()
            ]
        }
