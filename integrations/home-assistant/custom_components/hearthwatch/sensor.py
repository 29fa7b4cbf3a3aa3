"""Measures: temperature, humidity, CO₂ and the like, and batteries."""

from __future__ import annotations

from collections.abc import Callable

from homeassistant.components.sensor import SensorDeviceClass, SensorEntity, SensorStateClass
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import PERCENTAGE, EntityCategory
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddEntitiesCallback

from .coordinator import HearthwatchCoordinator
from .entity import HearthwatchEntity, HearthwatchValue, add_as_they_appear
from .model import Device, Home, Sensor

# A class is only claimed in the units that Home Assistant takes for it.
DEVICE_CLASSES: dict[str, tuple[SensorDeviceClass, frozenset[str]]] = {
    "temperature": (SensorDeviceClass.TEMPERATURE, frozenset({"°C", "°F", "K"})),
    "humidity": (SensorDeviceClass.HUMIDITY, frozenset({"%"})),
    "co2": (SensorDeviceClass.CO2, frozenset({"ppm"})),
    "pressure": (SensorDeviceClass.PRESSURE, frozenset({"hPa", "mbar", "kPa", "Pa", "inHg", "psi"})),
    "pm25": (SensorDeviceClass.PM25, frozenset({"µg/m³"})),
    "voc": (SensorDeviceClass.VOLATILE_ORGANIC_COMPOUNDS_PARTS, frozenset({"ppb", "ppm"})),
    "energy": (SensorDeviceClass.ENERGY, frozenset({"Wh", "kWh", "MWh"})),
    "power": (SensorDeviceClass.POWER, frozenset({"W", "kW"})),
}


async def async_setup_entry(
    hass: HomeAssistant, entry: ConfigEntry, async_add_entities: AddEntitiesCallback
) -> None:
    coordinator: HearthwatchCoordinator = entry.runtime_data

    def entities_of(home: Home) -> dict[str, Callable[[], SensorEntity]]:
        measures = {
            sensor.id: (lambda sensor=sensor: HearthwatchMeasure(coordinator, sensor))
            for sensor in home.sensors.values()
            if not sensor.is_state
        }
        batteries = {
            f"battery_{device.id}": (lambda device=device: HearthwatchBattery(coordinator, device))
            for device in home.devices.values()
            if device.battery is not None
        }
        return {**measures, **batteries}

    add_as_they_appear(coordinator, async_add_entities, entities_of)


class HearthwatchMeasure(HearthwatchValue, SensorEntity):
    """A number with its unit."""

    def __init__(self, coordinator: HearthwatchCoordinator, sensor: Sensor) -> None:
        super().__init__(coordinator, sensor)
        device_class, units = DEVICE_CLASSES.get(sensor.kind, (None, frozenset()))
        if sensor.unit in units:
            self._attr_device_class = device_class
        is_total = self.device_class is SensorDeviceClass.ENERGY
        self._attr_state_class = (
            SensorStateClass.TOTAL_INCREASING if is_total else SensorStateClass.MEASUREMENT
        )

    @property
    def native_unit_of_measurement(self) -> str | None:
        return None if self.sensor is None else self.sensor.unit

    @property
    def native_value(self) -> float | None:
        return None if self.sensor is None else self.sensor.value


class HearthwatchBattery(HearthwatchEntity, SensorEntity):
    """A device's own battery."""

    _attr_device_class = SensorDeviceClass.BATTERY
    _attr_entity_category = EntityCategory.DIAGNOSTIC
    _attr_native_unit_of_measurement = PERCENTAGE
    _attr_state_class = SensorStateClass.MEASUREMENT

    def __init__(self, coordinator: HearthwatchCoordinator, device: Device) -> None:
        super().__init__(coordinator, device)
        self._attr_unique_id = f"{coordinator.config_entry.entry_id}_{device.id}_battery"

    @property
    def native_value(self) -> float | None:
        return None if self.device is None else self.device.battery
