import type { ContactMeaning, DerivedKind, SensorKind } from "../../../schema/vocabulary.ts";
import type { Device } from "../../../schema/wire/devices.ts";
import { contactMeaning } from "../contact-meaning.ts";
import { batteryDaysLeft } from "../derived/battery-days-left.ts";
import { type DerivedValue, dewPointNow } from "../derived/dew-point-now.ts";
import { sensorPairs } from "../derived/sensor-pairs.ts";
import { deviceStatus } from "../device-status.ts";
import { dayNumber } from "../history/utc-day.ts";
import type { HomeSensor, ListedDevice } from "./home-device.ts";
import { type ShownCondition, shownCondition } from "./shown-condition.ts";

/** A device as the management API shows it; times are ISO 8601, UTC. */
export type ShownDevice = Device;

/** `of`: ids of the sensors it is made of, of a dew point the temperature first. */
export type ShownDerived = DerivedValue & { kind: DerivedKind; of: string[] };

export type ShownSensor = ShownCondition & {
  id: string;
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  unit_assumed: boolean;
  visible: boolean;
  true_means: ContactMeaning | null;
  value_num: number | null;
  value_bool: boolean | null;
  recorded_at: string | null;
};

export const shownDevice = (device: ListedDevice, now: Date): ShownDevice => ({
  id: device.id,
  name: device.name,
  space: device.space,
  type: device.type,
  enabled: device.enabled,
  contact_true_means: device.contactTrueMeans,
  battery_pct: device.batteryPct,
  battery_days_left: batteryDaysLeft(device.batteryDays, dayNumber(now.getTime())),
  rssi: device.rssi,
  last_seen_at: device.lastSeenAt?.toISOString() ?? null,
  status: deviceStatus(device, now),
  clock_offset_seconds: device.clockOffsetSeconds,
  created_at: device.createdAt.toISOString(),
  sensors: device.sensors.map((sensor) => ({ ...shownSensor(sensor), ...shownCondition(sensor, device) })),
  derived: shownDerived(device.sensors, now),
  feed: device.feed,
});

const shownSensor = (sensor: HomeSensor): Omit<ShownSensor, keyof ShownCondition> => ({
  id: sensor.id,
  key: sensor.key,
  label: sensor.label,
  kind: sensor.kind,
  unit: sensor.unit,
  unit_assumed: sensor.unitSource === "assumed",
  visible: sensor.visible,
  true_means: contactMeaning(sensor),
  value_num: sensor.value,
  value_bool: sensor.isState && sensor.value !== null ? sensor.value !== 0 : null,
  recorded_at: sensor.recordedAt?.toISOString() ?? null,
});

const shownDerived = (sensors: readonly HomeSensor[], now: Date): ShownDerived[] =>
  sensorPairs(sensors).flatMap((pair) => {
    const dewPoint = dewPointNow(pair, now, null);
    const of = [pair.temperature.id, pair.humidity.id];
    return dewPoint === null ? [] : [{ kind: "dew_point", of, ...dewPoint }];
  });
