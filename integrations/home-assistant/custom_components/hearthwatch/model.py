"""What the service answers, as the entities need it. Pure: nothing here waits or knows Home Assistant."""

from __future__ import annotations

from dataclasses import dataclass, field
import hashlib
import re
from typing import Any
from urllib.parse import urlsplit

SHARE_PATH = re.compile(r"^/(?:s|api/share)/(hw_shr_[A-Za-z0-9_-]+)(?:/.*)?$")
# The service calls a device new before its first reading, and disabled where its owner has switched it off.
OFFLINE = "offline"


class InvalidAddress(ValueError):
    """What was typed is neither a share link nor an address with an API key."""


@dataclass(frozen=True)
class Access:
    """How a home is read: by the token of a share link, or by an API key."""

    base_url: str
    token: str | None
    api_key: str | None

    @property
    def unique_id(self) -> str:
        """The same for the same link or key, and no secret."""
        secret = self.token or self.api_key or ""
        return hashlib.sha256(f"{self.base_url} {secret}".encode()).hexdigest()[:16]


def access_from(address: str, api_key: str | None) -> Access:
    """Reads a share link, or the service's address beside an API key."""
    parts = urlsplit(address.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidAddress(address)
    base_url = f"{parts.scheme}://{parts.netloc}"
    shared = SHARE_PATH.match(parts.path)
    if shared:
        return Access(base_url, shared.group(1), None)
    if not api_key or not api_key.strip():
        raise InvalidAddress(address)
    return Access(base_url, None, api_key.strip())


@dataclass(frozen=True)
class Sensor:
    """One value; a state has `is_on`, a measure `value` and `unit`."""

    id: str
    label: str
    kind: str
    unit: str | None
    value: float | None
    is_on: bool | None
    device: str
    is_available: bool

    @property
    def is_state(self) -> bool:
        return self.is_on is not None


@dataclass(frozen=True)
class Device:
    """`id` is stable; a share link tells no ids of devices, so its devices go by name and space."""

    id: str
    name: str
    space: str
    is_connected: bool
    battery: float | None = None


@dataclass(frozen=True)
class Alert:
    id: str
    kind: str
    severity: str
    title: str
    opened_at: str
    is_acknowledged: bool


@dataclass(frozen=True)
class Home:
    """`alerts` is None where the way of reading tells none."""

    sensors: dict[str, Sensor] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    alerts: tuple[Alert, ...] | None = None


def _is_on(value: bool | None, true_means: str | None) -> bool | None:
    """Of a door or window: whether it is open, whatever its device means by true."""
    if value is None:
        return None
    return not value if true_means == "closed" else value


def home_from_share(answer: dict[str, Any]) -> Home:
    """Reads `GET /api/share/{token}/latest`."""
    sensors: dict[str, Sensor] = {}
    devices: dict[str, Device] = {}
    for reading in answer["readings"]:
        device_id = f"{reading['device']}/{reading['space']}"
        is_fresh = not reading["stale"]
        known = devices.get(device_id)
        devices[device_id] = Device(
            device_id,
            reading["device"],
            reading["space"],
            is_fresh or (known is not None and known.is_connected),
        )
        is_on = _is_on(reading["value_bool"], reading["true_means"])
        sensors[reading["sensor_id"]] = Sensor(
            id=reading["sensor_id"],
            label=reading["label"],
            kind=reading["kind"],
            unit=reading["unit"],
            value=None if is_on is not None else reading["value_num"],
            is_on=is_on,
            device=device_id,
            is_available=is_fresh,
        )
    return Home(sensors, devices)


def home_from_api(devices_answer: list[dict[str, Any]], status: dict[str, Any]) -> Home:
    """Reads the devices of `GET /api/v1/devices` and the `status` of `GET /api/v1/quiet`."""
    sensors: dict[str, Sensor] = {}
    devices: dict[str, Device] = {}
    for device in devices_answer:
        if not device["enabled"]:
            continue
        is_connected = device["status"] not in (OFFLINE, "new")
        devices[device["id"]] = Device(
            device["id"], device["name"], device["space"], is_connected, device["battery_pct"]
        )
        for sensor in device["sensors"]:
            if not sensor["visible"] or sensor["recorded_at"] is None:
                continue
            is_on = _is_on(sensor["value_bool"], sensor["true_means"])
            sensors[sensor["id"]] = Sensor(
                id=sensor["id"],
                label=sensor["label"],
                kind=sensor["kind"],
                unit=sensor["unit"],
                value=None if is_on is not None else sensor["value_num"],
                is_on=is_on,
                device=device["id"],
                is_available=is_connected and sensor["fault"] is None and sensor["faulty_since"] is None,
            )
    alerts = tuple(
        Alert(
            id=alert["id"],
            kind=alert["kind"],
            severity=alert["severity"],
            title=alert["title"],
            opened_at=alert["opened_at"],
            is_acknowledged=alert["acknowledged"],
        )
        for alert in status["active_alerts"]
    )
    return Home(sensors, devices, alerts)
