import type { Device } from "../../schema/wire/devices.ts";
import { DAY_MS } from "../kernel/time.ts";
import { wirePlacementReason } from "../language/reason-text.ts";
import { deviceStatus } from "./device-status.ts";
import { type HomeDevice, type HomeSensor, SHOWN_COLUMNS, type ShownColumns } from "./home-device.ts";
import {
  guessOf,
  PLACED_KINDS,
  type PlacedDevice,
  type PlacementGuess,
  placementOf,
} from "./placement/placement.ts";
import { contactMeaning } from "./sensor.ts";

type ShownSensor = Device["sensors"][number];

type ShownPlacement = Pick<ShownSensor, "placement" | "placement_source" | "placement_proposal">;

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

function shownGuess({ placement, reason }: PlacementGuess) {
  const { text, ...rest } = wirePlacementReason(reason);
  return { placement, reason: text, ...rest };
}

/** Returns a device in the form of the management API. Times are ISO 8601 in UTC. */
export const shownDevice = (device: HomeDevice, now: Date): Device => ({
  ...(Object.fromEntries(SHOWN_COLUMNS.map((name) => [name, device[name]])) as ShownColumns),
  battery_pct: device.batteryPct,
  battery_days_left: batteryDaysLeft(device, now),
  last_seen_at: device.lastSeenAt?.toISOString() ?? null,
  status: deviceStatus(device, now),
  clock_offset_seconds: device.clockOffsetSeconds,
  created_at: device.createdAt.toISOString(),
  sensors: device.sensors.map((sensor) => shownSensor(sensor, device)),
  feed: device.feed,
});

const shownSensor = (sensor: HomeSensor, device: PlacedDevice): ShownSensor => ({
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
  ...shownPlacement(sensor, device),
  fault: sensor.faultyAt === null ? sensor.fault : "unplugged",
  faulty_since: (sensor.faultyAt ?? sensor.faultySince)?.toISOString() ?? null,
});

/** Less than a week may show only the effect of the weather, and one percent only rounding. */
const DAYS_MIN = 7;
const FALLEN_PCT_MIN = 2;
/** If a battery rises by this much, it was charged or replaced. */
export const CHARGED_PCT = 5;
/** Three years; nobody plans further ahead. */
const DAYS_LEFT_MAX = 1_095;

const LOW_PCT = 20;
const LOW_DAYS_LEFT = 30;

/** True for a battery that needs attention. */
export const isLowBattery = ({ pct, daysLeft }: { pct: number; daysLeft: number | null }): boolean =>
  pct <= LOW_PCT || (daysLeft !== null && daysLeft <= LOW_DAYS_LEFT);

/** A battery's last value, and its value when it was last charged or replaced. Null for unknown. */
type Battery = {
  batteryPct: number | null;
  lastSeenAt: Date | null;
  chargedPct: number | null;
  chargedAt: Date | null;
};

/**
 * Returns the whole days until the battery is empty, at the rate since it was last charged. Null if it hardly falls,
 * too little is known since then, or the result is more than three years.
 */
export function batteryDaysLeft({ batteryPct, lastSeenAt, chargedPct, chargedAt }: Battery, now: Date) {
  if (batteryPct === null || lastSeenAt === null || chargedPct === null || chargedAt === null) return null;
  const days = (lastSeenAt.getTime() - chargedAt.getTime()) / DAY_MS;
  const fallenPct = chargedPct - batteryPct;
  if (days < DAYS_MIN || fallenPct < FALLEN_PCT_MIN) return null;
  const silentDays = (now.getTime() - lastSeenAt.getTime()) / DAY_MS;
  const left = Math.floor((batteryPct * days) / fallenPct - silentDays);
  return left > DAYS_LEFT_MAX ? null : Math.max(left, 0);
}
