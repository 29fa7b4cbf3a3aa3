"""What all entities have in common."""

from __future__ import annotations

from collections.abc import Callable

from homeassistant.core import callback
from homeassistant.helpers.device_registry import DeviceInfo
from homeassistant.helpers.entity import Entity
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .const import DOMAIN
from .coordinator import HearthwatchCoordinator
from .model import Device, Home, Sensor


class HearthwatchEntity(CoordinatorEntity[HearthwatchCoordinator]):
    """Belongs to a device of the home."""

    _attr_has_entity_name = True

    def __init__(self, coordinator: HearthwatchCoordinator, device: Device) -> None:
        super().__init__(coordinator)
        self._device_id = device.id
        entry_id = coordinator.config_entry.entry_id
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, f"{entry_id}_{device.id}")},
            name=device.name,
            manufacturer="Hearthwatch",
            suggested_area=device.space or None,
            configuration_url=coordinator.client.base_url,
        )

    @property
    def device(self) -> Device | None:
        return self.coordinator.data.devices.get(self._device_id)


class HearthwatchValue(HearthwatchEntity):
    """One sensor of the home; unavailable while it is offline, faulty or no longer shown."""

    def __init__(self, coordinator: HearthwatchCoordinator, sensor: Sensor) -> None:
        super().__init__(coordinator, coordinator.data.devices[sensor.device])
        self._sensor_id = sensor.id
        self._attr_unique_id = f"{coordinator.config_entry.entry_id}_{sensor.id}"
        self._attr_name = sensor.label

    @property
    def sensor(self) -> Sensor | None:
        return self.coordinator.data.sensors.get(self._sensor_id)

    @property
    def available(self) -> bool:
        return super().available and self.sensor is not None and self.sensor.is_available


def add_as_they_appear(
    coordinator: HearthwatchCoordinator,
    async_add_entities: AddEntitiesCallback,
    entities_of: Callable[[Home], dict[str, Callable[[], Entity]]],
) -> None:
    """Make an entity for each thing of the home once, also for what is added to it later."""
    known: set[str] = set()

    @callback
    def add_new() -> None:
        made = entities_of(coordinator.data)
        new = [key for key in made if key not in known]
        known.update(new)
        if new:
            async_add_entities([made[key]() for key in new])

    add_new()
    coordinator.config_entry.async_on_unload(coordinator.async_add_listener(add_new))
