import type {
  ContactMeaning,
  DerivedKind,
  Placement,
  PlacementSource,
  SensorFault,
  SensorKind,
} from "../../schema/vocabulary.ts";
import type { Device } from "../../schema/wire/devices.ts";
import { dayNumber } from "../history/buckets.ts";
import { wirePlacementReason } from "../language/given-names.ts";
import { batteryDaysLeft, type DerivedValue, dewPointNow, sensorPairs } from "./derived-values.ts";
import { deviceStatus } from "./device-status.ts";
import type { HomeSensor, ListedDevice } from "./home-device.ts";
import {
  guessOf,
  PLACED_KINDS,
  type PlacedDevice,
  type PlacementGuess,
  placementOf,
} from "./placement/placement.ts";
import { contactMeaning } from "./sensor.ts";

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
