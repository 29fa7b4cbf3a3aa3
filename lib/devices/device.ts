import type {
  ContactMeaning,
  DerivedKind,
  DeviceType,
  FeedFailure,
  FlatTemperatureUnit,
  Placement,
  PlacementSource,
  SensorFault,
  SensorKind,
  UnitSource,
} from "../../schema/vocabulary.ts";
import type { Device } from "../../schema/wire/devices.ts";
import type { Overrides } from "../alerts/settings.ts";
import { dayNumber } from "../history/buckets.ts";
import type { SensorPlace } from "../history/tables.queries.ts";
import { wirePlacementReason } from "../language/given-names.ts";
import {
  type BatteryDay,
  batteryDaysLeft,
  type DerivedValue,
  dewPointNow,
  sensorPairs,
} from "./derived-values.ts";
import { deviceStatus } from "./device-status.ts";
import {
  guessOf,
  PLACED_KINDS,
  type PlacedDevice,
  type PlacementGuess,
  placementOf,
} from "./placement/placement.ts";
import { contactMeaning } from "./sensor.ts";

/** A device as its household sees it, with all its sensors in their order. */
export type HomeDevice = {
  id: string;
  /** The place of its values in the snapshots, with the position of each sensor. */
  number: number;
  name: string;
  space: string;
  type: DeviceType;
  enabled: boolean;
  /** What its owner says that true means of its contacts; null for what each payload is known for. */
  contactTrueMeans: ContactMeaning | null;
  /** Of temperatures that its posts give no unit for. */
  flatTemperatureUnit: FlatTemperatureUnit;
  /** 0–100. */
  batteryPct: number | null;
  /** dBm. */
  rssi: number | null;
  lastSeenAt: Date | null;
  /** Learned from its last posts; null while that says too little. */
  usualIntervalMs: number | null;
  /** Ahead of ours, or behind where negative; null while it is right, or nothing says that it is wrong. */
  clockOffsetSeconds: number | null;
  createdAt: Date;
  alertSettings: Overrides;
  /** What its battery was in the last weeks; empty where that is not asked for. */
  batteryDays: BatteryDay[];
  sensors: HomeSensor[];
};

export type SensorOfDevice = { device: HomeDevice; sensor: HomeSensor };

export const eachSensor = (devices: readonly HomeDevice[]): SensorOfDevice[] =>
  devices.flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })));

/** Where its readings are kept. */
export const sensorPlace = ({ device, sensor: { id, position, isState } }: SensorOfDevice): SensorPlace => ({
  sensorId: id,
  deviceNumber: device.number,
  position,
  isState,
});

/** How the polls of a feed have gone. */
export type FeedPolls = {
  last_failure: FeedFailure | null;
  failing_since: string | null;
  last_ok_at: string | null;
  next_poll_at: string | null;
};

/** The same with how its feed is doing. */
export type ListedDevice = HomeDevice & {
  /** Set for a device that is polled; null for one that posts. */
  feed: (FeedPolls & { id: string }) | null;
};

export type MetricsSensor = {
  id: string;
  key: string;
  label: string;
  kind: SensorKind;
  /** Spelt as Home Assistant writes it; null for a state. */
  unit: string | null;
  /** Absent or null where it was not noted. */
  unitSource?: UnitSource | null;
  isState: boolean;
  /** What the device of a door or window means by 1; null for "open". */
  trueMeans: ContactMeaning | null;
  /** The value as sent, in `unit`; a state is 1 or 0. Null before the first reading. */
  value: number | null;
  recordedAt: Date | null;
  /** When the probe itself began to report a fault. */
  faultyAt: Date | null;
  /** What a study of its readings found wrong. */
  fault: SensorFault | null;
};
export type HomeSensor = MetricsSensor & {
  position: number;
  /** Null for a sensor that was made before it was noted. */
  unitSource: UnitSource | null;
  visible: boolean;
  faultySince: Date | null;
  /** The place that the owner says. */
  placement: Placement | null;
  placementGuess: PlacementGuess | null;
  /** What the past frosts of an unheated place said of its warning, in °F. */
  alertSettings: Overrides;
  createdAt: Date;
};

/** A sensor's place and its problem, if any, as the APIs show them. */
type ShownCondition = {
  /** Null for kinds whose alerts do not depend on it. */
  placement: Placement | null;
  placement_source: PlacementSource | null;
  /** The question for its owner to confirm; null if there is none. */
  placement_proposal: Device["sensors"][number]["placement_proposal"];
  fault: SensorFault | null;
  faulty_since: string | null;
};

export function shownCondition(sensor: HomeSensor, device: PlacedDevice): ShownCondition {
  const since = sensor.faultyAt ?? sensor.faultySince;
  return {
    ...shownPlacement(sensor, device),
    fault: sensor.faultyAt === null ? sensor.fault : "unplugged",
    faulty_since: since?.toISOString() ?? null,
  };
}

type ShownPlacement = Pick<ShownCondition, "placement" | "placement_source" | "placement_proposal">;

function shownPlacement(sensor: HomeSensor, device: PlacedDevice): ShownPlacement {
  if (!PLACED_KINDS.includes(sensor.kind))
    return { placement: null, placement_source: null, placement_proposal: null };
  const placement = placementOf(sensor, device);
  if (sensor.placement !== null) return { placement, placement_source: "owner", placement_proposal: null };
  const guess = guessOf(sensor, device);
  return {
    placement,
    placement_source: guess?.isApplied === true ? "guess" : "default",
    placement_proposal: guess === null ? null : shownGuess(guess),
  };
}

function shownGuess({
  placement,
  reason,
}: PlacementGuess): NonNullable<ShownPlacement["placement_proposal"]> {
  const { text, ...rest } = wirePlacementReason(reason);
  return { placement, reason: text, ...rest };
}

/** A device as the management API shows it; times are ISO 8601, UTC. */
/** `of`: ids of the sensors it is made of, of a dew point the temperature first. */
type ShownDerived = DerivedValue & { kind: DerivedKind; of: string[] };

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

export const shownDevice = (device: ListedDevice, now: Date): Device => ({
  id: device.id,
  name: device.name,
  space: device.space,
  type: device.type,
  enabled: device.enabled,
  contact_true_means: device.contactTrueMeans,
  flat_temperature_unit: device.flatTemperatureUnit,
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
